import { scaleLinear } from 'd3-scale'

import type { Db } from '../../../db/schema'
import { calendarDay } from '~/domain/dates'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'
import { newestQuotes } from '~/domain/quotes/quotes.server'
import type { Sandbox } from '~/domain/underwriting/sandbox.server'
import {
  checkResult,
  engineInputs,
  runEngine,
  type EngineInput,
  type RunnableEngine,
} from '~/domain/underwriting/underwriting.server'

import { refuse, type Checked } from './check.server'
import { findActiveEngine } from './engine-versions.server'
import { engineVersionSchema } from './engine-versions.schema'

/** The outcome of an engine for a quote, or its failure. Money in US dollars a month. */
type Outcome =
  { premium: number; tier: string | null; decision: string } | { failure: string; stopped?: true }

/** A quote's outcome before and after a change of the engine or of the configuration. */
export type ImpactRow = { quoteId: number; before: Outcome; after: Outcome; change: number | null }

/** A bar of the chart: from the middle to the left (lower) or to the right (higher), as fractions of the width. */
export type ImpactBar = { quoteId: number; change: number; left: number; right: number }

export type Impact = {
  rows: ImpactRow[]
  /** The total number of stored quotes; the rows are the newest of them. */
  stored: number
  /** Whether time ran out before all quotes had been run. */
  timedOut: boolean
  bars: ImpactBar[]
  summary: Record<'dearer' | 'cheaper' | 'same' | 'tier' | 'decision' | 'failed', number> & {
    premiumBefore: number
    premiumAfter: number
  }
}

export type ImpactOutcome =
  | { ok: true; impact: Impact }
  | { ok: false; reason: 'invalid'; errors: FieldError[] }
  | Exclude<Checked, { ok: true }>

/** The limits on quotes, run time in milliseconds, and bars in the chart. */
const maxQuotes = 50
const maxRunTime = 10_000
/** A draft is run on no more quotes after this many runs that had to be stopped. */
const maxStopped = 3
const maxBars = 20

/** Compares the newest quotes under the active engine and under a draft, with the current configuration for both. */
export async function engineImpact(db: Db, sandbox: Sandbox, fields: Fields): Promise<ImpactOutcome> {
  const parsed = parseFields(engineVersionSchema, fields)
  if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
  const { code } = parsed.value
  const compiled = await sandbox.compile(code, { trial: true })
  if (!compiled.ok) return refuse(compiled, code)

  const [active, newest] = await Promise.all([findActiveEngine(db), newestInputs(db)])
  const engine = { source: code, tables: active?.tables }
  const impact = await compareRuns(sandbox, newest, active, { engine, inputs: newest.inputs })
  return { ok: true, impact }
}

/** Returns the newest quotes and, in their order, the engine's input for each today. */
export async function newestInputs(db: Db) {
  const asOf = calendarDay(new Date())
  const { quotes, stored } = await newestQuotes(db, maxQuotes)
  return { quotes, asOf, inputs: await engineInputs(db, quotes, asOf), stored }
}

type NewestInputs = Awaited<ReturnType<typeof newestInputs>>

/** Runs the engine in use on the newest quotes, with today's inputs and with those of another configuration. */
export async function configurationImpact(
  db: Db,
  sandbox: Pick<Sandbox, 'run'>,
  newest: NewestInputs,
  inputs: EngineInput[],
): Promise<Impact> {
  const engine = await findActiveEngine(db)
  return compareRuns(sandbox, newest, engine, { engine, inputs })
}

/** Runs an engine on today's inputs, then another engine or the same one on other inputs. */
async function compareRuns(
  sandbox: Pick<Sandbox, 'run'>,
  newest: NewestInputs,
  engine: RunnableEngine | null,
  after: { engine: RunnableEngine | null; inputs: EngineInput[] },
): Promise<Impact> {
  const none: Outcome = { failure: 'No engine is in use' }
  const started = performance.now()
  const late = (share: number) => performance.now() - started > maxRunTime * share
  const befores: Outcome[] = []
  // One engine after the other: a worker keeps what it has loaded only for runs of the same source.
  for (const input of newest.inputs) {
    if (befores.length > 0 && late(0.5)) break
    befores.push(engine === null ? none : await outcomeOf(sandbox, engine, input))
  }
  const rows: ImpactRow[] = []
  let stopped = 0
  for (const [index, before] of befores.entries()) {
    if (rows.length > 0 && late(1)) break // compares at least one quote
    const input = after.inputs[index]
    const result = after.engine === null || !input ? none : await outcomeOf(sandbox, after.engine, input)
    const change = 'failure' in before || 'failure' in result ? null : result.premium - before.premium
    rows.push({ quoteId: newest.quotes[index]!.id, before, after: result, change })
    if ('failure' in result && result.stopped && ++stopped === maxStopped) break
  }
  return {
    rows,
    stored: newest.stored,
    timedOut: rows.length < newest.inputs.length,
    bars: barsOf(rows),
    summary: summaryOf(rows),
  }
}

async function outcomeOf(
  sandbox: Pick<Sandbox, 'run'>,
  engine: RunnableEngine,
  input: EngineInput,
): Promise<Outcome> {
  const { source } = engine
  const run = await runEngine(sandbox, engine, input, { trial: true })
  if (!run.ok) {
    const failure = placed(run, source)
    return run.kind === 'timeout' ? { failure, stopped: true } : { failure }
  }
  const checked = checkResult(run.result)
  if (!checked.ok) return { failure: placed({ message: checked.message, line: null, column: null }, source) }
  const { monthly_premium, coverage_tier, calculation_details } = checked.result
  return {
    premium: monthly_premium ?? 0,
    tier: coverage_tier,
    decision: calculation_details.decision.status,
  }
}

/** Returns a failure with its line and column, unless the source did not cause it. */
function placed(failure: Parameters<typeof refuse>[0], source: string) {
  const refused = refuse(failure, source)
  return refused.reason === 'refused' ? refused.fault.message : refused.message
}

function summaryOf(rows: ImpactRow[]): Impact['summary'] {
  const summary: Impact['summary'] = {
    dearer: 0,
    cheaper: 0,
    same: 0,
    tier: 0,
    decision: 0,
    failed: 0,
    premiumBefore: 0,
    premiumAfter: 0,
  }
  for (const { before, after } of rows) {
    if ('failure' in before || 'failure' in after) {
      summary.failed += 1
      continue
    }
    const change = after.premium - before.premium
    summary[change > 0 ? 'dearer' : change < 0 ? 'cheaper' : 'same'] += 1
    if (before.tier !== after.tier) summary.tier += 1
    if (before.decision !== after.decision) summary.decision += 1
    summary.premiumBefore += before.premium
    summary.premiumAfter += after.premium
  }
  return summary
}

/** The largest changes in premium, largest first. */
function barsOf(rows: ImpactRow[]): ImpactBar[] {
  const changed = rows
    .flatMap(({ quoteId, change }) => (change ? [{ quoteId, change }] : []))
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, maxBars)
  const largest = Math.max(0, ...changed.map(({ change }) => Math.abs(change)))
  const x = scaleLinear().domain([-largest, largest]).range([0, 1])
  return changed.map(({ quoteId, change }) => ({
    quoteId,
    change,
    left: x(Math.min(0, change)),
    right: x(Math.max(0, change)),
  }))
}
