import {
  json,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  type SerializeFrom,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { listQuestions } from '~/domain/applicant-questions/applicant-questions.server'
import { replayResult } from '~/domain/engine-versions/replay.server'
import { longDate } from '~/domain/dates'
import { adminTime, counted, money } from '~/domain/formats'
import { fourDecimals } from '~/domain/office-formats'
import { offerFailure } from '~/domain/offers/failures'
import { authorityOf } from '~/domain/decisions/authority.server'
import {
  findDecisionRefusal,
  findEarlierDecision,
  listDecisions,
  listTiers,
} from '~/domain/decisions/decisions.server'
import { sendWarningText } from '~/domain/offers/send-warnings'
import { findSendWarnings, findSendRefusal, listOffers } from '~/domain/offers/offers.server'
import { findEnding } from '~/domain/quotes/ending.server'
import { actUrl, quoteUrl, resultUrl } from '~/domain/quotes/origin'
import { coverageLevelLabel } from '~/domain/quotes/quotes.options'
import { findQuote, type QuoteSubmission } from '~/domain/quotes/quotes.server'
import { readDetails } from '~/domain/underwriting/details'
import { largestReasons } from '~/domain/underwriting/highlights'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { resultList } from '~/domain/underwriting/result-list'
import { findResultsBeside } from '~/domain/underwriting/result-list.server'
import { findInput } from '~/domain/underwriting/underwriting.server'
import { premiumWaterfall } from '~/domain/underwriting/waterfall.server'
import { findNext, type WorkAct } from '~/domain/work/work.server'
import { isMailConnected } from '~/env.server'
import { formFields, keepFormOnFailure, unknownIntent } from '~/http/forms.server'
import { notFoundPage, pageId, retryAfter } from '~/http/problem.server'
import { requireAdmin } from '~/http/session.server'
import { readUnsavedForm } from '~/http/unsaved-form.server'
import { AdminPage } from '~/ui/admin-frame'
import { Badge } from '~/ui/badge'
import { BulletList } from '~/ui/bullet-list'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { keepPageOnFailure } from '~/ui/keep-page'
import { Notice } from '~/ui/notice'
import { DecisionBadge, TierBadge } from '~/ui/result-badges'
import { Stat } from '~/ui/stat'

import { EndedNotice } from '../../parts/ended-notice'
import { ListLinks } from '../../parts/list-links'
import { JsonDetails } from '../parts/json-details'
import { listOf, missingResult, resultOf } from '../parts/result-page.server'
import { openSince, QuestionsCard } from '../parts/questions'
import { DecideCard } from './decide-card'
import { confirm, decide, priceChanges } from './decide.server'
import { QuoteDialogLink } from './quote-dialog'
import { Replay } from './replay'
import { ResultExplanation } from './result-explanation'
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
  const { result, list } = await resultOf(request, params.id)
  const details = readDetails(result.calculation_details, result.monthly_premium)
  const results = list?.list === 'results' ? list : null
  const isReferred = result.decision === 'referred'
  const [
    offers,
    decisions,
    tiers,
    quote,
    authority,
    questions,
    next,
    beside,
    obstacle,
    newer,
    earlier,
    undecidable,
    input,
  ] = await Promise.all([
    listOffers(db, result.quote_submission_id),
    listDecisions(db, result.id),
    listTiers(db, result.id),
    findQuote(db, result.quote_submission_id),
    authorityOf(db, user.id),
    listQuestions(db, result.quote_submission_id),
    results
      ? null
      : findNext(db, {
          act: isReferred ? 'decide' : 'send',
          after: result.quote_submission_id,
          by: user.id,
        }),
    results && findResultsBeside(db, resultList.read(results.search), result.id),
    findSendRefusal(db, result.id),
    findSendWarnings(db, result.id),
    isReferred ? findEarlierDecision(db, { quoteId: result.quote_submission_id, resultId: result.id }) : null,
    isReferred ? findDecisionRefusal(db, result.id) : null,
    findInput(db, result.id),
  ])
  const unsaved = await readUnsavedForm(request, user.id)
  const applicant = quote && { name: quote.name, email: quote.email }
  return json({
    result,
    details,
    applicant,
    about: quote && aboutText({ ...quote, ...input?.quote }),
    largest: largestReasons(details),
    offers,
    isMailConnected: isMailConnected(),
    obstacle,
    undecidable,
    ending: quote && (await findEnding(db, quote)),
    newer,
    decisions,
    earlier,
    tiers,
    reader: { id: user.id, isSenior: authority === 'senior' },
    questions,
    list: list && { url: list.url, isWork: list.list === 'work' },
    beside,
    next,
    unsaved: unsaved !== null && 'verdict' in unsaved ? unsaved : null,
    waterfall: premiumWaterfall(details, result.monthly_premium, changedOffer(decisions)),
  })
}

