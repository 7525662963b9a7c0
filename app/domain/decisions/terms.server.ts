import type { Db } from '../../../db/schema'
import { findStoredRun } from '~/domain/engine-versions/replay.server'
import { money } from '~/domain/formats'
import type { FieldError } from '~/domain/parse-fields'
import type { Sandbox } from '~/domain/underwriting/sandbox.server'
import { checkResult, runEngine, type EngineInput } from '~/domain/underwriting/underwriting.server'
import { annualShare, cents } from '~/engine/model/money'

import { hasChanges, type Changes } from './decisions.schema'

/** What is offered. US dollars: the lump sum, and the monthly and annual premiums. */
export type Terms = {
  tier: string
  coverage: number
  loading_percent: number
  exclusion: string | null
  monthly: number
  annual: number
  /** The calculation that the price rests on, where it is that of another tier. */
  rated: object | null
}

export type TermsOutcome =
  /** `ratedCover` is the lump sum of the result, in US dollars. */
  | { ok: true; terms: Terms; ratedCover: number | null }
  | { ok: false; reason: 'missing' | 'refused' | 'busy'; message: string }
  | { ok: false; reason: 'invalid'; errors: FieldError[] }

/** A tier as the engine rates it for the applicant. */
type Rated = { coverage: number; monthly: number; details: object | null }

const wrong = (path: keyof Changes | '', message: string): TermsOutcome => ({
  ok: false,
  reason: 'invalid',
  errors: [{ path, message }],
})

/**
 * Prices changes of a result: the version that gave the result rates the tier, the premium follows the cover in proportion, and the loading
 * is added. Nothing is stored.
 */
export async function priceTerms(
  db: Db,
  sandbox: Pick<Sandbox, 'run'>,
  resultId: number,
  changes: Changes,
): Promise<TermsOutcome> {
  const stored = await findStoredRun(db, resultId)
  if (!stored) return { ok: false, reason: 'missing', message: 'Underwriting result not found.' }
  if (stored.interface !== 2)
    return {
      ok: false,
      reason: 'refused',
      message: 'An earlier kind of engine gave this result. Run the application again to offer changes.',
    }
  const unchanged = wrong('', 'Change the tier, the cover, the loading or what is not covered')
  if (!hasChanges(changes)) return unchanged
  const rated = await rateTier(sandbox, stored, changes.tier)
  if ('ok' in rated) return rated
  const { tier, coverage: maxCoverage, monthly: full, details } = rated
  const coverage = changes.coverage ?? maxCoverage
  if (coverage > maxCoverage)
    return wrong('coverage', `${tier} covers ${money(maxCoverage)} at most for this applicant`)
  const loading = changes.loading_percent ?? 0
  const isAsRated = tier === stored.coverage_tier && coverage === stored.max_coverage
  if (isAsRated && loading === 0 && changes.exclusion === null) return unchanged
  const monthly = cents(full * (coverage / maxCoverage) * (1 + loading / 100))
  return {
    ok: true,
    ratedCover: stored.max_coverage,
    terms: {
      tier,
      coverage,
      loading_percent: loading,
      exclusion: changes.exclusion,
      monthly,
      annual: cents(12 * monthly * annualShare),
      rated: details,
    },
  }
}

type StoredRun = NonNullable<Awaited<ReturnType<typeof findStoredRun>>>

/** Returns the engine's price of a tier; without one, or with that of the result, the stored one. */
async function rateTier(
  sandbox: Pick<Sandbox, 'run'>,
  stored: StoredRun,
  requested: string | null,
): Promise<TermsOutcome | (Rated & { tier: string })> {
  const input = stored.input as EngineInput
  const tier = input.tiers.find(
    ({ tier_name }) => tier_name.toLowerCase() === requested?.toLowerCase(),
  )?.tier_name
  if (requested !== null && tier === undefined) return wrong('tier', 'Choose one of the tiers of this result')
  const { coverage_tier, max_coverage, monthly_premium } = stored
  if (tier === undefined || tier === coverage_tier) {
    if (coverage_tier === null || max_coverage === null || monthly_premium === null)
      return wrong('tier', 'The result has no tier: choose one')
    return { tier: coverage_tier, coverage: max_coverage, monthly: monthly_premium, details: null }
  }
  const changed = { ...input, quote: { ...input.quote, coverage_level: tier.toLowerCase() } }
  const run = await runEngine(sandbox, stored, changed)
  if (!run.ok) return { ok: false, reason: run.kind === 'busy' ? 'busy' : 'refused', message: run.message }
  const checked = checkResult(run.result)
  if (!checked.ok) return { ok: false, reason: 'refused', message: checked.message }
  const { result } = checked
  if (result.coverage_tier !== tier) {
    const [main] = result.calculation_details.decision.reasons
    return wrong(
      'tier',
      `The engine does not offer ${tier} to this applicant: ${main?.text ?? 'no reason given'}`,
    )
  }
  return {
    tier,
    coverage: result.max_coverage,
    monthly: result.monthly_premium,
    details: result.calculation_details,
  }
}
