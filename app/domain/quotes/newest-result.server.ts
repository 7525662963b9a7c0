import { changesText, isRated } from '~/domain/corrections/answers'
import { changesSince, correctionsSince } from '~/domain/corrections/corrections.server'
import { findLiveResult } from '~/domain/offers/offers.server'
import { listDecisions } from '~/domain/decisions/decisions.server'
import { priceChangesSince } from '~/domain/underwriting/changed-parts.server'
import { readDetails } from '~/domain/underwriting/details'
import { highlightsOf, largestReasons } from '~/domain/underwriting/highlights'
import { findResult, searchResults } from '~/domain/underwriting/underwriting.server'

import type { Db } from '../../../db/schema'

export type NewestResult = NonNullable<Awaited<ReturnType<typeof findNewestResult>>>

/** Returns the summary of the newest result of a quote, and whether its applicant can read it; null if there is none. */
export async function findNewestResult(db: Db, quoteId: number) {
  const [[newest], corrections, live] = await Promise.all([
    searchResults(db, { quoteId }, { limit: 1 }),
    correctionsSince(db, quoteId, null),
    findLiveResult(db, quoteId),
  ])
  const described = newest ? await describeNewestResult(db, newest, corrections) : null
  return described && { ...described, isSent: live === described.result.id }
}

/**
 * Returns the summary of a result, and the underwriter's decision. `corrected` describes the corrections since: then the highlights are
 * outdated. `repriced` describes changes since of what its price depends on.
 */
export async function describeNewestResult(
  db: Db,
  newest: { id: number; correction_id: number | null },
  corrections: Awaited<ReturnType<typeof correctionsSince>>,
) {
  const [result, decisions] = await Promise.all([findResult(db, newest.id), listDecisions(db, newest.id)])
  if (result === null) return null
  const [decision = null] = decisions
  const changes = changesSince(corrections, newest)
  const { calculation_details, ...figures } = result
  const details = readDetails(calculation_details, result.monthly_premium)
  const isOther = changes.some(({ name }) => isRated(name))
  return {
    result: figures,
    decision,
    terms: termsOf(figures, decision),
    largest: largestReasons(details),
    corrected: changes.length > 0 ? changesText(changes) : null,
    repriced: isOther ? null : await priceChangesSince(db, figures),
    highlights: changes.length > 0 ? [] : highlightsOf(details, result.monthly_premium),
    reasons: details.decision.reasons.filter(({ code }) => code !== 'MET').map(({ text }) => text),
  }
}

type Figures = Pick<
  NonNullable<Awaited<ReturnType<typeof findResult>>>,
  'decision' | 'coverage_tier' | 'max_coverage' | 'monthly_premium'
>
type Decision = Awaited<ReturnType<typeof listDecisions>>[number]

/** Returns what can be offered: the engine's figures, or those of the person who decided about a referral. US dollars; null for none. */
function termsOf(figures: Figures, decision: Decision | null) {
  const final = decision?.state === 'final' ? decision : null
  const verdict = final?.verdict ?? null
  if (figures.decision === 'declined' || verdict === 'declined')
    return { verdict, isDeclined: true, tier: null, coverage: null, monthly: null }
  const changed = final?.verdict === 'changed' ? final : null
  return {
    verdict,
    isDeclined: false,
    tier: changed?.tier ?? figures.coverage_tier,
    coverage: changed?.coverage ?? figures.max_coverage,
    monthly: changed?.monthly ?? figures.monthly_premium,
  }
}
