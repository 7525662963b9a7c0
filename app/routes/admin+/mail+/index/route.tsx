import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, Link, useLoaderData, useNavigation } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { countDeliveries, listDeliveries } from '~/domain/mail/delivery.server'
import { env } from '~/env.server'
import { parseCursor } from '~/http/list-query.server'
import { requireAdmin } from '~/http/session.server'
import { isFromLoopback } from '~/server/edge-headers.server'
import { AdminPage } from '~/ui/admin-frame'
import { Button } from '~/ui/button'
import { SelectField, TextField } from '~/ui/field'
import { Notice } from '~/ui/notice'
import { Pager } from '~/ui/pager'

import { DeliveryTable, mailStates, type MailStateName } from './mail-delivery'

const pageSize = 50
const stateNames = Object.keys(mailStates) as MailStateName[]

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Mail', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const asked = new URL(request.url).searchParams
  const state = stateNames.find((name) => name === asked.get('state'))
  const recipient = asked.get('q')?.trim().slice(0, 254) ?? ''
  const cursor = parseCursor(asked)
  const [mails, ...counts] = await Promise.all([
    listDeliveries(db, { state, recipient: recipient || undefined, cursor, limit: pageSize + 1 }),
    ...stateNames.map((name) => countDeliveries(db, name)),
  ])
  const shown = mails.slice(0, pageSize)
  return json({
    mails: shown,
    counts: stateNames.map((name, index) => ({ name, ...counts[index]! })),
    state: state ?? '',
    recipient,
    next: mails.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
    deep: cursor !== undefined,
    connected: env.SMTP_URL !== undefined,
    outbox: env.DATABASE_URL === undefined && isFromLoopback(request),
  })
}

export { shouldRevalidate } from '~/ui/keep-page'

/** The list's address for a filter, from its newest mail or after the one whose id is `cursor`. */
function listPath(filter: { state?: string; q?: string; cursor?: string }) {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value)).toString()
  return query === '' ? '/admin/mail' : `/admin/mail?${query}`
}

export default function Mail() {
  const { mails, counts, state, recipient, next, deep, connected, outbox } = useLoaderData<typeof loader>()
  const searching = useNavigation().formMethod === 'GET'
  return (
    <AdminPage title="Mail">
      {connected ? null : (
        <Notice tone="warning" title="No mail server is set up">
          <p>
            What the site writes waits here until one is named in SMTP_URL.
            {outbox ? (
              <>
                {' '}
                This machine can read it, with its links and codes, in the <a href="/dev/mail">outbox</a>.
              </>
            ) : null}
          </p>
        </Notice>
      )}
      <ul className="state-counts">
        {counts.map(({ name, count, more }) => (
          <li key={name}>
            <Link
              to={listPath({ state: name })}
              aria-current={name === state ? 'true' : undefined}
              className={`state-count state-count-${mailStates[name].tone}`}
            >
              <strong>
                {count.toLocaleString('en-US')}
                {more ? '+' : ''}
              </strong>{' '}
              {mailStates[name].label.toLowerCase()}
            </Link>
          </li>
        ))}
      </ul>
      <Form key={`${state} ${recipient}`} method="get" role="search" className="toolbar">
        <SelectField
          label="State"
          name="state"
          width="short"
          placeholder="All"
          defaultValue={state}
          options={stateNames.map((name) => ({ value: name, label: mailStates[name].label }))}
        />
        <TextField label="Recipient begins with" name="q" type="search" defaultValue={recipient} />
        <Button type="submit" variant="secondary" busy={searching} busyLabel="Searching...">
          Search
        </Button>
        {state || recipient ? (
          <Link to="/admin/mail" className="button button-quiet">
            Show all
          </Link>
        ) : null}
      </Form>
      <DeliveryTable mails={mails} filtered={state !== '' || recipient !== ''} />
      <Pager
        newest={deep ? listPath({ state, q: recipient }) : null}
        older={next === null ? null : listPath({ state, q: recipient, cursor: String(next) })}
      />
    </AdminPage>
  )
}
