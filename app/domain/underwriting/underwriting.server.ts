import { isNotNullViolation } from '../../../db/errors'
import type { Db } from '../../../db/schema'
import { calendarDay, instantsOf } from '~/domain/dates'
import { fingerprint, sha256Hex } from '~/domain/hashes.server'
import { firstResult, once, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { maxId } from '~/domain/ids'
import { questions } from '~/domain/quotes/questions'
import { bundledTables } from '~/engine/bundled-tables'
import { goldenCases } from '~/engine/golden-cases'
import { bundledEffects } from '~/engine/question-effects'
import { engineResultSchema, type EngineResult } from '~/engine/engine.schema'
import { firstResultSchema } from '~/engine/version-1/engine.schema'
import type { PageRequest } from '~/lists/list-page'
import { listInBatches } from '~/lists/list-in-batches.server'

import { engineInputSchema, isYesOrNo } from './engine-input.schema'
import { readDetails } from './details'
import { isTierReason, questionsOfReason } from './highlights'
import { factorsOf } from './result-factors.server'
import type { Sandbox } from './sandbox.server'
import { priceHash } from './price-hash.server'
import * as queries from './underwriting.queries.server'

export { listComparable, listResultTiers } from './underwriting.queries.server'

/** A stored result as lists and calls return it. */
export type UnderwritingResult = NonNullable<Awaited<ReturnType<typeof queries.findResult>>>

export type RunOutcome =
  | { ok: true; result: UnderwritingResult }
  | { ok: false; reason: 'missing' | 'refused' | 'busy'; message: string }

/**
 * Runs the active engine on one quote in the sandbox, and stores the result with everything it was made from: the engine's
 * version, the input as used and a hash of the configuration, so that a replay gives the same figures. A retry under one
 * idempotency key gets the first result.
 * @throws {IdempotencyConflict} when the key was used for another quote.
 */
export async function runUnderwriting(
  db: Db,
  sandbox: Pick<Sandbox, 'run'>,
  {
    quoteId,
    adminId,
    asOf = calendarDay(new Date()),
    key = null,
  }: { quoteId: number; adminId: number; asOf?: string; key?: IdempotencyKey | null },
): Promise<RunOutcome> {
  const first = await firstResult<{ id: number }>(db, key, { quoteId })
  const known = first && (await queries.findResult(db, first.id))
  if (known) return { ok: true, result: known }
  const found = quoteId <= maxId ? await queries.findRunInput(db, quoteId) : undefined
  if (!found) return { ok: false, reason: 'missing', message: `Quote submission ${quoteId} not found` }
  const { quote, engine, ...configuration } = found
  if (!engine) return { ok: false, reason: 'refused', message: 'No underwriting engine is active' }

  const input = inputOf(quote, configuration, asOf)
  const run = await runEngine(sandbox, engine, input)
  if (!run.ok) {
    return { ok: false, reason: run.kind === 'busy' ? 'busy' : 'refused', message: run.message }
  }
  const checked = checkResult(run.result)
  if (!checked.ok) return { ok: false, reason: 'refused', message: checked.message }

  const result = await storeResult(db, key, { quote, adminId, engine, input, result: checked.result })
  return result
    ? { ok: true, result }
    : { ok: false, reason: 'missing', message: 'The applicant has deleted the account.' }
}

/** A stored application, or a sample one. */
type Application = Record<string, unknown> & queries.Concerned

/** Returns the engine's input on a day, YYYY-MM-DD: the rated answers and the configuration rows that concern them. */
export async function engineInput(db: Db, application: Application, asOf: string) {
  const [configuration] = await queries.configurationsFor(db, [application])
  return inputOf(application, configuration, asOf)
}

/** Returns the engine's input of each of the applications on a day, in their order, by one statement. */
export async function engineInputs(db: Db, applications: readonly Application[], asOf: string) {
  const configurations = await queries.configurationsFor(db, applications)
  return applications.map((application, index) => inputOf(application, configurations[index], asOf))
}

function inputOf(application: Application, configuration: queries.Configuration | undefined, asOf: string) {
  if (configuration === undefined) throw new Error('An application has no configuration')
  const tiers = configuration.tiers.map(figuresOf)
  const input = assembleInput(application, { ...configuration, tiers }, asOf)
  engineInputSchema.parse(input)
  return input
}

/** Returns the input for stored answers, without checking it. `tiers` are without timestamps: many inputs share them. */
export function assembleInput<Tier>(
  application: Record<string, unknown>,
  {
    tiers,
    employer,
    industry,
    portfolio,
    notRated,
  }: Pick<queries.Configuration, 'employer' | 'industry' | 'portfolio' | 'notRated'> & { tiers: Tier[] },
  asOf: string,
) {
  return {
    interface: 2 as const,
    asOf,
    quote: ratedAnswers(application),
    tiers,
    employer: employer && figuresOf(employer),
    industry: industry && figuresOf(industry),
    portfolio: { factor: portfolio },
    notRated,
  }
}

const rated = questions.filter(({ engine }) => engine)

/** Picks the answers that the registry of questions marks for the engine. */
function ratedAnswers(application: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    rated.map((question) => {
      const answer = application[question.name] ?? null
      return [question.name, isYesOrNo(question) && answer !== null ? answer === 'TRUE' : answer]
    }),
  )
}

