import { isDeepStrictEqual } from 'node:util'

import { z } from 'zod'

import type { Db } from '../../../db/schema'
import { calendarDay } from '~/domain/dates'
import { requiredText } from '~/domain/fields'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'
import { findQuote } from '~/domain/quotes/quotes.server'
import type { Sandbox } from '~/domain/underwriting/sandbox.server'
import {
  checkResult,
  engineInput,
  runEngine,
  type EngineInput,
  type RunnableEngine,
} from '~/domain/underwriting/underwriting.server'
import type { GoldenCase } from '~/engine/golden-cases'

import { firstVersionWithCase } from './engine-versions.queries.server'
import { findActiveEngine } from './engine-versions.server'
import { expectedText } from './grids.server'
import { readTableDraft, storeCases } from './table-drafts.server'

type Expected = GoldenCase['expected']

/** The figures of a case under an engine, or the reason why there are none. */
export type CaseOutcome = { ok: true; passes: boolean; found: Expected } | { ok: false; message: string }

/** Returns the version with which a golden case was first in use, or null: by whom and when it was added. */
export async function caseOrigin(db: Db, name: string) {
  return (await firstVersionWithCase(db, name)) ?? null
}

/** Runs golden cases, one after the other. */
export async function runCases(
  sandbox: Pick<Sandbox, 'run'>,
  engine: RunnableEngine,
  tests: readonly GoldenCase[],
): Promise<CaseOutcome[]> {
  const outcomes: CaseOutcome[] = []
  for (const { input, expected } of tests) {
    const run = await figuresOf(sandbox, engine, input as EngineInput)
    const passes = run.ok && expectedText(run.figures) === expectedText(expected)
    outcomes.push(run.ok ? { ok: true, passes, found: run.figures } : run)
  }
  return outcomes
}

async function figuresOf(
  sandbox: Pick<Sandbox, 'run'>,
  engine: RunnableEngine,
  input: EngineInput,
): Promise<{ ok: true; figures: Expected } | { ok: false; message: string }> {
  const run = await runEngine(sandbox, engine, input, { trial: true })
  if (!run.ok) return { ok: false, message: run.message }
  const checked = checkResult(run.result)
  if (!checked.ok) return checked
  const { coverage_tier, max_coverage, monthly_premium, calculation_details } = checked.result
  const { status } = calculation_details.decision
  return { ok: true, figures: { status, coverage_tier, max_coverage, monthly_premium } }
}

export type CaseFromQuote =
  | { ok: true; quoteId: number; input: EngineInput; expected: Expected }
  | { ok: false; reason: 'missing' | 'refused'; message: string }

/** Creates a golden case from a stored quote, with the current figures of the engine in use. It holds no personal data. */
export async function caseFromQuote(
  db: Db,
  sandbox: Pick<Sandbox, 'run'>,
  quoteId: number,
  asOf = calendarDay(new Date()),
): Promise<CaseFromQuote> {
  const [quote, engine] = await Promise.all([findQuote(db, quoteId), findActiveEngine(db)])
  if (!quote || !engine)
    return { ok: false, reason: 'missing', message: `Quote submission ${quoteId} not found` }
  const input = withoutPerson(await engineInput(db, quote, asOf))
  const run = await figuresOf(sandbox, engine, input)
  return run.ok
    ? { ok: true, quoteId, input, expected: run.figures }
    : { ok: false, reason: 'refused', message: run.message }
}

/**
 * Removes from an input what identifies the applicant. The answers are those that the engine may see; the birthday moves to the first of a
 * month at the same age, and the employer's record loses its name and its id.
 */
function withoutPerson({ quote, employer, ...input }: EngineInput): EngineInput {
  const born = quote.date_of_birth
  return {
    ...input,
    quote: { ...quote, ...(typeof born === 'string' && { date_of_birth: movedBirthday(born, input.asOf) }) },
    employer: employer && { ...employer, id: 0, employer_name: 'An employer' },
  }
}

/** Returns the first of the month of birth, or of the next one where the first would be another age. */
function movedBirthday(born: string, asOf: string) {
  const isThisMonth = born.slice(5, 7) === asOf.slice(5, 7)
  if (!isThisMonth || born.slice(8) <= asOf.slice(8)) return `${born.slice(0, 8)}01`
  const [year = 0, month = 0] = born.split('-').map(Number)
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
}

const caseSchema = z.object({ name: requiredText('Name', { max: 100 }) })

export type CaseAdded =
  | { ok: true; name: string }
  | { ok: false; reason: 'invalid'; errors: FieldError[] }
  | { ok: false; reason: 'conflict'; message: string }
  | Exclude<CaseFromQuote, { ok: true }>

/**
 * Adds a golden case of a stored quote to an admin's draft. Fields: `name`, and `figures`, the expected figures as shown: if the engine now
 * returns others, reports a conflict. Adding the same case again succeeds.
 */
export async function addCase(
  db: Db,
  sandbox: Pick<Sandbox, 'run'>,
  userId: number,
  quoteId: number,
  fields: Fields,
): Promise<CaseAdded> {
  const parsed = parseFields(caseSchema, fields)
  if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
  const { name } = parsed.value
  const draft = await readTableDraft(db, userId)
  const existing = draft?.version.tests.find((test) => test.name === name)
  if (!existing && (draft?.version.tests.length ?? 0) >= maxCases) {
    const message = `A version has at most ${maxCases} golden cases: remove one first.`
    return { ok: false, reason: 'invalid', errors: [{ path: '', message }] }
  }
  const made = await caseFromQuote(db, sandbox, quoteId)
  if (!made.ok) return made
  const { input, expected } = made
  if (existing) {
    const added: unknown = JSON.parse(JSON.stringify({ name, input, expected }))
    if (isDeepStrictEqual(existing, added)) return { ok: true, name }
    const message = `There is a golden case "${name}" already. Please use another name.`
    return { ok: false, reason: 'invalid', errors: [{ path: 'name', message }] }
  }
  if (fields.figures !== expectedText(expected)) {
    const message = `The engine now gives ${expectedText(expected)}: look at the figures, and add the case again.`
    return { ok: false, reason: 'conflict', message }
  }
  await storeCases(db, userId, { [name]: { name, input, expected } })
  return { ok: true, name }
}

/** Each release runs them all. */
const maxCases = 100

/** Removes a golden case in an admin's draft. */
export async function removeCase(db: Db, userId: number, name: string) {
  await storeCases(db, userId, { [name]: null })
}

/** Reverts the change of a golden case in an admin's draft. */
export async function keepCase(db: Db, userId: number, name: string) {
  const draft = await readTableDraft(db, userId)
  const stored = draft?.active.tests.find((test) => test.name === name) ?? null
  await storeCases(db, userId, { [name]: stored })
}

/** Sets the expected figures of a golden case to those under an admin's changes. */
export async function adjustCase(db: Db, sandbox: Pick<Sandbox, 'run'>, userId: number, name: string) {
  const draft = await readTableDraft(db, userId)
  const test = draft?.version.tests.find((one) => one.name === name)
  if (!draft || !test) return { ok: false as const, message: 'There is no such golden case.' }
  const run = await figuresOf(sandbox, draft.version, test.input as EngineInput)
  if (!run.ok) return run
  await storeCases(db, userId, { [name]: { ...test, expected: run.figures } })
  return { ok: true as const }
}
