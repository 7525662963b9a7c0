import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { readChosenResults, sendListUrl } from '~/domain/work/send-url'
import { findToSend, sendResults } from '~/domain/work/work.server'
import { isMailConnected } from '~/env.server'
import { waitingMails } from '~/http/mail-flash.server'
import { replaceHistoryEntry, seeOther, seeOtherWithFlash } from '~/http/redirects.server'
import { formFields, keepFormOnFailure } from '~/http/forms.server'
import { requireAdmin } from '~/http/session.server'
import { site } from '~/http/site.server'
import { ConfirmPage } from '~/ui/confirmation'
import { keepPageOnFailure } from '~/ui/keep-page'

import { sendQuestion } from './parts/send-question'

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Send results', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const chosen = readChosenResults(new URL(request.url).searchParams)
  if (chosen.length === 0) return seeOther('/admin/work/send')
  const ready = await findToSend(db, chosen, { by: user.id })
  return json({ ready, missing: chosen.length - ready.length, back: sendListUrl(chosen) })
}

const failure = 'The results could not be sent. Please try again.'

/** Sends the results in the URL and redirects to the work list. */
export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const fields = await formFields(request)
  return keepFormOnFailure(fields, failure, async () => {
    const chosen = readChosenResults(new URL(request.url).searchParams)
    if (chosen.length === 0) return seeOther('/admin/work/send')
    const { sent, refusals } = await sendResults(db, chosen, { by: user.id, site, sandbox })
    const onTheWay =
      sent === 0
        ? 'Nothing more was sent.'
        : sent === 1
          ? '1 result is on its way.'
          : `${sent} results are on their way.`
    const isWaiting = !isMailConnected() && sent > 0
    return seeOtherWithFlash(
      '/admin/work',
      {
        tone: refusals.length > 0 ? 'error' : 'success',
        message: [
          onTheWay,
          ...(isWaiting ? ['No mail server is set up: the mails wait.'] : []),
          ...refusals.slice(0, 3).map(({ quoteId, message }) => `Q-${quoteId}: ${message}`),
          ...(refusals.length > 3 ? [`${refusals.length - 3} more were not sent.`] : []),
        ].join(' '),
        ...(refusals.length > 0 ? {} : { duration: 10_000 }),
        ...(isWaiting ? { link: waitingMails } : {}),
      },
      replaceHistoryEntry,
    )
  })
}

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure(failure, {
  actsAgain: 'Some may have been sent all the same: each is sent once only.',
})

/** The confirmation before sending several results, for browsers without JavaScript. */
export default function ConfirmSend() {
  const { ready, missing, back } = useLoaderData<typeof loader>()
  const { children, ...question } = sendQuestion(ready)
  return (
    <ConfirmPage
      title="Send results"
      back={{ to: back, label: 'Results that can be sent' }}
      busyLabel="Sending..."
      obstacle={
        ready.length > 0 ? null : (
          <p>
            None of these results can be sent now: each was sent, or has changed, since the list was opened.{' '}
            <Link to="/admin/work">Back to work</Link>
          </p>
        )
      }
      {...question}
    >
      {ready.length === 0 ? null : (
        <>
          <p>{question.about}</p>
          {children}
        </>
      )}
      {missing > 0 && ready.length > 0 ? (
        <p>{`${missing} of those chosen ${missing === 1 ? 'is' : 'are'} left out: sent, or changed, since the list was opened.`}</p>
      ) : null}
    </ConfirmPage>
  )
}
