import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { cancelBatch, findBatch, listRunResults, type BatchRow } from '~/domain/batch-runs/batch-runs.server'
import { adminTime, capital, counted, money } from '~/domain/formats'
import { quoteUrl, resultUrl } from '~/domain/quotes/origin'
import { engineDecisions } from '~/domain/underwriting/result-list'
import { resultsOf, sendListUrl } from '~/domain/work/send-url'
import { findToSend } from '~/domain/work/work.server'
import { formFields, keepFormOnFailure } from '~/http/forms.server'
import { notFoundPage, pageId } from '~/http/problem.server'
import { seeOtherWithFlash } from '~/http/redirects.server'
import { requireAdmin } from '~/http/session.server'
import { pageSize, takePage } from '~/lists/list-page'
import { choiceParam, cursor } from '~/lists/list-params'
import { defineList } from '~/lists/list-state'
import { AdminPage } from '~/ui/admin-frame'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import type { FormResult } from '~/ui/form-result'
import { keepPageOnFailure } from '~/ui/keep-page'
import { Notice } from '~/ui/notice'
import { Pager } from '~/ui/pager'
import { DecisionBadge, TierBadge } from '~/ui/result-badges'
import { Stat } from '~/ui/stat'
import { Table } from '~/ui/table'
import { Unset } from '~/ui/unset'

import { RunEnd, RunProgress } from './parts/run-progress'
import { statusNames } from './parts/run-status'

const missing = 'There is no such run.'

export const meta: MetaFunction = ({ params, matches }) => [
  { title: pageTitle(`Batch run ${params.id}`, matches) },
]

/** The results of a run, by the engine's decision. */
const resultsList = (id: number) =>
  defineList({
    path: `/admin/underwriting/batch/${id}`,
    filters: { decision: choiceParam(engineDecisions) },
    position: { cursor },
  })

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const id = pageId(params.id, missing)
  const run = await findBatch(db, id)
  if (!run) throw notFoundPage(missing)
  const state = resultsList(id).read(new URL(request.url).searchParams)
  const page = { run: id, ...state.filter, ...state.position, limit: pageSize + 1 }
  const { rows, nextCursor } = takePage(await listRunResults(db, page), pageSize)
  const shown = rows.map(({ id, quoteId }) => ({ resultId: id, quoteId, decisionId: null }))
  const ready = shown.length === 0 ? [] : await findToSend(db, shown, { by: user.id })
  return json({
    run: { ...run, result: run.result && { ...run.result, results: undefined } },
    rows,
    nextCursor,
    state,
    toSend: resultsOf(ready),
  })
}

const failure = 'The run could not be cancelled.'

