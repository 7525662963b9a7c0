import { changedLines } from '~/domain/decisions/changed-lines'
import type { Terms } from '~/domain/decisions/terms.server'
import { readDetails, type ResultDetails } from '~/domain/underwriting/details'
import { cents } from '~/engine/model/money'

/** A line from the tier's base premium to the price: dollars that it adds, negative where it takes them off. */
export type PriceLine = { label: string; dollars: number }

/** The applicant's view of a result: in the mail, on the private page and on the dashboard. */
export type ApplicantView = {
  declined: boolean
  /** A person has declined, or changed what the engine rated. */
  byPerson: boolean
  tier: string | null
  /** US dollars: the maximum lump sum, and the monthly and annual premiums. */
  coverage: number | null
  monthly: number | null
  annual: number | null
  vestingMonths: number
  /** What an underwriter does not offer to cover, in words. */
  exclusion: string | null
  reasons: string[]
  /** How the price came about; null without an offer. */
  price: { base: number; lines: PriceLine[]; rest: PriceLine[] } | null
  /** Credit, bankruptcy and background data that made the price dearer or led to the decision, the principal one first. */
  adverse: string[]
  /** Whether the employer's record and its industry's layoffs were used besides the answers; null for the first engine. */
  used: { employer: boolean; industry: boolean } | null
}

/** An underwriter's decision about a referred result, its reason for the applicant, and the offered terms where they differ from the rated ones. */
export type OfferDecision = { verdict: string; told: string | null; terms: Terms | null }

type Result = {
  decision: 'approved' | 'referred' | 'declined'
  coverage_tier: string | null
  max_coverage: number | null
  monthly_premium: number | null
  annual_premium: number | null
  user_score: number
  combined_risk_factor: number
  calculation_details: object | null
  decided: OfferDecision | null
  tiers: { tier_name: string; vesting_months: number }[] | null
  used: ApplicantView['used']
}

export function applicantView(result: Result): ApplicantView {
  const declined = isDeclined(result)
  const { told = null, terms = null } = result.decided ?? {}
  const offered = terms ?? {
    tier: result.coverage_tier,
    coverage: result.max_coverage,
    monthly: result.monthly_premium,
    annual: result.annual_premium,
    exclusion: null,
  }
  const calculation = terms?.rated ?? result.calculation_details
  const details = calculation && readDetails(calculation, result.monthly_premium)
  const byPerson = terms !== null || result.decided?.verdict === 'declined'
  return {
    declined,
    byPerson,
    tier: offered.tier,
    coverage: declined ? null : offered.coverage,
    monthly: declined ? null : offered.monthly,
    annual: declined ? null : offered.annual,
    vestingMonths: result.tiers?.find(({ tier_name }) => tier_name === offered.tier)?.vesting_months ?? 0,
    exclusion: offered.exclusion,
    reasons: byPerson ? [told ?? inGeneral] : visibleReasons(result, details, declined),
    price: details && !declined ? priceOf(details, terms) : null,
    adverse: details ? adverseData(details, declined) : [],
    used: result.used,
  }
}

/** Whether the engine, or an underwriter about a referred result, has declined. */
export function isDeclined({ decision, decided }: Pick<Result, 'decision' | 'decided'>) {
  return decision === 'declined' || decided?.verdict === 'declined'
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

/** The lines between the base premium and the price, with those of an underwriter: the largest ones. The rest is one more line. */
const maxLines = 4

const labels = {
  change: 'Less cover than rated',
  loading: (percent: number) => `Loading of ${percent}%, decided by a person`,
}

function priceOf({ base_premium: base, factors }: ResultDetails, terms: Terms | null) {
  const moves = factors
    .filter(({ dollars }) => dollars !== 0)
    .map(({ label, dollars }) => ({ label, dollars }))
  const changes = terms ? changedLines(base + sumOf(moves), terms, labels) : []
  const largest = moves
    .toSorted((a, b) => Math.abs(b.dollars) - Math.abs(a.dollars))
    .slice(0, maxLines - changes.length)
  const rest = moves.filter((move) => !largest.includes(move))
  const together = rest.length > 0 ? [{ label: 'Everything else', dollars: sumOf(rest) }] : []
  const lines = [...moves.filter((move) => largest.includes(move)), ...together]
  return { base, lines: [...lines, ...changes], rest }
}

/** Dollars, to the cent. */
function sumOf(lines: readonly PriceLine[]) {
  return cents(lines.reduce((total, { dollars }) => total + dollars, 0))
}

/** Factors and reasons that rest on data about a person's credit and record. */
const personalData: Record<string, string> = {
  credit: 'Credit score',
  credit_score: 'Credit score',
  bankruptcy: 'Bankruptcy history',
  background: 'Background check',
  background_check: 'Background check',
}

function adverseData({ factors, decision }: ResultDetails, declined: boolean) {
  // Without an offer there is no price that they made dearer.
  const priced = declined ? [] : factors
  const dearer = priced
    .filter(({ name, multiplier }) => name in personalData && multiplier > 1.0005)
    .toSorted((a, b) => b.multiplier - a.multiplier)
    .map(({ name }) => personalData[name] ?? name)
  const decisive = decision.reasons.some(({ code }) => code === 'BACKGROUND') ? ['Background check'] : []
  return [...new Set([...decisive, ...dearer])]
}
