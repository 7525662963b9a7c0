import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { adminTime, capital } from '~/domain/formats'
import { findDelivery, retryMail } from '~/domain/mail/delivery.server'
import { replaceHistoryEntry, ownPath, seeOtherWithFlash } from '~/http/redirects.server'
import { formFields, keepFormOnFailure } from '~/http/forms.server'
import { notFoundPage, pageId } from '~/http/problem.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { ErrorSummary } from '~/ui/error-summary'
import { keepPageOnFailure } from '~/ui/keep-page'
import { Unset } from '~/ui/unset'

import { MailState, MailSubject, RetryMail } from './index/mail-delivery'

export const meta: MetaFunction = ({ params, matches }) => [
  { title: pageTitle(`Mail ${params.id}`, matches) },
]

const missing = 'There is no such mail.'
const retryFailure = 'Failed to put the mail back. Please try again.'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const mail = await findDelivery(db, pageId(params.id, missing))
  if (!mail) throw notFoundPage(missing)
  return json({ mail })
}

/** Requeues the mail and redirects to the page that sent the form. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const { back } = await formFields(request)
  const id = pageId(params.id, missing)
  return keepFormOnFailure({ back }, retryFailure, async () => {
    const outcome = await retryMail(db, id, { by: user.id })
    return seeOtherWithFlash(
      ownPath(back, `/admin/mail/${id}`),
      outcome.ok
        ? {
            tone: 'success',
            title: 'Mail put back.',
            message: 'It is due now, with a full number of attempts.',
            duration: 10_000,
          }
        : { tone: 'error', title: 'The mail was not put back.', message: outcome.message, duration: 10_000 },
      replaceHistoryEntry,
    )
  })
}

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure(retryFailure, { actsAgain: true })

export default function MailDelivery() {
  const { mail } = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const { id, created_at, recipient, sender, kind, subject, attempts, last_error, message_id, body } = mail
  return (
    <AdminPage title={`Mail ${id}`} breadcrumbs={[{ label: 'Mail', to: '/admin/mail' }]}>
      {formResult ? <ErrorSummary errors={formResult.errors} /> : null}
      <div className="mail-columns">
        <Card title={subject}>
          <p className="hint">Codes and links that log in are hidden here.</p>
          <p className="as-typed">{body.trim()}</p>
        </Card>
        <Card title="Delivery" actions={<RetryMail mail={mail} />}>
          <DescriptionList
            items={[
              { term: 'State', description: <MailState mail={mail} /> },
              { term: 'Attempts', description: attempts },
              { term: 'Last error', description: last_error ?? <Unset /> },
              { term: 'Written', description: `${adminTime(created_at)} UTC` },
              { term: 'About', description: <MailSubject subject={subject} /> },
              { term: 'Kind', description: capital(kind) },
              { term: 'To', description: recipient },
              { term: 'From', description: sender },
              { term: 'Message-ID', description: <code>{message_id}</code> },
            ]}
          />
        </Card>
      </div>
    </AdminPage>
  )
}
