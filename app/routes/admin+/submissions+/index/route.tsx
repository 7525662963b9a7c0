import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Link,
  useActionData,
  useLoaderData,
  useLocation,
  useRouteError,
} from '@remix-run/react'
import { useMemo } from 'react'

import { pageTitle } from '~/content/titles'
import { db, isUnavailable } from '~/db.server'
import { listViews } from '~/domain/saved-views/saved-views.server'
import type { Submission } from '~/domain/submissions/kinds'
import { chosenIn, statusChangesUrl } from '~/domain/submissions/status-changes'
import { cursorText, pageUrl, readListState } from '~/domain/submissions/submission-list'
import {
  countKinds,
  countMatching,
  countStatuses,
  findAnswers,
  listSubmissions,
  readStatusForm,
} from '~/domain/submissions/submissions.server'
import { startFailure } from '~/domain/underwriting/run-failure'
import { seeOther } from '~/http/redirects.server'
import { formFields, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { requireAdmin } from '~/http/session.server'
import { startBatchFromPage } from '~/http/start-batch.server'
import { log } from '~/log.server'
import { AdminPage } from '~/ui/admin-frame'
import { describeError } from '~/ui/error-page'
import { ErrorSummary } from '~/ui/error-summary'
import { keepPageOnFailure } from '~/ui/keep-page'
import { ListRows } from '~/ui/list-rows'
import { Notice } from '~/ui/notice'
import { SortLinks } from '~/ui/sort-links'
import { Pager } from '~/ui/pager'
import { useIsSending } from '~/ui/use-is-sending'

import { ViewLinks } from '../../parts/view-links'
import { BulkStatus } from './bulk-status'
import { SubmissionFilter, SubmissionTabs } from './submission-list'
import { sortColumns, SubmissionTable } from './submission-table'
import { UnsavedDrafts } from './unsaved-drafts'

const formId = 'bulk'

export const meta: MetaFunction = ({ location, matches }) => {
  const { kind } = readListState(new URLSearchParams(location.search))
  return [{ title: pageTitle(`${kind.title}, form submissions`, matches) }]
}

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const listState = readListState(new URL(request.url).searchParams)
  try {
    const [page, kinds, statuses, views, matching] = await Promise.all([
      listSubmissions(db, listState),
      countKinds(db),
      countStatuses(db, listState.kind),
      listViews(db, user.id, listState.kind.slug),
      listState.isFiltered ? countMatching(db, listState) : null,
    ])
    const ids = page.rows.map(({ id }) => id)
    const answers = await findAnswers(db, listState.kind, ids)
    const all = kinds.find(({ slug }) => slug === listState.kind.slug)!
    return json(
      { ...page, answers, kinds, statuses, views, total: matching ?? all, now: new Date() },
      {
        status: listState.errors.length > 0 ? 422 : 200,
      },
    )
  } catch (error) {
    log.error({ err: error }, 'submissions could not be listed')
    const message = `Error loading submissions: Failed to fetch ${listState.kind.singular} submissions`
    throw json(message, { status: isUnavailable(error) ? 503 : 500 })
  }
}

function failureOf(intent: unknown) {
  return intent === 'run' ? startFailure : 'Failed to change the status. Please try again.'
}

/** Starts a run on the selected submissions, or redirects to the confirmation of a change of status. */
export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const listState = readListState(new URL(request.url).searchParams)
  const fields = await formFields(request)
  return keepFormOnFailure(fields, failureOf(fields.intent), async () => {
    if (fields.intent === 'run' && listState.kind.underwritten) {
      const chosen = chosenIn(fields).map(({ id }) => id)
      if (chosen.length === 0)
        return rejectForm(fields, [{ path: 'all', message: 'Choose at least one submission' }])
      return startBatchFromPage(chosen, user.id, pageUrl(listState))
    }
    const read = readStatusForm(listState.kind, fields)
    if (!read.ok) return rejectForm(fields, read.errors)
    return seeOther(statusChangesUrl(listState, read.changes))
  })
}

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure(failureOf, {
  actsAgain: true,
})

export default function Submissions() {
  const { rows, next, previous, answers, kinds, statuses, views, total, now } = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const isSending = useIsSending()
  const { search } = useLocation()
  // The error summary takes the focus when it gets other errors.
  const listState = useMemo(() => readListState(new URLSearchParams(search)), [search])
  const { list } = listState
  const submissions = rows as Submission[]
  return (
    <AdminPage title="Form Submissions">
      <UnsavedDrafts />
      <SubmissionTabs listState={listState} counts={kinds} />
      <h2 className="visually-hidden">{listState.kind.title}</h2>
      <ErrorSummary errors={listState.errors} />
      <SubmissionFilter
        listState={listState}
        statuses={statuses}
        total={total}
        sorts={rows.length === 0 ? null : <SortLinks brief columns={sortColumns(listState)} />}
        views={<ViewLinks list={listState.kind.slug} views={views} search={search} />}
      />
      <ListRows state={listState}>
        {rows.length === 0 ? null : (
          <BulkStatus
            key={listState.kind.slug}
            listState={listState}
            formId={formId}
            shown={submissions}
            answers={answers}
            formResult={formResult}
            busy={isSending}
          />
        )}
        <SubmissionTable
          key={`${listState.kind.slug} table`}
          listState={listState}
          rows={submissions}
          formId={formId}
          now={now}
          chosen={(id) =>
            formResult?.values.all === 'yes' || formResult?.values[`chosen-${id}`] !== undefined
          }
        />
        <Pager
          links={{
            'First page': previous && list.url({}, listState),
            'Previous page': previous && list.url({ before: cursorText(previous) }, listState),
            'Next page': next && list.url({ after: cursorText(next) }, listState),
          }}
        />
      </ListRows>
    </AdminPage>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const message =
    isRouteErrorResponse(error) && typeof error.data === 'string'
      ? error.data
      : `Error loading submissions: ${describeError(error).title}`
  return (
    <AdminPage title="Form Submissions">
      <div role="alert">
        <Notice tone="danger">
          <p>{message}</p>
        </Notice>
      </div>
      <p className="link-row">
        <Link to={pathname + search} reloadDocument>
          Try again
        </Link>
      </p>
    </AdminPage>
  )
}
