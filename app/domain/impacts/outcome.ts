import type { ResultFigures, ResultSummary, SandboxFailure } from '~/domain/underwriting/sandbox.server'
import { cents } from '~/engine/model/money'

export const decisions = ['approved', 'referred', 'declined'] as const
export type Decision = (typeof decisions)[number]

/** The figures of a quote that are compared. Money in US dollars a month, but for the benefit. */
export type Figures = {
  decision: Decision
  tier: string | null
  premium: number
  benefit: number
}

export type QuoteOutcome = { ok: true; figures: Figures } | { ok: false }

/** No premium or benefit is higher; the results are those of a source that nobody has checked. */
const maxAmount = 10_000_000
const maxParts = 100

/** Reads the result of a source that may be anything: its summaries are not checked by the sandbox. */
export function readOutcome(
  run: { ok: true; result: ResultFigures } | SandboxFailure,
  tiers: ReadonlySet<string>,
): QuoteOutcome {
  if (!run.ok) return { ok: false }
  const { status, coverage_tier, monthly_premium, max_coverage } = run.result as Record<
    keyof ResultFigures,
    unknown
  >
  const isSound =
    decisions.some((decision) => decision === status) &&
    (coverage_tier === null || (typeof coverage_tier === 'string' && tiers.has(coverage_tier))) &&
    isAmount(monthly_premium) &&
    isAmount(max_coverage) &&
    (status === 'declined' || monthly_premium > 0)
  if (!isSound) return { ok: false }
  return {
    ok: true,
    figures: {
      decision: status as Decision,
      tier: coverage_tier,
      premium: monthly_premium,
      benefit: max_coverage,
    },
  }
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= maxAmount
}

/** What a premium is the product of, by name: the base premium in dollars, and the multiplier of each factor. */
export type Parts = ReadonlyMap<string, number>

/** Reads what makes up a premium; nothing where there is no result. */
export function readParts(run: { ok: true; result: ResultSummary } | SandboxFailure | undefined): Parts {
  const parts = new Map<string, number>()
  if (!run?.ok) return parts
  const { base_premium, factors } = run.result as Record<keyof ResultSummary, unknown>
  if (isAmount(base_premium)) parts.set('base_premium', base_premium)
  if (!Array.isArray(factors)) return parts
  for (const factor of factors.slice(0, maxParts) as unknown[]) {
    const { name, multiplier } = (factor ?? {}) as Record<string, unknown>
    const isNamed = typeof name === 'string' && /^[a-z][a-z0-9_]{0,49}$/.test(name)
    if (isNamed && isAmount(multiplier)) parts.set(name, (parts.get(name) ?? 1) * multiplier)
  }
  return parts
}

/**
 * Returns the part that moves a premium most from `before` to `after`, with its dollars; null if none does. The change is divided between
 * the parts as their logarithms change (the logarithmic mean Divisia index): the dollars of all parts add up to it, and an unchanged part
 * has none, though its own dollars follow the base premium.
 */
export function largestPart(before: Parts, after: Parts) {
  const [one, other] = [productOf(before), productOf(after)]
  if (!(one > 0 && other > 0)) return null
  const weight = one === other ? one : (other - one) / Math.log(other / one)
  let largest: { factor: string; dollars: number } | null = null
  for (const factor of new Set([...before.keys(), ...after.keys()])) {
    const dollars = weight * Math.log((after.get(factor) ?? 1) / (before.get(factor) ?? 1))
    if (Math.abs(dollars) >= 0.005 && Math.abs(dollars) > Math.abs(largest?.dollars ?? 0))
      largest = { factor, dollars: cents(dollars) }
  }
  return largest
}

function productOf(parts: Parts) {
  return parts.has('base_premium') ? [...parts.values()].reduce((product, part) => product * part, 1) : 0
}