export type EngineInput = Awaited<ReturnType<typeof engineInput>>

/** A version's source and tables; engines of interface 1 have none. */
export type RunnableEngine = { source: string; tables: unknown }

/** Runs an engine on an input. The tables and tiers are parsed once for runs in sequence. */
export async function runEngine(
  sandbox: Pick<Sandbox, 'run'>,
  engine: RunnableEngine,
  input: { tiers: readonly unknown[] },
  options: { trial?: boolean } = {},
) {
  const { shared, own } = sharedPart(engine, input)
  return sandbox.run(engine.source, own, { ...options, shared })
}

/** Splits an input into the JSON of its tables and tiers, which runs of a batch have in common, and the rest. */
export function sharedPart<Input extends { tiers: readonly unknown[] }>(
  engine: RunnableEngine,
  input: Input,
) {
  const { tiers, ...own } = input
  return { shared: JSON.stringify(engine.tables ? { tables: engine.tables, tiers } : { tiers }), own }
}

type Times = { created_at?: unknown; updated_at?: unknown; date_created?: unknown }

/** Returns a configuration row without its timestamps: the hash depends only on the figures. */
export function figuresOf<Row extends object>(row: Row) {
  const { created_at, updated_at, date_created, ...figures } = row as Row & Times
  return figures
}

/** Whether an engine's output is a valid result, which closes. Results of interface 1 can be checked for a replay. */
export function checkResult(
  result: unknown,
  version: 1 | 2 = 2,
): { ok: true; result: EngineResult } | { ok: false; message: string } {
  const schema = version === 2 ? engineResultSchema : firstResultSchema
  const parsed = (schema as typeof engineResultSchema).safeParse(result)
  if (parsed.success) return { ok: true, result: parsed.data }
  const [issue] = parsed.error.issues
  const where = issue?.path.length ? `${issue.path.join('.')}: ` : ''
  return { ok: false, message: `The engine's result is not valid. ${where}${issue?.message}` }
}

/** Returns null if the quote was anonymized while the engine ran: its input must not be stored. */
async function storeResult(
  db: Db,
  key: IdempotencyKey | null,
  run: {
    quote: { id: number; email: string; correction_id: number | null }
    adminId: number
    engine: { id: number; hash: string }
    input: EngineInput
    result: EngineResult
  },
) {
  const { quote, adminId, engine, input } = run
  const { calculation_details, ...figures } = run.result
  const row = {
    ...figures,
    user_id: adminId,
    decision: calculation_details.decision.status,
    calculation_details: JSON.stringify(calculation_details),
    engine_version_id: engine.id,
    engine_hash: engine.hash,
    configuration_hash: configurationHash(input),
    input: JSON.stringify(input),
    expected_loss_ratio: calculation_details.expected.lossRatio,
    correction_id: quote.correction_id,
  }
  const factors = factorsOf(calculation_details)
  try {
    if (key === null) return await queries.insertResult(db, quote, row, factors)
    // The idempotency key stores only the id: the applicant's data stays in one place.
    const { result } = await once(db, key, { quoteId: quote.id }, async (trx) => {
      const { id } = await queries.insertResult(trx, quote, row, factors)
      return { id }
    })
    return (await queries.findResult(db, result.id)) ?? null
  } catch (error) {
    if (isNotNullViolation(error, 'quote_submission_id')) return null
    throw error
  }
}

