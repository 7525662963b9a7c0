import { randomUUID } from 'node:crypto'
import {
  json,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData, type ShouldRevalidateFunction } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { correctUrl, fromOf, quoteUrl, readOrigin } from '~/domain/quotes/origin'
import { runFailure } from '~/domain/underwriting/run-failure'
import { replaceHistoryEntry, seeOtherWithFlash } from '~/http/redirects.server'
import { formFields, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { notFoundPage, pageId } from '~/http/problem.server'
import { ranSuccessfully, runFromPage, runProblem } from '~/http/run-answer.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { keepPageOnFailure } from '~/ui/keep-page'
import { useIsSending } from '~/ui/use-is-sending'

import { EndedNotice } from '../../parts/ended-notice'
import { ListLinks } from '../../parts/list-links'
import { hasUnread, openSince, QuestionsCard } from '../parts/questions'
import { Holder } from './holder'
import { loadQuotePage } from './load.server'
import { QuoteCards } from './quote-cards'
import { QuoteResults } from './quote-results'
import { QuoteSummary } from './quote-summary'
import styles from './quote.css?url'
import { ResultPanel } from './result-panel'
import { Timeline } from './timeline'
import { WhatIf } from './what-if'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

const missing = 'Error loading quote: Quote submission not found'

export const meta: MetaFunction = ({ params, matches }) => [
  { title: pageTitle(`Quote ${params.id}, underwriting details`, matches) },
]

/** Skips the loader after a rejected run: loading the quote would record that it was opened. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  actionResult === undefined ? defaultShouldRevalidate : false

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const id = pageId(params.id, missing)
  const loaded = await loadQuotePage(new URL(request.url).searchParams, id, user.id)
  if (loaded === null) throw notFoundPage(missing)
  const { init, ...page } = loaded
  return json({ ...page, idempotencyKey: randomUUID() }, init)
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const fields = await formFields(request)
  return keepFormOnFailure(fields, runFailure(true), async () => {
    const run = await runFromPage(fields, { quoteId: pageId(params.id, missing), adminId: user.id })
    if (!run.ok) {
      const { status, headers, message } = runProblem(run)
      return rejectForm(fields, [{ path: '', message: `Error: ${message}` }], { status, headers })
    }
    const { pathname, searchParams } = new URL(request.url)
    const from = fromOf(readOrigin(searchParams.get('from')))
    const search = new URLSearchParams({ result: String(run.result.id), ...(from !== null && { from }) })
    return seeOtherWithFlash(`${pathname}?${search}`, await ranSuccessfully(run.result), replaceHistoryEntry)
  })
}

export const clientAction = keepPageOnFailure((_, { hasResponse }) => runFailure(hasResponse))

export default function QuoteUnderwritingDetails() {
  const {
    idempotencyKey,
    quote,
    results,
    hasMore,
    outdated,
    newest,
    timeline,
    sent,
    questions,
    trial,
    list,
    listOfResult,
    holder,
    ending,
    isMailConnected,
  } = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const running = useIsSending()
  const isAnswerUnread = hasUnread(questions)
  const sentInstead = sent && sent.result_id !== newest?.result.id ? sent : null
  // A correction was undone: the sent result is current, not the one in between.
  const isSentValid = sentInstead !== null && quote.answered && newest !== null && newest.corrected !== null
  const isRunDue =
    ending === null &&
    !isSentValid &&
    (newest === null ||
      (!isAnswerUnread &&
        (newest.corrected !== null ||
          (newest.repriced !== null && newest.decision === null && sent === undefined))))
  const { previous, next } = list.neighbors
  const neighborOf = (id: number | null) =>
    id === null ? null : { to: quoteUrl(id, list.from), label: `Q-${id}` }
  return (
    <AdminPage
      title="Quote Underwriting Details"
      breadcrumbs={[
        list.isWork ? { label: 'Work', to: list.back } : { label: 'Submissions', to: '/admin/submissions' },
        { label: 'Underwriting Engine', to: '/admin/underwriting' },
      ]}
    >
      <div className="workspace-head">
        <p className="workspace-applicant">
          <strong>
            Q-{quote.id}, {quote.name}
          </strong>
          , {quote.occupation} at {quote.employer_name}
        </p>
        <ListLinks
          title="The list of quotes"
          previous={neighborOf(previous)}
          back={list.isWork ? undefined : list.back}
          next={neighborOf(next)}
        />
        <Holder quoteId={quote.id} from={list.from} {...holder} />
      </div>
      <ErrorSummary
        title={formResult?.failed ? undefined : 'Underwriting did not run'}
        errors={formResult?.errors}
      />
      <div className="workspace">
        <div className="workspace-panel">
          <EndedNotice ending={ending} quoteId={quote.id} />
          {newest ? (
            <ResultPanel
              {...newest}
              list={listOfResult}
              isEnded={ending !== null}
              offer={sent?.result_id === newest.result.id ? sent : null}
              isMailConnected={isMailConnected}
              sentInstead={sentInstead}
              isSentValid={isSentValid}
              isAsked={openSince(questions) !== null}
              isAnswerUnread={isAnswerUnread}
              isRunDue={isRunDue}
            />
          ) : (
            <Card title="Not run yet">
              <p>Run underwriting, and the decision and the price appear here.</p>
            </Card>
          )}
          <WhatIf key={quote.id} {...trial} quote={quote} from={list.from} />
        </div>
        <div className="workspace-wide">
          <div className="workspace-main">
            <QuoteSummary
              quote={quote}
              running={running}
              isRunDue={isRunDue}
              idempotencyKey={idempotencyKey}
              canCorrect={ending?.why !== 'deleted'}
              from={list.from}
              values={formResult?.values}
            />
            <QuoteCards
              quote={quote}
              highlights={newest?.highlights ?? []}
              correct={correctUrl(quote.id, { from: list.from })}
            />
          </div>
          <div className="workspace-results">
            <QuoteResults
              quoteId={quote.id}
              results={results}
              list={listOfResult}
              hasMore={hasMore}
              outdated={outdated}
              sent={sent}
            />
          </div>
        </div>
        <div className="workspace-below">
          <QuestionsCard
            quoteId={quote.id}
            questions={questions}
            ending={ending}
            isMailConnected={isMailConnected}
            from={list.from}
          />
          <Timeline timeline={timeline} />
        </div>
      </div>
      <p className="link-row">
        <Link to="/admin/submissions">Back to Submissions</Link>
      </p>
    </AdminPage>
  )
}
