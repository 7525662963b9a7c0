import { readDetails, type ResultDetails } from '~/domain/underwriting/details'

/** A line from the tier's base premium to the price: dollars that it adds, negative where it takes them off. */
export type PriceLine = { label: string; dollars: number }

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
  /** How the price came about; null without an offer. */
  price: { base: number; lines: PriceLine[]; rest: PriceLine[] } | null
  /** Credit, bankruptcy and background data that made the price dearer or led to the decision, the principal one first. */
  adverse: string[]
  /** Whether the employer's record and its industry's layoffs were used beside the answers; null for the first engine. */
  used: { employer: boolean; industry: boolean } | null
}

type Result = {
  decision: 'approved' | 'referred' | 'declined'
  coverage_tier: string | null
  max_coverage: number | null
  monthly_premium: number | null
  annual_premium: number | null
  user_score: number
  combined_risk_factor: number
  calculation_details: object | null
  /** What an underwriter decided about a referred result, and what a declined applicant is told. */
  verdict: string | null
  told: string | null
  tiers: { tier_name: string; vesting_months: number }[] | null
  used: ApplicantView['used']
}

export function applicantView(result: Result): ApplicantView {
  const byPerson = result.verdict === 'declined'
  const declined = isDeclined(result)
  const tier = result.tiers?.find(({ tier_name }) => tier_name === result.coverage_tier)
  const details =
    result.calculation_details && readDetails(result.calculation_details, result.monthly_premium)
  return {
    declined,
    tier: result.coverage_tier,
    coverage: declined ? null : result.max_coverage,
    monthly: declined ? null : result.monthly_premium,
    annual: declined ? null : result.annual_premium,
    vestingMonths: tier?.vesting_months ?? 0,
    reasons: byPerson ? [result.told ?? inGeneral] : visibleReasons(result, details, declined),
    price: details && !declined ? priceOf(details) : null,
    adverse: details ? adverseData(details) : [],
    used: result.used,
  }
}

/** Whether the engine, or an underwriter about a referred result, has declined. */
export function isDeclined({ decision, verdict }: Pick<Result, 'decision' | 'verdict'>) {
  return decision === 'declined' || verdict === 'declined'
}

const inGeneral = 'We looked at your application as a whole.'

/**
 * Returns the reasons that are for the applicant; others, and those that mention a figure of the engine, are replaced by one general
 * sentence.
 */
function visibleReasons(
  { user_score, combined_risk_factor }: Result,
  details: ResultDetails | null,
  declined: boolean,
) {
  const figures = [user_score, combined_risk_factor].filter((figure) => figure % 1 !== 0).map(String)
  const all = details?.decision.reasons ?? []
  const visible = all
    .filter(({ text, forApplicant }) => forApplicant && !figures.some((figure) => text.includes(figure)))
    .map(({ text }) => text)
  const general = visible.length < all.length || (declined && visible.length === 0)
  return general ? [...visible, inGeneral] : visible
}

/** The lines between the base premium and the price: the largest ones, and the rest as one line. */
const maxLines = 4

function priceOf({ base_premium: base, factors }: ResultDetails) {
  const moves = factors
    .filter(({ dollars }) => dollars !== 0)
    .map(({ label, dollars }) => ({ label, dollars }))
  const largest = moves.toSorted((a, b) => Math.abs(b.dollars) - Math.abs(a.dollars)).slice(0, maxLines)
  const rest = moves.filter((move) => !largest.includes(move))
  const sum = Math.round(100 * rest.reduce((total, { dollars }) => total + dollars, 0)) / 100
  const together = rest.length > 0 ? [{ label: 'Everything else', dollars: sum }] : []
  return { base, lines: [...moves.filter((move) => largest.includes(move)), ...together], rest }
}

/** Factors and reasons that rest on data about a person's credit and record. */
const personalData: Record<string, string> = {
  credit: 'Credit score',
  credit_score: 'Credit score',
  bankruptcy: 'Bankruptcy history',
  background: 'Background check',
  background_check: 'Background check',
}

function adverseData({ factors, decision }: ResultDetails) {
  // Without an offer there is no price that they made dearer.
  const priced = decision.status === 'declined' ? [] : factors
  const dearer = priced
    .filter(({ name, multiplier }) => name in personalData && multiplier > 1.0005)
    .toSorted((a, b) => b.multiplier - a.multiplier)
    .map(({ name }) => personalData[name] ?? name)
  const decisive = decision.reasons.some(({ code }) => code === 'BACKGROUND') ? ['Background check'] : []
  return [...new Set([...decisive, ...dearer])]
}
