import type { Db } from '../../../db/schema'
import type { Sandbox, SandboxFailure } from '~/domain/underwriting/sandbox.server'
import { checkResult, engineInput } from '~/domain/underwriting/underwriting.server'
import type { EngineResult } from '~/engine/engine.schema'
import { sampleQuotes } from '~/engine/sample-quotes'

import { positionAt } from './engine-versions.schema'

/** What is wrong with a source, and where: the message begins with the line and the column, both from 1. */
export type Fault = { message: string; line: number; column: number }

export type Checked =
  | { ok: true }
  | { ok: false; reason: 'refused'; fault: Fault }
  | { ok: false; reason: 'busy'; message: string }

/** All sample quotes together may keep a worker so long, in milliseconds: one admin's draft must not hold up others for half a minute. */
const longestCheck = 10_000

/**
 * Whether a source may go live: it compiles, and under the present configuration it gives each sample quote a result that could be
 * stored.
 */
export async function checkEngine(
  db: Db,
  sandbox: Sandbox,
  source: string,
  { asOf, longest = longestCheck }: { asOf: string; longest?: number },
): Promise<Checked> {
  const compiled = await sandbox.compile(source, { trial: true })
  if (!compiled.ok) return refuse(compiled, source)
  let spent = 0
  for (const [index, quote] of sampleQuotes.entries()) {
    const during = `sample quote ${index + 1} of ${sampleQuotes.length}`
    const input = await engineInput(db, quote, asOf)
    const run = await sandbox.run(source, input, { trial: true })
    if (!run.ok) return refuse(run, source, during)
    const result = checkResult(run.result)
    const problem = result.ok ? unknownTier(result.result, input.tiers) : result.message
    if (problem !== null) return refuse({ message: problem, line: null, column: null }, source, during)
    spent += run.milliseconds
    if (spent > longest) {
      const message = `The sample quotes took more than ${longest / 1000} seconds`
      return refuse({ message, line: null, column: null }, source, during)
    }
  }
  return { ok: true }
}

function unknownTier({ coverage_tier }: EngineResult, tiers: readonly { tier_name: string }[]) {
  if (coverage_tier === null || tiers.some(({ tier_name }) => tier_name === coverage_tier)) return null
  return `The engine's result is not valid. coverage_tier: there is no tier ${JSON.stringify(coverage_tier)}`
}

/** A failure as a refusal of the source: where the interpreter could not tell the place, it is where `underwrite` begins. */
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
  const words = failure.message.replace(/^Line \d+: /, '').slice(0, 1000)
  const suffix = during === undefined ? '' : ` (${during})`
  return {
    ok: false,
    reason: 'refused',
    fault: { message: `Line ${line}, column ${column}: ${words}${suffix}`, line, column },
  }
}
