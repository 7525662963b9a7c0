/** The applicant's view of a result: in the mail, on the private page and on the dashboard. */
export type ApplicantView = {
  declined: boolean
  tier: string | null
  /** US dollars: the maximum lump sum, and the monthly and annual premiums. */
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

export function applicantView(result: Result): ApplicantView {
  const declined = result.decision === 'declined'
  const tier = result.tiers?.find(({ tier_name }) => tier_name === result.coverage_tier)
  return {
    declined,
    tier: result.coverage_tier,
    coverage: declined ? null : result.max_coverage,
    monthly: declined ? null : result.monthly_premium,
    annual: declined ? null : result.annual_premium,
    vestingMonths: tier?.vesting_months ?? 0,
    reasons: visibleReasons(result, declined),
  }
}

const inGeneral = 'We looked at your application as a whole.'
const internal = /\b(?:scores?|factors?|multipliers?|ratios?|loadings?|engine|synergy)\b/i

/**
 * Returns the reasons of a decision without internal figures: reasons that mention a score or a factor, by name or by value, are replaced
 * by one general sentence. The engine can be edited, so this relies on none of its wording.
 */
function visibleReasons({ reasons, user_score, combined_risk_factor }: Result, declined: boolean) {
  const figures = [user_score, combined_risk_factor].filter((figure) => figure % 1 !== 0).map(String)
  const isInternal = (reason: string) =>
    internal.test(reason) || figures.some((figure) => reason.includes(figure))
  const all = reasons ?? []
  const visible = all.filter((reason) => !isInternal(reason))
  const general = visible.length < all.length || (declined && visible.length === 0)
  return general ? [...visible, inGeneral] : visible
}
