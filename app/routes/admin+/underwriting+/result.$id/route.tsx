import {
  json,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { replayResult } from '~/domain/engine-versions/replay.server'
import { offerFailure, sendingIsSafe } from '~/domain/offers/failures'
import { sendWarningText } from '~/domain/offers/send-warnings'
import { quoteUrl, resultUrl } from '~/domain/quotes/origin'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { formFields, keepFormOnFailure, unknownIntent } from '~/http/forms.server'
import { notFoundPage, pageId, retryAfter } from '~/http/problem.server'
import { requireAdmin } from '~/http/session.server'
import { takeUnsavedForm } from '~/http/unsaved-form.server'
import { AdminPage } from '~/ui/admin-frame'
import { Badge } from '~/ui/badge'
import { BulletList } from '~/ui/bullet-list'
import { Card } from '~/ui/card'
import { keepPageOnFailure, retryIsSafe } from '~/ui/keep-page'
import { Notice } from '~/ui/notice'
import { DecisionBadge } from '~/ui/result-badges'

import { EndedNotice } from '../../parts/ended-notice'
import { ListLinks } from '../../parts/list-links'
import { listOf, missingResult, resultOf } from '../parts/result-page.server'
import { openSince, QuestionsCard } from '../parts/questions'
import { DecideCard } from './decide-card'
import { confirm, decide, priceChanges } from './decide.server'
import { loadResultPage } from './load.server'
import { NextLink } from './next-link'
import { OriginCard } from './origin-card'
import { QuoteDialogLink } from './quote-dialog'
import { ResultExplanation } from './result-explanation'
import { changedTerms, PriceStats, RiskCard } from './result-figures'
import styles from './result.css?url'
import { SendOfferCard } from './send-offer-card'
import { changeOffer } from './send-offer.server'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction<typeof loader> = ({ data, params, matches }) => {
  const name = data?.applicant ? `, ${data.applicant.name}` : ''
  return [{ title: pageTitle(`Underwriting result ${params.id}${name}`, matches) }]
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const page = await loadResultPage(await resultOf(request, params.id), user.id)
  const { unsaved, headers } = await takeUnsavedForm(request, user.id)
  return json({ ...page, unsaved: unsaved !== null && 'verdict' in unsaved ? unsaved : null }, { headers })
}

/** Stores or confirms a decision, sends the result or withdraws it, or replays it without storing anything. */
export async function action({ request, params }: ActionFunctionArgs) {
  const fields = await formFields(request)
  const { user } = await requireAdmin(request, 'verdict' in fields ? fields : undefined) // all the input of this page
  const id = pageId(params.id, missingResult)
  const context = { by: user.id, page: resultUrl(id, listOf(request)) }
  if (fields.intent === 'send' || fields.intent === 'withdraw') return changeOffer(id, fields, context)
  if (fields.intent === 'decide') return decide(id, fields, context)
  if (fields.intent === 'confirm') return confirm(id, fields, context)
  if (fields.intent === 'price') return priceChanges(id, fields)
  if (fields.intent !== 'replay') throw unknownIntent()
  return keepFormOnFailure(fields, replayFailure, async () => {
    const replay = await replayResult(db, sandbox, id)
    if (replay.ok) return json(replay)
    if (replay.reason === 'missing') throw notFoundPage(missingResult)
    const busy = replay.reason === 'busy'
    return json(replay, { status: busy ? 503 : 422, headers: busy ? retryAfter : {} })
  })
}

const replayFailure = 'The replay failed. Please try again.'

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure(
  (intent) =>
    intent === 'replay'
      ? replayFailure
      : intent === 'decide'
        ? 'Failed to save the decision. Please try again.'
        : intent === 'confirm'
          ? 'Failed to confirm the decision. Please try again.'
          : intent === 'price'
            ? 'Failed to work out the price. Please try again.'
            : offerFailure(intent),
  {
    actsAgain: true,
    isQuestion: ({ intent }) => intent === 'price',
    adviceOf: ({ intent }) =>
      intent === 'send'
        ? sendingIsSafe
        : intent === 'decide' || intent === 'confirm'
          ? retryIsSafe
          : undefined,
  },
)

export default function UnderwritingResult() {
  const {
    result,
    details,
    applicant,
    about,
    largest,
    offers,
    isMailConnected,
    obstacle,
    decisionObstacle,
    ending,
    newer,
    decisions,
    earlier,
    tiers,
    reader,
    questions,
    list,
    neighbors,
    next,
    unsaved,
    waterfall,
  } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const replay = answer && 'ok' in answer ? answer : undefined
  const formResult = answer && 'errors' in answer ? answer : undefined
  const { intent } = formResult?.values ?? {}
  const isReplay = intent === 'replay'
  const isDecision = intent === 'decide' || intent === 'price' || intent === 'confirm'
  const isOpen = result.decision === 'referred' && decisions[0]?.state !== 'final'
  const isSent = offers.some(
    ({ result_id, withdrawn_at }) => result_id === result.id && withdrawn_at === null,
  )
  // News since the result is shown above the decision form, afterwards above the send button.
  const isUndecided = isOpen && !isSent
  const [decided] = isOpen ? [] : decisions
  const offered = decided?.verdict === 'changed' ? decided : undefined
  const changed = offered && changedTerms(result, offered)
  const isDeclined = decided?.verdict === 'declined'
  const correction = newer.find(({ kind }) => kind === 'correction')
  const quotePath = quoteUrl(result.quote_submission_id, list?.url)
  const page = resultUrl(result.id, list)
  const nextLink = next === null ? null : <NextLink next={next} from={list?.url ?? 'work'} />
  // After an action, the link to the next application is shown next to it.
  const isDone = isSent || decisions.length > 0
  return (
    <AdminPage
      title={`Underwriting result ${result.id}`}
      breadcrumbs={[
        list?.isWork
          ? { label: 'Work', to: list.url }
          : { label: 'Underwriting Engine', to: '/admin/underwriting' },
        { label: `Quote Q-${result.quote_submission_id}`, to: quotePath },
      ]}
      beside={isDone ? null : nextLink}
    >
      {applicant ? (
        <p>
          <strong>{applicant.name}</strong>, {about}.{largest === null ? '' : ` ${largest}`}
        </p>
      ) : null}
      {list && neighbors ? <ResultLinks list={{ ...list, ...neighbors }} /> : null}
      <EndedNotice ending={ending} quoteId={result.quote_submission_id} />
      {correction ? (
        <Notice tone="warning" title="Made before a correction">
          <p>{sendWarningText(correction)}</p>
          {correction.contradicts ? (
            <p>
              <Link to={quotePath}>Run underwriting again</Link> on the page of the quote.
            </p>
          ) : null}
        </Notice>
      ) : null}
      <PriceStats rated={result} offered={offered} isDeclined={isDeclined} />
      <div className="result-columns">
        <div className="result-acts">
          <Card
            title="Approval Status"
            actions={
              decided ? (
                <Badge tone="neutral">Referred by the engine</Badge>
              ) : (
                <DecisionBadge decision={result.decision} />
              )
            }
          >
            <BulletList items={details.decision.reasons.map(({ text }) => text)} />
          </Card>

          {result.decision === 'referred' ? (
            <DecideCard
              resultId={result.id}
              quoteId={result.quote_submission_id}
              page={page}
              list={list}
              ratedCover={result.max_coverage}
              ratedPremium={result.monthly_premium}
              decisions={decisions}
              earlier={earlier}
              tiers={tiers}
              price={(answer as { price?: string } | undefined)?.price}
              isSent={isSent}
              obstacle={decisionObstacle}
              isSenior={reader.isSenior}
              readerId={reader.id}
              isAsked={openSince(questions) !== null}
              newer={isUndecided ? newer.filter(({ kind }) => kind !== 'correction') : []}
              formResult={isDecision ? formResult : undefined}
              unsaved={unsaved}
              nextLink={isSent ? null : nextLink}
            />
          ) : null}

          <SendOfferCard
            result={{
              ...result,
              ...(offered && {
                coverage_tier: offered.tier,
                max_coverage: offered.coverage,
                monthly_premium: offered.monthly,
              }),
              decision: isDeclined ? 'declined' : result.decision,
              decisionId: decided?.id ?? null,
            }}
            list={list}
            isOpen={isOpen && ending === null}
            isEnded={ending !== null}
            obstacle={obstacle}
            newer={isUndecided ? [] : newer}
            openSince={openSince(questions)}
            applicant={applicant}
            offers={offers}
            isMailConnected={isMailConnected}
            formResult={isReplay || isDecision ? undefined : formResult}
            nextLink={isSent ? nextLink : null}
          />

          <QuestionsCard
            quoteId={result.quote_submission_id}
            questions={questions}
            ending={ending}
            isMailConnected={isMailConnected}
            result={{ id: result.id, list }}
          />
        </div>
        <ResultExplanation details={details} waterfall={waterfall} offered={changed}>
          <RiskCard result={result} offered={changed?.offered} />
        </ResultExplanation>
      </div>
      <OriginCard
        result={result}
        details={details}
        page={page}
        replay={replay}
        formResult={isReplay ? formResult : undefined}
      />

      <p className="link-row">
        <QuoteDialogLink id={result.quote_submission_id}>View Quote Details</QuoteDialogLink>
        <Link to="/admin/submissions">View All Submissions</Link>
        <Link to="/admin/underwriting">Back to the Underwriting Engine</Link>
      </p>
    </AdminPage>
  )
}

/** Links to the previous and next result of the list that the page was opened from. */
function ResultLinks({ list }: { list: { url: string; previous?: number | null; next?: number | null } }) {
  const { url, previous = null, next = null } = list
  const neighborOf = (id: number | null) =>
    id === null ? null : { to: resultUrl(id, list), label: `result ${id}` }
  return (
    <ListLinks
      title="The list of results"
      previous={neighborOf(previous)}
      back={url}
      next={neighborOf(next)}
    />
  )
}
