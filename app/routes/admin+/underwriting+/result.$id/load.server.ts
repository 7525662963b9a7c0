import { db } from '~/db.server'
import { listQuestions } from '~/domain/applicant-questions/applicant-questions.server'
import { authorityOf } from '~/domain/decisions/authority.server'
import {
  findDecisionRefusal,
  findEarlierDecision,
  listDecisions,
  listTiers,
} from '~/domain/decisions/decisions.server'
import { counted, money } from '~/domain/formats'
import { findSendRefusal, findSendWarnings, listOffers } from '~/domain/offers/offers.server'
import { findEnding } from '~/domain/quotes/ending.server'
import { coverageLevelLabel } from '~/domain/quotes/quotes.options'
import { findQuote, type QuoteSubmission } from '~/domain/quotes/quotes.server'
import { readDetails } from '~/domain/underwriting/details'
import { largestReasons } from '~/domain/underwriting/highlights'
import { resultList } from '~/domain/underwriting/result-list'
import { findResultsBeside } from '~/domain/underwriting/result-list.server'
import { findInput } from '~/domain/underwriting/underwriting.server'
import { premiumWaterfall } from '~/domain/underwriting/waterfall.server'
import { findNext } from '~/domain/work/work.server'
import { isMailConnected } from '~/env.server'

import type { resultOf } from '../parts/result-page.server'

/** Returns what the page of a result shows to an admin. */
export async function loadResultPage({ result, list }: Awaited<ReturnType<typeof resultOf>>, by: number) {
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
    neighbors,
    obstacle,
    newer,
    earlier,
    decisionObstacle,
    input,
  ] = await Promise.all([
    listOffers(db, result.quote_submission_id),
    listDecisions(db, result.id),
    listTiers(db, result.id),
    findQuote(db, result.quote_submission_id),
    authorityOf(db, by),
    listQuestions(db, result.quote_submission_id),
    results
      ? null
      : findNext(db, { act: isReferred ? 'decide' : 'send', after: result.quote_submission_id, by }),
    results && findResultsBeside(db, resultList.read(results.search), result.id),
    findSendRefusal(db, result.id),
    findSendWarnings(db, result.id),
    isReferred ? findEarlierDecision(db, { quoteId: result.quote_submission_id, resultId: result.id }) : null,
    isReferred ? findDecisionRefusal(db, result.id) : null,
    findInput(db, result.id),
  ])
  return {
    result,
    details,
    applicant: quote && { name: quote.name, email: quote.email },
    about: quote && aboutText({ ...quote, ...input?.quote }),
    largest: largestReasons(details),
    offers,
    isMailConnected: isMailConnected(),
    obstacle,
    decisionObstacle,
    ending: quote && (await findEnding(db, quote)),
    newer,
    decisions,
    earlier,
    tiers,
    reader: { id: by, isSenior: authority === 'senior' },
    questions,
    list: list && { url: list.url, isWork: list.list === 'work' },
    neighbors,
    next,
    waterfall: premiumWaterfall(details, result.monthly_premium, changedOffer(decisions)),
  }
}

/** Describes an application with the figures of the run: 'Analyst at Harborline, 2.5 years, states $4,500.00 a month, asked for Standard'. */
function aboutText({
  occupation,
  employer_name,
  employment_length,
  income,
  coverage_level,
}: QuoteSubmission) {
  return `${occupation} at ${employer_name}, ${counted(employment_length, 'year')}, states ${money(income)} a month, asked for ${coverageLevelLabel(coverage_level)}`
}

/** Returns the newest decision if it counts and changes the offer. */
function changedOffer([newest]: Awaited<ReturnType<typeof listDecisions>>) {
  return newest?.state === 'final' && newest.verdict === 'changed' ? newest : null
}