/** Cancels the run. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const id = pageId(params.id, missing)
  const fields = await formFields(request)
  return keepFormOnFailure(fields, failure, async () => {
    const cancelled = await cancelBatch(db, { by: user.id, id })
    return seeOtherWithFlash(
      `/admin/underwriting/batch/${id}`,
      cancelled
        ? { tone: 'success', message: `Run ${id} is cancelled. Its results so far are stored.` }
        : { tone: 'info', message: 'This run is not under way any more.' },
    )
  })
}

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure(failure, { actsAgain: true })

/** A run of the engine on many applications. */
export default function Batch() {
  const { run, rows, nextCursor, state, toSend } = useLoaderData<typeof loader>()
  const cancelFailure = useActionData<FormResult>()
  const { id, status, result, failure, count, decided, created_at, username } = run
  const page = `/admin/underwriting/batch/${id}`
  const list = resultsList(id)
  const { decision } = state.filter
  /** A figure with a link to its list. */
  const figure = (value: number, to: string) =>
    value === 0 ? value : <Link to={to}>{value.toLocaleString('en-US')}</Link>
  return (
    <AdminPage
      title={`Batch run ${id}`}
      breadcrumbs={[{ label: 'Batch runs', to: '/admin/underwriting/batches' }]}
    >
      <p>
        {counted(count, 'application')}, started {adminTime(created_at)} UTC by{' '}
        {username ?? 'a deleted account'}.
      </p>
      {decided ? (
        <Notice tone="info" title="Left out: a person has decided on them">
          <p>
            A new result would take the place of the decision. Run them again on their own pages, where that
            is right:
          </p>
          <QuoteLinks quotes={decided.map((quote) => ({ quote, to: quoteUrl(quote, null) }))} />
        </Notice>
      ) : null}
      <RunEnd running={status === 'running'} message={`Run ${id}: ${statusNames[status]}.`} />
      {status === 'running' ? (
        <RunProgress
          key={id}
          progress={{ run: id, share: run.share }}
          name="Run"
          unit="of the applications"
          page={page}
          action={page}
          failure={cancelFailure}
          call="/api/admin/underwriting/batch-progress"
        />
      ) : null}
      {status === 'failed' || status === 'cancelled' ? (
        <Notice tone={status === 'failed' ? 'danger' : 'info'} title={statusNames[status]}>
          <p>{failure ?? 'The results so far are stored.'}</p>
        </Notice>
      ) : null}
      {result ? (
        <>
          <dl className="stat-grid">
            {engineDecisions.map((one) => (
              <Stat
                key={one}
                label={capital(one)}
                value={figure(result.decisions[one], `${list.url({ decision: one })}#applications`)}
              />
            ))}
            <Stat label="Without a result" value={figure(result.failed, '#failures')} />
          </dl>
          {rows.length > 0 ? (
            <Card
              id="applications"
              title={decision ? `${capital(decision)} applications` : 'Applications'}
              actions={
                toSend.length > 0 ? (
                  <ButtonLink to={sendListUrl(toSend)} variant="secondary">
                    {toSend.length === 1 ? 'Send 1 of them' : 'Send several together'}
                  </ButtonLink>
                ) : null
              }
            >
              {decision ? (
                <p>
                  <Link to={`${page}#applications`}>All applications of this run</Link>
                </p>
              ) : null}
              <Results rows={rows} />
              <Pager
                links={{
                  First: state.isFirstPage ? null : list.url({}, state),
                  Next: nextCursor === null ? null : list.url({ cursor: nextCursor }, state),
                }}
              />
            </Card>
          ) : null}
          {result.newer?.length ? (
            <Card title="Run again after an answer">
              <p>
                Their applicants have an earlier result, so no work list has them. Send the new result where
                it is to replace the earlier one.
              </p>
              <QuoteLinks
                quotes={result.newer.map(({ quote, decision }) => ({
                  quote,
                  to: quoteUrl(quote, null),
                  words: decision,
                }))}
              />
            </Card>
          ) : null}
          {result.leftOut?.length ? (
            <Card title="Left out during the run">
              <p>Another admin decided on them, or ran them, after this run had begun.</p>
              <QuoteLinks quotes={result.leftOut.map((quote) => ({ quote, to: quoteUrl(quote, null) }))} />
            </Card>
          ) : null}
          {result.failures.length > 0 ? (
            <Card id="failures" title="Without a result">
              <Table
                caption="Applications without a result"
                captionHidden
                dense
                rows={result.failures}
                rowKey={({ quote }) => quote}
                columns={[
                  {
                    header: 'Quote',
                    rowHeader: true,
                    cell: ({ quote }) => <Link to={quoteUrl(quote, null)}>Q-{quote}</Link>,
                  },
                  { header: 'Why', cell: ({ message }) => message },
                ]}
              />
            </Card>
          ) : null}
        </>
      ) : null}
      <p className="link-row">
        <Link to="/admin/work">Back to work</Link>
        <Link to="/admin/underwriting/results">All results</Link>
      </p>
    </AdminPage>
  )
}

/** The applications of the run, each with its result before and after. */
function Results({ rows }: { rows: readonly BatchRow[] }) {
  return (
    <Table
      caption="Applications of the run"
      captionHidden
      dense
      stickyHead
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          header: 'Quote',
          rowHeader: true,
          phone: 'first',
          cell: ({ id, quoteId }) => <Link to={resultUrl(id)}>Q-{quoteId}</Link>,
        },
        {
          header: 'Applicant',
          phone: 'title',
          title: ({ name }) => name,
          cell: ({ name }) => <span className="one-line">{name}</span>,
        },
        {
          header: 'Employer',
          minor: true,
          title: ({ employer }) => employer,
          cell: ({ employer }) => <span className="one-line one-line-second">{employer}</span>,
        },
        {
          header: 'Before',
          phone: 'below',
          cell: ({ before }) => (
            <>
              <span className="phone-only">Before: </span>
              {beforeText(before)}
            </>
          ),
        },
        { header: 'After', phone: 'mark', cell: ({ decision }) => <DecisionBadge decision={decision} /> },
        { header: 'Tier', phone: 'second', cell: ({ tier }) => <TierBadge tier={tier} /> },
        {
          header: 'Premium',
          numeric: true,
          phone: 'third',
          cell: ({ decision, premium }) => (decision === 'declined' ? <Unset /> : money(premium)),
        },
      ]}
    />
  )
}

function beforeText(before: BatchRow['before']) {
  if (before === null) return 'Never run'
  return before.decision === 'declined' ? 'Declined' : `${capital(before.decision)}, ${money(before.premium)}`
}

function QuoteLinks({ quotes }: { quotes: readonly { quote: number; to: string; words?: string }[] }) {
  return (
    <ul className="quote-links">
      {quotes.map(({ quote, to, words }) => (
        <li key={quote}>
          <Link to={to}>{`Q-${quote}`}</Link> {words}
        </li>
      ))}
    </ul>
  )
}
