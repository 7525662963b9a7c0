import { db } from '~/db.server'
import { listQuestions } from '~/domain/applicant-questions/applicant-questions.server'
import { findAssignee } from '~/domain/assignments/assignments.server'
import { changesSince, correctionsSince } from '~/domain/corrections/corrections.server'
import { listOffers } from '~/domain/offers/offers.server'
import { findNeighbors } from '~/domain/quotes/neighbors.server'
import { describeNewestResult } from '~/domain/quotes/newest-result.server'
import { fromOf, readOrigin, readResultOrigin } from '~/domain/quotes/origin'
import { findEnding } from '~/domain/quotes/ending.server'
import { findQuote } from '~/domain/quotes/quotes.server'
import { lastPage, quoteTimeline } from '~/domain/quotes/timeline.server'
import { quotes } from '~/domain/submissions/kinds'
import { openSubmission } from '~/domain/submissions/submissions.server'
import { listPublicTiers } from '~/domain/tiers/tiers.server'
import { searchResults } from '~/domain/underwriting/underwriting.server'
import { listEmployerNames } from '~/domain/underwriting/what-if.server'
import { isMailConnected } from '~/env.server'
import { readParams, wholeNumberParam, withDefault } from '~/lists/list-params'

import { answerWhatIf } from './what-if.server'

/** The maximum number of results on the page; the list of results has all. */
const shown = 20

/** The maximum number of employers that the what-if form suggests; others can be typed. */
const suggested = 100

const ownParams = { timeline: withDefault(wholeNumberParam({ min: 1, max: lastPage }), '1') }

/** Returns the data of a quote's page, with the status of its what-if form; null if there is no such quote. */
export async function loadQuotePage(search: URLSearchParams, id: number, by: number) {
  const { timeline: page } = readParams(search, ownParams).values
  const origin = readOrigin(search.get('from'))
  const ofResult = readResultOrigin(search.get('from'))
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
    neighbors,
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
    findNeighbors(db, origin, id, { by }),
    findAssignee(db, id),
  ])
  if (!opened || !quote || !timeline) return null
  const [first] = results
  const { init, ...trial } = await answerWhatIf(search, id, by)
  return {
    init,
    quote,
    results: results.slice(0, shown),
    hasMore: results.length > shown,
    /** The results from before the last correction of the application. */
    outdated: results.filter((result) => changesSince(corrections, result).length > 0).map(({ id }) => id),
    questions,
    /** Why nothing can be sent. */
    ending: await findEnding(db, quote),
    holder: { reader: by, now: holder ?? null },
    timeline,
    list: { neighbors, back: origin.url, from: fromOf(origin), isWork: origin.list === 'work' },
    /** The list that the page of a result leads back to. */
    listOfResult: ofResult && { url: ofResult.url },
    newest: first ? await describeNewestResult(db, first, corrections) : null,
    isMailConnected: isMailConnected(),
    sent: offers.find(({ withdrawn_at }) => withdrawn_at === null),
    trial: { ...trial, tiers: tiers.map(({ tier }) => tier), employers },
  }
}
