import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { countDeliveries, listDeliveries } from '~/domain/mail/delivery.server'
import { mailExportUrl, mailFilter, mailKinds, mailList, mailStateNames } from '~/domain/mail/mail-list'
import { capital } from '~/domain/formats'
import { env, isMailConnected } from '~/env.server'
import { requireAdmin } from '~/http/session.server'
import { readPage, shownRows } from '~/lists/list-page'
import { isLocalRequest } from '~/request-context.server'
import { AdminPage } from '~/ui/admin-frame'
import { ErrorSummary } from '~/ui/error-summary'
import { ListRows } from '~/ui/list-rows'
import { dateFields, ListToolbar } from '~/ui/list-toolbar'
import { Notice } from '~/ui/notice'
import { Pager } from '~/ui/pager'

import { DeliveryTable, mailStates } from './mail-delivery'

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Mail', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const state = mailList.read(new URL(request.url).searchParams)
  const [page, ...counts] = await Promise.all([
    readPage(state.position.cursor, (page) => listDeliveries(db, { ...mailFilter(state), ...page })),
    ...mailStateNames.map((name) => countDeliveries(db, name)),
  ])
  return json(
    {
      ...page,
      state,
      counts: mailStateNames.map((name, index) => ({ name, ...counts[index]! })),
      isMailConnected: isMailConnected(),
      outbox: env.DATABASE_URL === undefined && isLocalRequest(),
    },
    { status: state.errors.length > 0 ? 422 : 200 },
  )
}

const byLabel = (one: { label: string }, other: { label: string }) => one.label.localeCompare(other.label)

export { shouldRevalidate } from '~/ui/keep-page'

export default function Mail() {
  const { rows, nextCursor, state, counts, isMailConnected, outbox } = useLoaderData<typeof loader>()
  const { state: chosen } = state.texts
  const counted = counts.filter(({ name }) => chosen === '' || chosen === name)
  const total = counted.reduce((sum, { count }) => sum + count, 0).toLocaleString('en-US')
  const { state: _state, ...others } = state.filter
  const isCounted = Object.values(others).every((value) => value === undefined)
  const shown = shownRows(
    { one: 'mail', many: 'mails' },
    {
      count: rows.length,
      isFirstPage: state.isFirstPage,
      isMore: nextCursor !== null,
      ...(isCounted && { total: `${total}${counted.some(({ more }) => more) ? '+' : ''}` }),
    },
  )
  return (
    <AdminPage title="Mail">
      {isMailConnected ? null : (
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
              to={mailList.url({ state: name })}
              aria-current={name === state.texts.state ? 'true' : undefined}
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
      <ErrorSummary errors={state.errors} />
      <ListToolbar
        url={mailList.url({}, state)}
        state={state}
        fields={[
          {
            name: 'state',
            label: 'State',
            options: mailStateNames.map((name) => ({ value: name, label: mailStates[name].label })),
          },
          {
            name: 'kind',
            label: 'Kind',
            options: mailKinds.map((kind) => ({ value: kind, label: capital(kind) })).toSorted(byLabel),
          },
          { name: 'q', label: 'Recipient begins with' },
          { name: 'about', label: 'Subject or quote', placeholder: 'Q-12' },
          ...dateFields,
        ]}
        total={`${shown}, newest first. Times are in UTC.`}
        csv={{ to: mailExportUrl(state), before: 'Download as' }}
      />
      <ListRows state={state}>
        <DeliveryTable mails={rows} filtered={state.isNarrowed} />
        <Pager links={mailList.pages(state, nextCursor)} />
      </ListRows>
    </AdminPage>
  )
}
