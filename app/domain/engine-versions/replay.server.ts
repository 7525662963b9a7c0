import type { Db } from '../../../db/schema'
import type { Sandbox } from '~/domain/underwriting/sandbox.server'
import {
  checkResult,
  engineHash,
  runEngine,
  type EngineInput,
} from '~/domain/underwriting/underwriting.server'

import * as queries from './engine-versions.queries.server'

/** A figure that differs in a replay, by its path; the values are text. */
export type ReplayDifference = { figure: string; stored: string; replayed: string }

export type Replay =
  | { ok: true; compared: number; differences: ReplayDifference[] }
  | { ok: false; reason: 'missing' | 'refused' | 'busy'; message: string }

/** The number of stored decimals of a figure; the others are stored unrounded. */
const decimals: Record<string, number> = {
  max_coverage: 2,
  monthly_premium: 2,
  annual_premium: 2,
  ratio: 4,
  user_score: 4,
  combined_risk_factor: 4,
}

/** Returns a result's version and stored input. */
export async function findStoredRun(db: Db, resultId: number) {
  return queries.findResultWithSource(db, resultId)
}

/** Runs a result's version on its stored input, and compares every figure. */
export async function replayResult(db: Db, sandbox: Pick<Sandbox, 'run'>, resultId: number): Promise<Replay> {
  const row = await queries.findResultWithSource(db, resultId)
  if (!row) return { ok: false, reason: 'missing', message: 'Underwriting result not found.' }
  const { coverage_tier, max_coverage, monthly_premium, annual_premium, ratio, user_score } = row
  const { combined_risk_factor, calculation_details, decision, engine_hash } = row
  const stored = {
    coverage_tier,
    max_coverage,
    monthly_premium,
    annual_premium,
    ratio,
    user_score,
    combined_risk_factor,
    calculation_details,
  }
  const run = await runEngine(sandbox, row, row.input as EngineInput)
  if (!run.ok) return { ok: false, reason: run.kind === 'busy' ? 'busy' : 'refused', message: run.message }
  const checked = checkResult(run.result, row.interface)
  if (!checked.ok) return { ok: false, reason: 'refused', message: checked.message }

  const before = figuresOf({ ...stored, decision, engine_hash })
  const after = figuresOf({
    ...checked.result,
    decision: checked.result.calculation_details.decision.status,
    engine_hash: engineHash(row),
  })
  const names = [...new Set([...before.keys(), ...after.keys()])]
  return {
    ok: true,
    compared: names.length,
    differences: names
      .map((figure) => ({ figure, stored: before.get(figure), replayed: after.get(figure) }))
      .filter(({ figure, stored, replayed }) => !isSame(figure, stored, replayed))
      .map(({ figure, stored, replayed }) => ({
        figure,
        stored: textOf(stored),
        replayed: textOf(replayed),
      })),
  }
}

/** Returns every value of a result by its path: `calculation_details.steps.3.value`. */
function figuresOf(result: object) {
  const figures = new Map<string, unknown>()
  const walk = (value: unknown, path: string) => {
    if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
      for (const [name, item] of Object.entries(value)) walk(item, path === '' ? name : `${path}.${name}`)
    } else if (value !== undefined) figures.set(path, value)
  }
  walk(result, '')
  return figures
}

function isSame(figure: string, stored: unknown, replayed: unknown) {
  if (typeof stored !== 'number' || typeof replayed !== 'number')
    return textOf(stored) === textOf(replayed) && typeof stored === typeof replayed
  const places = decimals[figure]
  return places === undefined
    ? stored === replayed || (stored === 0 && replayed === 0)
    : Math.abs(stored - replayed) <= 0.5 * 10 ** -places + 1e-9
}

function textOf(value: unknown) {
  return value === undefined ? 'absent' : typeof value === 'string' ? value : JSON.stringify(value)
}