/** Hashes the configuration of an input: the same rows give the same hash. */
export function configurationHash({ tiers, employer, industry, portfolio, notRated }: EngineInput) {
  return fingerprint({ tiers, employer, industry, portfolio, notRated })
}

export async function findResult(db: Db, id: number) {
  return (await queries.findResult(db, id)) ?? null
}

/** Returns why the newest result of a quote is referred, each reason with the questions that it is about; null where it is not. */
export async function findReferral(db: Db, quoteId: number) {
  const [newest] = await queries.searchResults(db, { quoteId, limit: 1 })
  const result = newest?.decision === 'referred' ? await findResult(db, newest.id) : null
  if (result === null) return null
  const details = readDetails(result.calculation_details, result.monthly_premium)
  return {
    correctionId: newest?.correction_id ?? null,
    reasons: details.decision.reasons
      .filter(({ code }) => !isTierReason(code ?? ''))
      .map(({ code, text }) => ({ code, questions: questionsOfReason(code), text })),
  }
}

export async function findInput(db: Db, id: number) {
  const row = await queries.findInput(db, id)
  return row ? (row.input as EngineInput) : null
}

/** Returns results in batches, for calls: there may be any number. */
export function resultBatches(db: Db, { quoteId, ...page }: PageRequest & { quoteId?: number }) {
  return listInBatches(db, page, (reader, batch) => queries.listResults(reader, { ...batch, quoteId }))
}

export type Decision = UnderwritingResult['decision']

/** Filters of the results; days are YYYY-MM-DD in UTC, both included. */
export type ResultFilter = {
  decision?: Decision
  tier?: string
  quoteId?: number
  from?: string
  to?: string
}

/** Returns results newest first, after the one whose id is `cursor`. */
export async function searchResults(
  db: Db,
  { from, to, ...filter }: ResultFilter,
  page: { cursor?: number; limit: number },
) {
  return queries.searchResults(db, {
    ...filter,
    ...page,
    ...instantsOf({ from, to }),
  })
}

/** Returns the hash that names a version. */
export function engineHash({ source, tables, tests }: RunnableEngine & { tests: unknown }) {
  return tables ? fingerprint({ source, tables, tests }) : sha256Hex(source)
}

/**
 * Stores the engines that the program comes with: in a new database both, where an engine of interface 1 is active the present one, which
 * becomes the active one. The others stay in the history.
 */
export async function ensureEngine(db: Db, bundled: { first: string; source: string }) {
  const active = await queries.findActiveInterface(db)
  if (active === 2) return storePriceHashes(db)
  const { source } = bundled
  const version = { source, tables: bundledTables, tests: goldenCases }
  const hash = engineHash(version)
  await db.transaction().execute(async (trx) => {
    if (active === null)
      await queries.insertEngine(trx, versionOf(bundled.first, 'The first engine, of interface 1'))
    await queries.deactivateEngines(trx)
    await queries.insertEngine(trx, {
      ...versionOf(source, 'The engine that the program came with'),
      filename: `engine-${hash.slice(0, 12)}.js`,
      hash,
      interface: 2,
      price_hash: priceHash(version),
      tables: JSON.stringify(version.tables),
      tests: JSON.stringify(version.tests),
      effects: JSON.stringify(bundledEffects),
      active: true,
    })
  })
}

/** Adds the hashes that versions of an earlier program lack. */
async function storePriceHashes(db: Db) {
  for (const { id, ...version } of await queries.versionsWithoutPriceHash(db))
    await queries.storePriceHash(db, id, priceHash(version))
}

function versionOf(source: string, note: string) {
  const hash = sha256Hex(source)
  return {
    filename: `engine-${hash.slice(0, 12)}.js`,
    source,
    hash,
    size: Buffer.byteLength(source),
    note,
    active: false,
  }
}
