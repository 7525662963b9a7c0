import type { Db } from '../../../db/schema'
import type { Sandbox, SandboxFailure } from '~/domain/underwriting/sandbox.server'
import { checkResult, engineInput } from '~/domain/underwriting/underwriting.server'
import type { EngineResult } from '~/engine/engine.schema'
import { sampleQuotes } from '~/engine/sample-quotes'

import { positionAt } from './engine-versions.schema'

/** An error in a source. The message begins with the line and the column, both from 1. */
export type Fault = { message: string; line: number; column: number }

export type Checked =
  | { ok: true }
  | { ok: false; reason: 'refused'; fault: Fault }
  | { ok: false; reason: 'busy'; message: string }

/** The time limit for all sample quotes together, in milliseconds: one admin's draft must not block a worker for half a minute. */
const maxCheckTime = 10_000

/**
 * Checks whether a source may go live: it must compile and, under the current configuration, return a storable result for each sample
 * quote.
 */
export async function checkEngine(
  db: Db,
  sandbox: Sandbox,
  source: string,
  { asOf, maxTime = maxCheckTime }: { asOf: string; maxTime?: number },
): Promise<Checked> {
  const compiled = await sandbox.compile(source, { trial: true })
  if (!compiled.ok) return refuse(compiled, source)
  let elapsed = 0
  for (const [index, quote] of sampleQuotes.entries()) {
    const during = `sample quote ${index + 1} of ${sampleQuotes.length}`
    const input = await engineInput(db, quote, asOf)
    const run = await sandbox.run(source, input, { trial: true })
    if (!run.ok) return refuse(run, source, during)
    const result = checkResult(run.result)
    const problem = result.ok ? unknownTier(result.result, input.tiers) : result.message
    if (problem !== null) return refuse({ message: problem, line: null, column: null }, source, during)
    elapsed += run.milliseconds
    if (elapsed > maxTime) {
      const message = `The sample quotes took more than ${maxTime / 1000} seconds`
      return refuse({ message, line: null, column: null }, source, during)
    }
  }
  return { ok: true }
}

function unknownTier({ coverage_tier }: EngineResult, tiers: readonly { tier_name: string }[]) {
  if (coverage_tier === null || tiers.some(({ tier_name }) => tier_name === coverage_tier)) return null
  return `The engine's result is not valid. coverage_tier: there is no tier ${JSON.stringify(coverage_tier)}`
}

/** Turns a failure into a rejection of the source. Where the interpreter has no position, it is that of `underwrite`. */
export function refuse(
  failure: Pick<SandboxFailure, 'message' | 'line' | 'column'> & { kind?: SandboxFailure['kind'] },
  source: string,
  during?: string,
): Exclude<Checked, { ok: true }> {
  if (failure.kind === 'busy') return { ok: false, reason: 'busy', message: failure.message }
  const lines = source.split('\n').length
  const known = failure.line !== null && failure.line >= 1 && failure.line <= lines
  const { line, column } = known
    ? { line: Number(failure.line), column: failure.column ?? 1 }
    : positionAt(source, Math.max(0, source.search(/\bfunction\s+underwrite\b|\bunderwrite\s*=/)))
  const message = failure.message.replace(/^Line \d+: /, '').slice(0, 1000)
  const suffix = during === undefined ? '' : ` (${during})`
  return {
    ok: false,
    reason: 'refused',
    fault: { message: `Line ${line}, column ${column}: ${message}${suffix}`, line, column },
  }
}
