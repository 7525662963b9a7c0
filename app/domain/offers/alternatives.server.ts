import type { Db } from '../../../db/schema'
import { addDays } from '~/domain/dates'
import { findStoredRun } from '~/domain/engine-versions/replay.server'
import { fingerprint } from '~/domain/hashes.server'
import { RecentMap } from '~/domain/recent-map'
import type { ResultFigures, Sandbox } from '~/domain/underwriting/sandbox.server'
import { sharedPart, type EngineInput } from '~/domain/underwriting/underwriting.server'

/** What would be offered with another tier, or after more years at the same employer; all other answers are equal. */
export type Alternative = {
  kind: 'tier' | 'tenure'
  /** Years at the employer, for `tenure`. */
  years: number | null
  tier: string
  /** US dollars: the lump sum, and the monthly premium. */
  coverage: number
  monthly: number
}

/** What one tier would cost, with all answers as they are. US dollars: the lump sum, and the monthly premium. */
export type TierOffer = { tier: string; coverage: number; monthly: number; isOffered: boolean }

/** Years of tenure that are tried besides those that the tiers need, and the relative change of the price from which one is worth showing. */
const tenures = [1, 2, 3, 5, 10]
const worthShowing = 0.01

type Alternatives = { changes: Alternative[]; tiers: TierOffer[] }

const none: Alternatives = { changes: [], tiers: [] }

/** Alternatives by the version and the input that they follow from, the most recently used last: a link may be opened over and over. */
const cache = new RecentMap<string, Alternatives>(500)

/**
 * Returns what would change an offer, and the tiers that could be had. Empty for results of the first engine, and where the sandbox is
 * busy: the offer itself does not depend on it.
 */
export async function findAlternatives(
  db: Db,
  sandbox: Pick<Sandbox, 'runFigures'>,
  resultId: number,
): Promise<Alternatives> {
  const stored = await findStoredRun(db, resultId)
  if (stored?.interface !== 2) return none
  const key = `${stored.engine_hash} ${fingerprint(stored.input)}`
  const known = cache.get(key)
  if (known) return remember(key, known)
  const { isComplete, ...computed } = await compute(sandbox, stored)
  return isComplete ? remember(key, computed) : computed
}

function remember(key: string, alternatives: Alternatives) {
  cache.set(key, alternatives)
  return alternatives
}

type StoredRun = NonNullable<Awaited<ReturnType<typeof findStoredRun>>>

/** Runs the version that gave a result on its input with changed answers. Complete unless a run has failed. */
async function compute(
  sandbox: Pick<Sandbox, 'runFigures'>,
  stored: StoredRun,
): Promise<Alternatives & { isComplete: boolean }> {
  const input = stored.input as EngineInput
  const { shared } = sharedPart(stored, input)
  const tenure = Number(input.quote.employment_length)
  const needed = input.tiers.map(({ min_job_tenure_months: months }) => Number(months ?? 0) / 12)
  const later = [...new Set([...needed, ...tenures])]
    .filter((years) => years > tenure)
    .toSorted((one, other) => one - other)
  const tiers = input.tiers
    .toSorted((one, other) => Number(one.max_monthly_benefit) - Number(other.max_monthly_benefit))
    .map(({ tier_name }) => tier_name)
  const inputs = [
    input,
    ...tiers.map((tier) => ({ ...input, quote: { ...input.quote, coverage_level: tier.toLowerCase() } })),
    ...later.map((years) => ({
      ...input,
      asOf: addDays(input.asOf, Math.ceil((years - tenure) * 365.25)),
      quote: { ...input.quote, employment_length: years },
    })),
  ]
  const own = inputs.map((one) => ({ ...one, tiers: undefined }))
  const outcomes = await sandbox.runFigures(stored.source, own, { shared })
  const results = outcomes.map((outcome) => (outcome.ok ? outcome.result : null))
  const [now = null] = results
  if (now === null) return { ...none, isComplete: false }
  const byTier = results.slice(1, 1 + tiers.length)
  const changes = [
    ...lowerTier(now, byTier, tiers),
    ...longerTenure(now, results.slice(1 + tiers.length), later),
  ]
  const isComplete = outcomes.every(({ ok }) => ok)
  return { changes, tiers: isOffer(now) ? tierOffers(now, byTier, tiers) : [], isComplete }
}

type Results = readonly (ResultFigures | null)[]

/** The next lower tier, if it is offered unchanged. */
function lowerTier(now: ResultFigures, results: Results, tiers: readonly string[]): Alternative[] {
  const place = tiers.findIndex((tier) => tier === now.coverage_tier)
  for (let lower = place - 1; lower >= 0; lower -= 1) {
    const result = results[lower] ?? null
    if (isOffer(result) && result.coverage_tier === tiers[lower] && result.max_coverage < now.max_coverage)
      return [alternative('tier', null, result)]
  }
  return []
}

/** The tiers that are offered unchanged. Excludes a tier that costs more than another one and covers no more. */
function tierOffers(now: ResultFigures, results: Results, tiers: readonly string[]): TierOffer[] {
  const offers = results.flatMap((result, index) =>
    isOffer(result) && result.coverage_tier === tiers[index] ? [result] : [],
  )
  const isDominated = (one: ResultFigures) =>
    offers.some(
      (other) => other.monthly_premium < one.monthly_premium && other.max_coverage >= one.max_coverage,
    )
  return offers
    .filter((one) => one.coverage_tier === now.coverage_tier || !isDominated(one))
    .map(({ coverage_tier, max_coverage, monthly_premium }) => ({
      tier: coverage_tier,
      coverage: max_coverage,
      monthly: monthly_premium,
      isOffered: coverage_tier === now.coverage_tier,
    }))
}

/** The first tenure that changes what is offered: cover at all, another tier, or the price. */
function longerTenure(now: ResultFigures, results: Results, years: readonly number[]): Alternative[] {
  const at = results.findIndex((result) => {
    if (!isOffer(result)) return false
    if (!isOffer(now) || result.coverage_tier !== now.coverage_tier) return true
    return Math.abs(result.monthly_premium / now.monthly_premium - 1) >= worthShowing
  })
  const result = results[at] ?? null
  return isOffer(result) ? [alternative('tenure', years[at] ?? null, result)] : []
}

function isOffer(result: ResultFigures | null): result is ResultFigures & { coverage_tier: string } {
  return result !== null && result.status !== 'declined' && result.coverage_tier !== null
}

function alternative(
  kind: Alternative['kind'],
  years: number | null,
  { coverage_tier, max_coverage, monthly_premium }: ResultFigures & { coverage_tier: string },
): Alternative {
  return { kind, years, tier: coverage_tier, coverage: max_coverage, monthly: monthly_premium }
}
