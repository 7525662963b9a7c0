import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { cancelBatch, findBatch } from '~/domain/batch-runs/batch-runs.server'
import { adminTime, counted } from '~/domain/formats'
import { quoteUrl, resultUrl } from '~/domain/quotes/origin'
import { formFields, keepFormOnFailure } from '~/http/forms.server'
import { notFoundPage, pageId } from '~/http/problem.server'
import { seeOtherWithFlash } from '~/http/redirects.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { Card } from '~/ui/card'
import type { FormResult } from '~/ui/form-result'
import { keepPageOnFailure } from '~/ui/keep-page'
import { Notice } from '~/ui/notice'
import { Stat } from '~/ui/stat'
import { Table } from '~/ui/table'

import { RunEnd, RunProgress } from './parts/run-progress'
import { statusNames } from './parts/run-status'

const missing = 'There is no such run.'

export const meta: MetaFunction = ({ params, matches }) => [
  { title: pageTitle(`Batch run ${params.id}`, matches) },
]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const run = await findBatch(db, pageId(params.id, missing))
  if (!run) throw notFoundPage(missing)
  return json({ run })
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
  const { run } = useLoaderData<typeof loader>()
  const cancelFailure = useActionData<FormResult>()
  const { id, status, result, failure, count, decided, created_at, username } = run
  const page = `/admin/underwriting/batch/${id}`
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
            <Stat label="Approved" value={result.decisions.approved} />
            <Stat label="Referred" value={result.decisions.referred} />
            <Stat label="Declined" value={result.decisions.declined} />
            <Stat label="Without a result" value={result.failed} />
          </dl>
          {result.referrals?.length ? (
            <Card title="Referred">
              {result.decisions.referred > result.referrals.length ? (
                <p className="hint">The first {result.referrals.length} referrals of this run.</p>
              ) : null}
              <QuoteLinks
                quotes={result.referrals.map(({ quote, result }) => ({
                  quote,
                  to: resultUrl(result),
                }))}
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
            <Card title="Without a result">
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
