import type { Db } from '../../../db/schema'
import { calendarDay } from '~/domain/dates'
import type { FieldError } from '~/domain/parse-fields'
import type { QuoteAnswers } from '~/domain/quotes/questions'
import { consume } from '~/domain/rate-limits/rate-limits.server'
import type { EngineResult } from '~/engine/engine.schema'

import type { Sandbox } from './sandbox.server'
import * as queries from './underwriting.queries.server'
import {
  checkResult,
  engineInput,
  engineInputs,
  runEngine,
  type EngineInput,
  type RunnableEngine,
} from './underwriting.server'
import type { WhatIfChanges } from './what-if.schema'

export { listEmployerNames } from './underwriting.queries.server'

type Decision = EngineResult['calculation_details']['decision']

/** The outcome under the live engine. US dollars: the lump sum, and the premium a month. */
export type WhatIfOutcome = {
  decision: Decision['status']
  reasons: string[]
  tier: string | null
  coverage: number
  monthly: number
}

/** A factor whose multiplier differs; null on the side that lacks it. `dollars` is what it adds to the price a month. */
export type MovedFactor = {
  name: string
  label: string
  now: FactorSide | null
  changed: FactorSide | null
}

type FactorSide = { answer: string; multiplier: number; dollars: number }

/** The outcomes of an application under the live engine, unchanged and with changes. */
export type WhatIfComparison = {
  now: WhatIfOutcome
  changed: WhatIfOutcome
  basePremium: [now: number, changed: number]
  moved: MovedFactor[]
}

export type WhatIf =
  | ({ ok: true } & WhatIfComparison)
  | { ok: false; reason: 'missing' | 'refused' | 'busy'; message: string }
  | { ok: false; reason: 'invalid'; errors: FieldError[] }

/**
 * Runs the live engine on an application as it is today and with some answers changed. Stores nothing. With another employer, the industry,
 * type and size are those of its record.
 * @throws {TooManyAttempts} when this admin has tried too often.
 */
export async function whatIf(
  db: Db,
  sandbox: Pick<Sandbox, 'run'>,
  quoteId: number,
  changes: WhatIfChanges,
  { by, asOf = calendarDay(new Date()) }: { by: number; asOf?: string },
): Promise<WhatIf> {
  const found = await queries.findRunInput(db, quoteId)
  if (!found) return { ok: false, reason: 'missing', message: `Quote submission ${quoteId} not found` }
  const { quote, engine } = found
  if (!engine) return { ok: false, reason: 'refused', message: 'No underwriting engine is active' }
  const input = await engineInput(db, quote, asOf)
  const changed = await changedInput(db, { quote, input, changes, asOf })
  if ('errors' in changed) return { ok: false, reason: 'invalid', errors: changed.errors }
  await consume(db, 'what-if', String(by))

  return compareInputs(sandbox, engine, [input, changed.input])
}

/**
 * Runs the live engine on an application as it is today and with other answers, which are all valid. Stores nothing.
 * @throws {TooManyAttempts} after too many requests of this admin.
 */
export async function compareAnswers(
  db: Db,
  sandbox: Pick<Sandbox, 'run'>,
  quoteId: number,
  answers: Partial<QuoteAnswers>,
  { by, asOf = calendarDay(new Date()) }: { by: number; asOf?: string },
): Promise<Exclude<WhatIf, { reason: 'invalid' }>> {
  const found = await queries.findRunInput(db, quoteId)
  if (!found) return { ok: false, reason: 'missing', message: `Quote submission ${quoteId} not found` }
  const { quote, engine } = found
  if (!engine) return { ok: false, reason: 'refused', message: 'No underwriting engine is active' }
  const inputs = await engineInputs(db, [quote, { ...quote, ...answers }], asOf)
  await consume(db, 'correction prices', String(by))
  return compareInputs(sandbox, engine, inputs as [EngineInput, EngineInput])
}

async function compareInputs(
  sandbox: Pick<Sandbox, 'run'>,
  engine: RunnableEngine,
  inputs: [now: EngineInput, changed: EngineInput],
): Promise<Exclude<WhatIf, { reason: 'invalid' }>> {
  const outcomes: EngineResult[] = []
  for (const one of inputs) {
    const run = await runEngine(sandbox, engine, one)
    if (!run.ok) return { ok: false, reason: run.kind === 'busy' ? 'busy' : 'refused', message: run.message }
    const checked = checkResult(run.result)
    if (!checked.ok) return { ok: false, reason: 'refused', message: checked.message }
    outcomes.push(checked.result)
  }
  const [before, after] = outcomes as [EngineResult, EngineResult]
  return {
    ok: true,
    now: outcomeOf(before),
    changed: outcomeOf(after),
    basePremium: [before.calculation_details.base_premium, after.calculation_details.base_premium],
    moved: movedFactors(before, after),
  }
}

type Quote = NonNullable<Awaited<ReturnType<typeof queries.findRunInput>>>['quote']

/** Returns the input with the changed answers, or the errors of those that do not exist. */
async function changedInput(
  db: Db,
  { quote, input, changes, asOf }: { quote: Quote; input: EngineInput; changes: WhatIfChanges; asOf: string },
): Promise<{ input: EngineInput } | { errors: FieldError[] }> {
  const { tier, years, employer } = changes
  const name = input.tiers.find(({ tier_name }) => tier_name.toLowerCase() === tier?.toLowerCase())?.tier_name
  const moved = employer === null ? input : await engineInput(db, { ...quote, employer_name: employer }, asOf)
  const errors = [
    ...(tier !== null && name === undefined ? [{ path: 'tier', message: 'Choose one of the tiers' }] : []),
    ...(moved.employer === null && employer !== null
      ? [{ path: 'employer', message: 'There is no record of this employer. Enter the name of a record' }]
      : []),
  ]
  if (errors.length > 0) return { errors }
  const ofRecord =
    employer === null
      ? {}
      : Object.fromEntries(
          (['industry', 'employer_type', 'employer_size'] as const).flatMap((column) => {
            const value = moved.employer?.[column] ?? null
            return value === null ? [] : [[column, value]]
          }),
        )
  return {
    input: {
      ...moved,
      quote: {
        ...moved.quote,
        ...ofRecord,
        ...(name !== undefined && { coverage_level: name.toLowerCase() }),
        ...(years != null && { employment_length: years }),
      },
    },
  }
}

function outcomeOf({
  coverage_tier,
  max_coverage,
  monthly_premium,
  calculation_details,
}: EngineResult): WhatIfOutcome {
  const { status, reasons } = calculation_details.decision
  return {
    decision: status,
    reasons: reasons.map(({ text }) => text),
    tier: coverage_tier,
    coverage: max_coverage,
    monthly: monthly_premium,
  }
}

/** The factors whose multiplier differs, in the order of the engine. */
function movedFactors(before: EngineResult, after: EngineResult): MovedFactor[] {
  const [old, young] = [before, after].map(({ calculation_details }) => calculation_details.factors)
  const all = [...(old ?? []), ...(young ?? [])]
  return [...new Map(all.map(({ name, label }) => [name, label]))]
    .filter(([name]) => name !== 'rounding')
    .map(([name, label]) => ({ name, label, now: sideOf(old, name), changed: sideOf(young, name) }))
    .filter(({ now, changed }) => now?.multiplier !== changed?.multiplier)
}

function sideOf(
  factors: EngineResult['calculation_details']['factors'] = [],
  name: string,
): FactorSide | null {
  const factor = factors.find((factor) => factor.name === name)
  if (factor === undefined) return null
  const { answer, multiplier, dollars } = factor
  return { answer: String(answer ?? ''), multiplier, dollars }
}