/** Who applied for what, with the figures of the run: 'Analyst at Harborline, 2.5 years, states $4,500.00 a month, asked for Standard'. */
function aboutText({
  occupation,
  employer_name,
  employment_length,
  income,
  coverage_level,
}: QuoteSubmission) {
  return `${occupation} at ${employer_name}, ${counted(employment_length, 'year')}, states ${money(income)} a month, asked for ${coverageLevelLabel(coverage_level)}`
}

/** Stores or confirms a decision, sends the result to its applicant or withdraws it, or replays it without storing anything. */
export async function action({ request, params }: ActionFunctionArgs) {
  const fields = await formFields(request)
  const { user } = await requireAdmin(request, 'verdict' in fields ? fields : undefined) // all that is typed here
  const id = pageId(params.id, missingResult)
  const here = { by: user.id, page: resultUrl(id, listOf(request)) }
  if (fields.intent === 'send' || fields.intent === 'withdraw') return changeOffer(id, fields, here)
  if (fields.intent === 'decide') return decide(id, fields, here)
  if (fields.intent === 'confirm') return confirm(id, fields, here)
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
  { actsAgain: true, isQuestion: ({ intent }) => intent === 'price' },
)

/** A figure of the engine; where a person has changed it, theirs, with the rated one beside it. */
function figureOf(rated: string, offered: string | null | undefined, note?: string) {
  if (offered == null || offered === rated) return { value: rated, note }
  return { value: offered, note: `offered; rated: ${rated}` }
}

/** The newest decision, if it counts and changes what is offered. */
function changedOffer([newest]: Awaited<ReturnType<typeof listDecisions>>) {
  return newest?.state === 'final' && newest.verdict === 'changed' ? newest : null
}

/** The rated cover and premium, and those that a person offers; undefined where the result has none to compare with. */
function changedTerms(
  { max_coverage, monthly_premium }: { max_coverage: number | null; monthly_premium: number | null },
  { coverage, monthly }: { coverage: number | null; monthly: number | null },
) {
  if (!max_coverage || !monthly_premium || coverage === null || !monthly) return undefined
  return {
    rated: { coverage: max_coverage, monthly: monthly_premium },
    offered: { coverage, monthly },
  }
}

/** Keeps the actions in view: a form of a decision that is taller than the window stays by its end. */
function actsClass({ isSent, isReferred }: { isSent: boolean; isReferred: boolean }) {
  if (isSent) return 'result-acts'
  return isReferred ? 'result-acts result-acts-tall' : 'result-acts result-acts-open'
}

