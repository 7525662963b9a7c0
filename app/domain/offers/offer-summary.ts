/** What an applicant is told of a result, wherever that is: in the mail, on the private page, on the dashboard. */
export type OfferFacts = {
  declined: boolean
  tier: string | null
  /** US dollars: the lump sum at most, and the premiums of a month and of a year. */
  coverage: number | null
  monthly: number | null
  annual: number | null
  vestingMonths: number
  reasons: string[]
}

type Result = {
  decision: 'approved' | 'referred' | 'declined'
  coverage_tier: string | null
  max_coverage: number | null
  monthly_premium: number | null
  annual_premium: number | null
  user_score: number
  combined_risk_factor: number
  reasons: string[] | null
  tiers: { tier_name: string; vesting_months: number }[] | null
}

export function applicantView(result: Result): OfferFacts {
  const declined = result.decision === 'declined'
  const tier = result.tiers?.find(({ tier_name }) => tier_name === result.coverage_tier)
  return {
    declined,
    tier: result.coverage_tier,
    coverage: declined ? null : result.max_coverage,
    monthly: declined ? null : result.monthly_premium,
    annual: declined ? null : result.annual_premium,
    vestingMonths: tier?.vesting_months ?? 0,
    reasons: toldReasons(result, declined),
  }
}

const inGeneral = 'We looked at your application as a whole.'
const internal = /\b(?:scores?|factors?|multipliers?|ratios?|loadings?|engine|synergy)\b/i

/**
 * The reasons of a decision without the office's own figures: what speaks of a score or a factor, by its name or its value, is told
 * in general, once. The engine can be edited, so no wording of it is relied upon.
 */
function toldReasons({ reasons, user_score, combined_risk_factor }: Result, declined: boolean) {
  const figures = [user_score, combined_risk_factor].filter((figure) => figure % 1 !== 0).map(String)
  const tells = (reason: string) => internal.test(reason) || figures.some((figure) => reason.includes(figure))
  const given = reasons ?? []
  const told = given.filter((reason) => !tells(reason))
  const general = told.length < given.length || (declined && told.length === 0)
  return general ? [...told, inGeneral] : told
}
