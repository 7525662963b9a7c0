import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useLocation } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { readStatusChanges, statusChangesUrl } from '~/domain/submissions/status-changes'
import { pageUrl, readListState } from '~/domain/submissions/submission-list'
import { changeStatuses, findAnswers } from '~/domain/submissions/submissions.server'
import { replaceHistoryEntry, seeOther, seeOtherWithFlash } from '~/http/redirects.server'
import { formFields, keepFormOnFailure } from '~/http/forms.server'
import { requireAdmin } from '~/http/session.server'
import { ConfirmPage } from '~/ui/confirmation'
import { keepPageOnFailure } from '~/ui/keep-page'

import { statusQuestion } from './parts/status-question'

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Change status', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { changes, listState } = readRequest(new URL(request.url).searchParams)
  if (changes.length === 0) return seeOther(pageUrl(listState))
  const ids = changes.map(({ id }) => id)
  return json(await findAnswers(db, listState.kind, ids))
}

const failure = 'Failed to change the status. Please try again.'

/** Makes the changes and redirects to the list, with a message that links to their undo. */
export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const fields = await formFields(request)
  return keepFormOnFailure(fields, failure, async () => {
    const { listState, changes, undo } = readRequest(new URL(request.url).searchParams)
    if (changes.length === 0) return seeOther(pageUrl(listState))
    const { changed, same, stale } = await changeStatuses(db, listState.kind, changes, { by: user.id })
    const [{ to }] = changes as [(typeof changes)[number]]
    const sentences = [
      undo ? `${changed.length} changed back.` : `${changed.length} changed to ${to}.`,
      ...(same > 0 ? [`${same} had that status already.`] : []),
      ...(stale === 1 ? ['1 was changed meanwhile and stays as it is: look at it again.'] : []),
      ...(stale > 1 ? [`${stale} were changed meanwhile and stay as they are: look at them again.`] : []),
    ]
    const back = changed.map(({ id, from, to }) => ({ id, from: to, to: from }))
    const undoUrl = statusChangesUrl(listState, back, { undo: true })
    const canUndo = !undo && changed.length > 0 && undoUrl.length <= maxUndoUrl
    return seeOtherWithFlash(
      pageUrl(listState),
      {
        tone: stale > 0 ? 'error' : changed.length > 0 ? 'success' : 'info',
        message: sentences.join(' '),
        // With an undo link it stays until it is closed.
        ...(canUndo ? { link: { to: undoUrl, label: 'Undo' } } : { duration: 10_000 }),
      },
      replaceHistoryEntry,
    )
  })
}

/** The maximum size for the cookie of a message; a page of a list needs less. */
const maxUndoUrl = 2000

function readRequest(search: URLSearchParams) {
  const listState = readListState(search)
  const changes = readStatusChanges(search, listState.kind)
  return { listState, changes, undo: search.has('undo') }
}

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure(failure, {
  actsAgain: true,
})

/** The confirmation page for a bulk change of status. */
export default function ChangeStatuses() {
  const answers = useLoaderData<typeof loader>()
  const { listState, changes, undo } = readRequest(new URLSearchParams(useLocation().search))
  return (
    <ConfirmPage
      title={undo ? 'Undo a change of status' : 'Change status'}
      back={{ to: pageUrl(listState), label: 'Submissions' }}
      busyLabel="Changing..."
      {...statusQuestion(listState, changes, answers, { undo })}
    />
  )
}
