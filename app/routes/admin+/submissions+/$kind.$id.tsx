import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import {
  Link,
  useActionData,
  useLoaderData,
  useLocation,
  useParams,
  type ShouldRevalidateFunction,
} from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { listReplies } from '~/domain/contacts/replies.server'
import { findEnding } from '~/domain/quotes/ending.server'
import { findNewestResult } from '~/domain/quotes/newest-result.server'
import { kindOf, quotes } from '~/domain/submissions/kinds'
import { sendsNothing } from '~/domain/submissions/status-changes'
import { pageUrl, readListState, submissionUrl } from '~/domain/submissions/submission-list'
import {
  changeSubmission,
  findAnswers,
  findNeighbors,
  openSubmission,
} from '~/domain/submissions/submissions.server'
import { replaceHistoryEntry, seeOtherWithFlash } from '~/http/redirects.server'
import { formFields, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { notFoundPage, pageId } from '~/http/problem.server'
import { requireAdmin } from '~/http/session.server'
import { takeUnsavedForm } from '~/http/unsaved-form.server'
import { readState } from '~/http/submission-calls.server'
import { AdminPage } from '~/ui/admin-frame'
import { Card } from '~/ui/card'
import { keepPageOnFailure } from '~/ui/keep-page'
import { useIsSending } from '~/ui/use-is-sending'

import { ListLinks } from '../parts/list-links'
import { recordHeading, recordTitle, SubmissionRecord } from '../parts/submission-record'

export const meta: MetaFunction = ({ params, matches }) => {
  const listState = readListState(new URLSearchParams(), kindOf(params.kind) ?? undefined)
  return [{ title: pageTitle(recordTitle(listState, params.id ?? ''), matches) }]
}

/** Skips the loader after a rejected form: loading the submission would record that it was opened. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod === undefined || formMethod === 'GET' ? defaultShouldRevalidate : false

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const { listState, id } = readUrl(request, params)
  const submission = await openSubmission(db, listState.kind, id, { by: user.id })
  if (!submission) throw notFoundPage(missing)
  const replies = listState.kind.slug === 'contacts' ? await listReplies(db, id) : []
  const { underwritten } = listState.kind
  const [newest, ending, neighbors] = await Promise.all([
    underwritten ? findNewestResult(db, id) : null,
    underwritten ? findEnding(db, { id, status: submission.status, email: String(submission.email) }) : null,
    findNeighbors(db, listState, id),
  ])
  const { unsaved, headers } = await takeUnsavedForm(request, user.id)
  return json({ submission, replies, newest, ending, neighbors, unsaved }, { headers })
}

const failure = 'Failed to save the submission. Please try again.'

export async function action({ request, params }: ActionFunctionArgs) {
  const fields = await formFields(request)
  const { user } = await requireAdmin(request, fields)
  const { listState, id } = readUrl(request, params)
  const { status, note = '' } = fields
  return keepFormOnFailure(fields, failure, async () => {
    const changed = await changeSubmission(
      db,
      listState.kind,
      id,
      { status, note },
      { by: user.id, base: readState(fields) },
    )
    if (changed.ok) {
      const { unanswered } = await findAnswers(db, listState.kind, [id])
      const change = { id, from: String(fields.read_status), to: changed.submission.status }
      const warning = sendsNothing([change], unanswered)
      const saved = `${recordTitle(listState, id)} was saved.`
      const message = warning === null ? saved : `${saved} ${warning}`
      return seeOtherWithFlash(
        pageUrl(listState),
        { tone: 'success', message, duration: 10_000 },
        replaceHistoryEntry,
      )
    }
    switch (changed.reason) {
      case 'invalid':
        return rejectForm(fields, changed.errors)
      case 'conflict':
        return rejectForm(
          { ...fields, current_status: changed.current.status, current_note: changed.current.note ?? '' },
          [{ path: '', message: 'Somebody has changed this submission since you opened it' }],
          { status: 409 },
        )
      case 'missing':
        throw notFoundPage(missing)
    }
  })
}

export const clientAction = keepPageOnFailure(failure, {
  actsAgain: true,
})

const missing = 'Error loading submissions: this submission does not exist'

function readUrl(request: Request, params: { kind?: string; id?: string }) {
  const kind = kindOf(params.kind)
  if (!kind) throw notFoundPage('There is no such kind of submission.')
  return { listState: readListState(new URL(request.url).searchParams, kind), id: pageId(params.id, missing) }
}

export default function SubmissionPage() {
  const { submission, replies, newest, ending, neighbors, unsaved } = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const saving = useIsSending()
  const listState = readListState(
    new URLSearchParams(useLocation().search),
    kindOf(useParams().kind) ?? undefined,
  )
  const back = { label: listState.kind.title, to: pageUrl(listState) }
  const neighborOf = (id: number | null) =>
    id === null
      ? null
      : { to: submissionUrl(listState, id), label: listState.kind === quotes ? `Q-${id}` : String(id) }
  return (
    <AdminPage
      title={recordHeading(listState, submission)}
      breadcrumbs={[back]}
      beside={
        <ListLinks
          title={`The list of ${listState.kind.title}`}
          previous={neighborOf(neighbors.previous)}
          next={neighborOf(neighbors.next)}
        />
      }
    >
      <Card>
        <SubmissionRecord
          listState={listState}
          submission={submission}
          replies={replies}
          newest={newest}
          ending={ending}
          key={submission.id}
          formResult={formResult}
          unsaved={unsaved}
          busy={saving}
          headingLevel={2}
        />
      </Card>
      <p className="link-row">
        <Link to={back.to}>Back to {listState.kind.title}</Link>
      </p>
    </AdminPage>
  )
}
