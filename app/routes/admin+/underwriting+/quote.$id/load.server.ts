import { db } from '~/db.server'
import { listQuestions } from '~/domain/applicant-questions/applicant-questions.server'
import { findHolder } from '~/domain/assignments/assignments.server'
import { changesText } from '~/domain/corrections/answers'
import { changesSince, correctionsSince } from '~/domain/corrections/corrections.server'
import { listDecisions } from '~/domain/decisions/decisions.server'
import { listOffers } from '~/domain/offers/offers.server'
import { findNeighbours } from '~/domain/quotes/neighbours.server'
import { fromOf, readOrigin } from '~/domain/quotes/origin'
import { findQuote } from '~/domain/quotes/quotes.server'
import { lastPage, quoteTimeline } from '~/domain/quotes/timeline.server'
import { quotes } from '~/domain/submissions/kinds'
import { openSubmission } from '~/domain/submissions/submissions.server'
import { listPublicTiers } from '~/domain/tiers/tiers.server'
import { readDetails } from '~/domain/underwriting/details'
import { highlightsOf, largestReasons } from '~/domain/underwriting/highlights'
import { findResult, searchResults } from '~/domain/underwriting/underwriting.server'
import { listEmployerNames } from '~/domain/underwriting/what-if.server'
import { readParams, wholeNumberParam, withDefault } from '~/lists/list-params'

import { answerWhatIf } from './what-if.server'

/** The newest results on the page; the list of results has all. */
const shown = 20

/** The employers that the trial suggests; others can be typed. */
const suggested = 100

const ownParams = { timeline: withDefault(wholeNumberParam({ min: 1, max: lastPage }), '1') }

/** Returns what the page of a quote shows, with the status of its trial; null if there is no such quote. */
export async function loadQuotePage(search: URLSearchParams, id: number, by: number) {
  const { timeline: page } = readParams(search, ownParams).values
  const origin = readOrigin(search.get('from'))
  const [
    opened,
    quote,
    results,
    corrections,
    offers,
    questions,
    timeline,
    tiers,
    employers,
    neighbours,
    holder,
  ] = await Promise.all([
    openSubmission(db, quotes, id, { by }),
    findQuote(db, id),
    searchResults(db, { quoteId: id }, { limit: shown + 1 }),
    correctionsSince(db, id, null),
    listOffers(db, id),
    listQuestions(db, id),
    quoteTimeline(db, id, page),
    listPublicTiers(db),
    listEmployerNames(db, suggested),
    findNeighbours(db, origin, id, { by }),
    findHolder(db, id),
  ])
  if (!opened || !quote || !timeline) return null
  const [first] = results
  const changes = first ? changesSince(corrections, first) : []
  const { init, ...trial } = await answerWhatIf(search, id, by)
  return {
    init,
    quote,
    results: results.slice(0, shown),
    hasMore: results.length > shown,
    /** The results that were made before the application was corrected. */
    outdated: results.filter((result) => changesSince(corrections, result).length > 0).map(({ id }) => id),
    questions,
    holder: { reader: by, now: holder ?? null },
    timeline,
    list: { neighbours, back: origin.url, from: fromOf(origin), isWork: origin.list === 'work' },
    newest: await newestOf(first?.id, changes.length > 0 ? changesText(changes) : null),
    sent: offers.find(({ withdrawn_at }) => withdrawn_at === null),
    trial: { ...trial, tiers: tiers.map(({ tier }) => tier), employers },
  }
}

/**
 * What the newest result says about the application, and what an underwriter decided. `corrected` is what was corrected since, in words: then
 * the answers that stand out are others.
 */
async function newestOf(id: number | undefined, corrected: string | null) {
  if (id === undefined) return null
  const [result, decisions] = await Promise.all([findResult(db, id), listDecisions(db, id)])
  if (result === null) return null
  const { calculation_details, ...figures } = result
  const details = readDetails(calculation_details, result.monthly_premium)
  return {
    result: figures,
    decision: decisions[0] ?? null,
    largest: largestReasons(details),
    corrected,
    highlights: corrected === null ? highlightsOf(details, result.monthly_premium) : [],
    reasons: details.decision.reasons.filter(({ code }) => code !== 'MET').map(({ text }) => text),
  }
}