const nextWords: Record<WorkAct, string> = {
  decide: 'to decide',
  run: 'to run',
  send: 'to send',
}

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
    undecidable,
    ending,
    newer,
    decisions,
    earlier,
    tiers,
    reader,
    questions,
    list,
    beside,
    next,
    unsaved,
    waterfall,
  } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const replay = answer && 'ok' in answer ? answer : undefined
  const formResult = answer && 'errors' in answer ? answer : undefined
  const { intent } = formResult?.values ?? {}
  const ofReplay = intent === 'replay'
  const ofDecision = intent === 'decide' || intent === 'price' || intent === 'confirm'
  const isOpen = result.decision === 'referred' && decisions[0]?.state !== 'final'
  const isSent = offers.some(
    ({ result_id, withdrawn_at }) => result_id === result.id && withdrawn_at === null,
  )
  // What the decider should know stands above the form; later it stands above the button that sends.
  const isUndecided = isOpen && !isSent
  const [decided] = isOpen ? [] : decisions
  const offered = decided?.verdict === 'changed' ? decided : undefined
  const changed = offered && changedTerms(result, offered)
  const isDeclined = decided?.verdict === 'declined'
  const declined = isDeclined ? 'as rated; declined by a person' : undefined
  const correction = newer.find(({ kind }) => kind === 'correction')
  const quotePath = quoteUrl(result.quote_submission_id, list?.url)
  const page = resultUrl(result.id, list)
  const onward = next === null ? null : <NextLink next={next} from={list?.url ?? 'work'} />
  // Once something is done, what comes next stands beside it.
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
    >
      {applicant ? (
        <p>
          <strong>{applicant.name}</strong>, {about}.{largest === null ? '' : ` ${largest}`}
        </p>
      ) : null}
      {list && beside ? <ResultLinks list={{ ...list, ...beside }} /> : null}
      {isDone ? null : onward}
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
      <dl className="stat-grid">
        <Stat
          label="Coverage tier"
          value={<TierBadge tier={offered?.tier ?? result.coverage_tier} />}
          note={figureOf(result.coverage_tier ?? 'None', offered?.tier, declined).note}
        />
        <Stat
          label="Max coverage"
          {...figureOf(
            money(result.max_coverage),
            offered && money(offered.coverage),
            declined ?? 'the largest lump sum',
          )}
        />
        <Stat
          label="Monthly premium"
          {...figureOf(
            money(result.monthly_premium),
            offered && money(offered.monthly),
            declined ?? 'a month',
          )}
        />
        <Stat
          label="Annual premium"
          {...figureOf(
            money(result.annual_premium),
            offered && money(offered.annual),
            declined ?? 'a year, 5% less for paying at once',
          )}
        />
      </dl>
      <div className="result-columns">
        <div className={actsClass({ isSent, isReferred: result.decision === 'referred' })}>
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
              obstacle={undecidable}
              isSenior={reader.isSenior}
              readerId={reader.id}
              isAsked={openSince(questions) !== null}
              newer={isUndecided ? newer.filter(({ kind }) => kind !== 'correction') : []}
              formResult={ofDecision ? formResult : undefined}
              unsaved={unsaved}
              onward={isSent ? null : onward}
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
            formResult={ofReplay || ofDecision ? undefined : formResult}
            onward={isSent ? onward : null}
          />

          <QuestionsCard
            quoteId={result.quote_submission_id}
            questions={questions}
            ending={ending}
            isMailConnected={isMailConnected}
            result={{ id: result.id, list }}
          />
        </div>
        <div className="result-figures">
          <ResultExplanation details={details} waterfall={waterfall} offered={changed}>
            <Card title="Risk assessment">
              <dl className="result-risk">
                <Stat
                  label="Ratio of coverage to monthly premium"
                  {...figureOf(
                    fourDecimals(result.ratio),
                    changed && fourDecimals(changed.offered.coverage / changed.offered.monthly),
                  )}
                />
                <Stat
                  label="User score"
                  value={fourDecimals(result.user_score)}
                  note="0 to 100, higher is safer"
                />
                <Stat
                  label="Combined risk factor"
                  value={fourDecimals(result.combined_risk_factor)}
                  note="1 is the average of the portfolio"
                />
              </dl>
            </Card>
          </ResultExplanation>

          <Card title="What made this result">
            <DescriptionList
              items={[
                { term: 'Run at', description: `${adminTime(result.date_created)} UTC` },
                { term: 'Engine version', description: <code>{result.engine_hash.slice(0, 12)}</code> },
                { term: 'Configuration', description: <code>{result.configuration_hash.slice(0, 12)}</code> },
              ]}
            />
            <p className="hint">
              Results that name the same engine version and the same configuration were made by the same code
              from the same tables.
            </p>
            <JsonDetails title="Calculation details as JSON" value={details} />
            <Replay action={page} replay={replay} formResult={ofReplay ? formResult : undefined} />
            <div className="after-form">
              <a href={`/admin/underwriting/result/${result.id}/evidence`} download>
                Download the evidence as JSON
              </a>
              <p className="hint">
                Input, version, result and who acted on it, with a fingerprint. The script verify-decision.mjs
                checks the file without this site.
              </p>
            </div>
          </Card>
        </div>
      </div>

      <p className="link-row">
        <QuoteDialogLink id={result.quote_submission_id}>View Quote Details</QuoteDialogLink>
        <Link to="/admin/submissions">View All Submissions</Link>
        <Link to="/admin/underwriting">Back to the Underwriting Engine</Link>
      </p>
    </AdminPage>
  )
}

type Next = NonNullable<SerializeFrom<typeof loader>['next']>

/** Leads to the application that waits longest, where it is acted on. `from` is the work list. */
function NextLink({ next, from }: { next: Next; from: string }) {
  const { quoteId, name, act, due } = next
  return (
    <p className="link-row">
      <Link to={actUrl(act, next, from)} rel="next">
        Next: Q-{quoteId} {name}, {nextWords[act]} by {longDate(due)}
      </Link>
    </p>
  )
}

/** Leads through the list of results that the page was opened from. */
function ResultLinks({ list }: { list: { url: string; previous?: number | null; next?: number | null } }) {
  const { url, previous = null, next = null } = list
  const neighbour = (id: number | null) =>
    id === null ? null : { to: resultUrl(id, list), label: `result ${id}` }
  return (
    <ListLinks title="The list of results" previous={neighbour(previous)} back={url} next={neighbour(next)} />
  )
}
