import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import {
  compareChallenger,
  endChallenger,
  findChallenger,
  listCandidates,
  listResults,
  nameChallenger,
} from '~/domain/challengers/challengers.server'
import { createChallengerRuns, largestMover } from '~/domain/challengers/runs.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { engineHash, ensureEngine, runUnderwriting } from '~/domain/underwriting/underwriting.server'
import { bundledTables } from '~/engine/bundled-tables'
import { goldenCases } from '~/engine/golden-cases'

import { provideDatabase } from '../../support/database'
import { bundledEngines, engineSource } from '../../support/engine'
import { insertQuote } from '../../support/quotes'

const provided = provideDatabase()
const errors: unknown[] = []
let sandbox: Sandbox
let own: Sandbox
let by = 0

beforeAll(async () => {
  sandbox = createSandbox({ workers: 1 })
  own = createSandbox({ workers: 1, maxQueue: 1, deadlineMs: 300 })
  await fillEmptyDatabase(provided.db)
  await createAdmin(provided.db, { email: 'root@example.com', password: 'a long password' })
  await ensureEngine(provided.db, bundledEngines)
  by = (await provided.db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
})
beforeEach(async () => {
  await provided.db.deleteFrom('quote_submissions').execute()
  await provided.db.deleteFrom('challengers').execute()
})
afterEach(() => expect(errors.splice(0)).toEqual([]))
afterAll(() => Promise.all([sandbox.close(), own.close()]))

const newRuns = (options: Partial<Parameters<typeof createChallengerRuns>[0]> = {}) =>
  createChallengerRuns({ sandbox: own, onError: (error) => errors.push(error), ...options })

async function quote(more: object = {}) {
  const id = await insertQuote(provided.db, more)
  return id
}

async function runLive(quoteId: number) {
  const run = await runUnderwriting(provided.db, sandbox, { quoteId, adminId: by, asOf: '2026-01-15' })
  if (!run.ok) throw new Error(run.message)
  return run.result
}

/** Stores a version that was checked before. */
async function version(
  source: string,
  state: 'released' | 'proposed' | 'rejected' | 'withdrawn' = 'proposed',
) {
  const hash = engineHash({ source, tables: bundledTables, tests: goldenCases })
  const { id } = await provided.db
    .insertInto('engine_versions')
    .values({
      source,
      hash,
      state,
      filename: `${crypto.randomUUID()}.js`,
      size: source.length,
      interface: 2,
      tables: JSON.stringify(bundledTables),
      tests: JSON.stringify(goldenCases),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function name(source: string) {
  const id = await version(source)
  const named = await nameChallenger(provided.db, { version: id, reason: 'To compare' }, { by })
  if (!named.ok) throw new Error(JSON.stringify(named))
  return { id: named.id, version: id }
}

/** An engine that doubles the base premium and refers everybody. */
const dearer = `${engineSource.replace(/\bfunction underwrite\(/, 'function original(')}
function underwrite(input) {
  const tiers = input.tiers.map((tier) => ({ ...tier, base_premium: 2 * tier.base_premium }))
  const result = original({ ...input, tiers })
  if (result.coverage_tier !== null) result.calculation_details.decision.status = 'referred'
  return result
}`

const auditOf = (id: number) =>
  provided.db
    .selectFrom('audit_log')
    .select(['user_id', 'action', 'after'])
    .where('entity', '=', 'challenger')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute()

describe('a challenger', () => {
  test('is a released or proposed version of interface 2 that is not the live one', async () => {
    const { db } = provided
    const rows = await db.selectFrom('engine_versions').select(['id', 'interface', 'active']).execute()
    const refused = [
      rows.find((row) => row.interface === 1)?.id,
      rows.find((row) => row.active)?.id,
      await version(`${engineSource}// rejected`, 'rejected'),
      await version(`${engineSource}// withdrawn`, 'withdrawn'),
      999_999,
    ]
    const listed = (await listCandidates(db)).map(({ id }) => id)
    for (const id of refused) {
      expect(listed).not.toContain(id)
      expect(await nameChallenger(db, { version: id, reason: 'Why not' }, { by })).toMatchObject({
        reason: 'invalid',
        errors: [{ path: 'version' }],
      })
    }
    const proposed = await version(`${engineSource}// proposed`)
    expect((await listCandidates(db)).map(({ id }) => id)).toContain(proposed)
    expect(await nameChallenger(db, { version: proposed, reason: ' ' }, { by })).toMatchObject({
      errors: [{ path: 'reason', message: 'Say why this version runs beside the live one' }],
    })
    expect(await findChallenger(db)).toBeNull()
    expect(await nameChallenger(db, { version: proposed, reason: 'Why' }, { by })).toMatchObject({ ok: true })
  })

  test('is one at a time, and named and ended with a reason in the audit log', async () => {
    const { db } = provided
    const { id } = await name(`${engineSource}// one`)
    const other = await version(`${engineSource}// two`)
    expect(await nameChallenger(db, { version: other, reason: 'Too' }, { by })).toMatchObject({
      reason: 'conflict',
    })
    expect(await endChallenger(db, { challenger: id, reason: '' }, { by })).toMatchObject({
      reason: 'invalid',
    })
    expect(await endChallenger(db, { challenger: id, reason: 'Enough' }, { by })).toEqual({ ok: true, id })
    expect(await endChallenger(db, { challenger: id, reason: 'Enough' }, { by })).toMatchObject({
      reason: 'conflict',
    })
    expect(await auditOf(id)).toMatchObject([
      { user_id: by, action: 'name', after: { reason: 'To compare' } },
      { user_id: by, action: 'end', after: { reason: 'Enough' } },
    ])
    expect(await nameChallenger(db, { version: other, reason: 'Now' }, { by })).toMatchObject({ ok: true })
  })
})

describe('the runs of a challenger', () => {
  test('compare it with the live version on each new run', async () => {
    const { db } = provided
    const before = await quote()
    await runLive(before)
    const { version: versionId } = await name(dearer)
    const runs = newRuns()
    const [one, two, young] = [
      await quote(),
      await quote({ income: 9000, salary: 108_000 }),
      await quote({ date_of_birth: '2015-01-01' }),
    ]
    const live = []
    for (const id of [one, two, young]) {
      const result = await runLive(id)
      live.push(result)
      runs.add(db, result.id)
      runs.add(db, result.id) // a retry of the request
    }
    await runs.idle()

    const [first, second] = live
    const {
      counts,
      live: current,
      challenger,
      percentiles,
      differing,
      movers,
    } = await compareChallenger(db, versionId)
    expect(counts).toEqual({ runs: 3, failures: 0, decisions: 2, tiers: 0, up: 2, down: 0, same: 0 })
    const total = (first?.monthly_premium ?? 0) + (second?.monthly_premium ?? 0)
    expect(current.premium).toBeCloseTo(total, 6)
    expect(challenger.premium / total).toBeCloseTo(2, 2)
    expect((current.lossRatio ?? 0) / (challenger.lossRatio ?? 1)).toBeCloseTo(2, 2)
    expect(challenger.claims).toBeCloseTo(current.claims, 6)
    const changes = [first, second].map((result) => result?.monthly_premium ?? 0).sort((a, b) => a - b)
    expect(percentiles.map(({ share }) => share)).toEqual([0.05, 0.25, 0.5, 0.75, 0.95])
    expect(percentiles[2]?.change).toBeCloseTo(((changes[0] ?? 0) + (changes[1] ?? 0)) / 2, 1)
    expect(differing.map((row) => [row.result_id, row.live_decision, row.decision])).toEqual([
      [second?.id, 'approved', 'referred'],
      [first?.id, 'approved', 'referred'],
    ])
    expect(movers.map(({ result_id }) => result_id)).toHaveLength(2)
    expect(movers[0]).toMatchObject({ mover: 'Base premium of the tier' })
    expect(Math.abs(movers[0]?.change ?? 0)).toBeGreaterThanOrEqual(Math.abs(movers[1]?.change ?? 0))
    const page = await listResults(db, versionId, { limit: 2 })
    expect(page.map(({ quote_submission_id }) => quote_submission_id)).toEqual([young, two])
    expect(page[0]).toMatchObject({
      live_decision: 'declined',
      decision: 'declined',
      change: null,
      as_of: '2026-01-15',
    })
    expect(await listResults(db, versionId, { limit: 2, cursor: page[1]?.id })).toHaveLength(1)
    // Nothing of it is a result, or of the application.
    expect(await db.selectFrom('underwriting_results').select('id').execute()).toHaveLength(4)
    expect(
      (
        await db
          .selectFrom('quote_submissions')
          .select('coverage_tier')
          .where('id', '=', one)
          .executeTakeFirstOrThrow()
      ).coverage_tier,
    ).toBe(first?.coverage_tier)
  })

  test('end with it', async () => {
    const { db } = provided
    const { id, version: versionId } = await name(`${engineSource}// short`)
    const runs = newRuns()
    await endChallenger(db, { challenger: id, reason: 'Enough' }, { by })
    runs.add(db, (await runLive(await quote())).id)
    await runs.idle()
    expect((await compareChallenger(db, versionId)).counts.runs).toBe(0)
  })

  test.each([
    ['loops', 'function underwrite() { for (;;); }', /run took too long|was stopped/],
    ['throws', 'function underwrite() { throw new Error("no such table") }', /no such table/],
    ['gives no valid result', 'function underwrite() { return { monthly_premium: -1 } }', /not valid/],
    ['does not parse', 'function (', /Line 1/],
  ])('of a challenger that %s are failures, and stop after some', async (_, source, message) => {
    const { db } = provided
    const { version: versionId } = await name(source)
    const runs = newRuns({ maxFailures: 2 })
    for (let index = 0; index < 3; index += 1) {
      const id = await quote()
      const started = performance.now()
      const live = await runLive(id)
      expect(performance.now() - started).toBeLessThan(5000)
      expect(live.decision).toBe('approved')
      runs.add(db, live.id)
    }
    await runs.idle()
    const { counts, live, challenger } = await compareChallenger(db, versionId)
    expect(counts).toMatchObject({ runs: 2, failures: 2, decisions: 0, up: 0, down: 0 })
    expect({ live, challenger }).toEqual({
      live: { premium: 0, claims: 0, lossRatio: null },
      challenger: { premium: 0, claims: 0, lossRatio: null },
    })
    const [row] = await listResults(db, versionId, { limit: 1 })
    expect(row).toMatchObject({
      decision: null,
      premium: null,
      failure: expect.stringMatching(message) as string,
    })
    expect(await findChallenger(db)).toMatchObject({ failures: 2, stopped_at: expect.any(Date) as Date })
  })

  test('count failures in a row: a success begins again', async () => {
    const { db } = provided
    await name(`${dearer}\nconst strict = underwrite
      underwrite = (input) => { if (input.quote.income < 4000) throw new Error('low'); return strict(input) }`)
    const runs = newRuns({ maxFailures: 2 })
    for (const income of [3000, 5000, 3000])
      runs.add(db, (await runLive(await quote({ income, salary: 12 * income }))).id)
    await runs.idle()
    expect(await findChallenger(db)).toMatchObject({ failures: 1, stopped_at: null })
  })

  test('are left out and counted where too many wait', async () => {
    const { db } = provided
    const { version: versionId } = await name(`${engineSource}// busy`)
    const runs = newRuns({ maxWaiting: 1 })
    const ids = []
    for (let index = 0; index < 4; index += 1) ids.push((await runLive(await quote())).id)
    for (const id of ids) runs.add(db, id)
    await runs.idle()
    expect(await findChallenger(db)).toMatchObject({ skipped: 2 })
    expect((await compareChallenger(db, versionId)).counts.runs).toBe(2)
  })

  test('store nothing about an applicant who has gone', async () => {
    const { db } = provided
    const { version: versionId } = await name(`${engineSource}// gone`)
    const runs = newRuns({
      sandbox: {
        ...own,
        async run(...parameters) {
          const result = await own.run(...parameters)
          await db.updateTable('quote_submissions').set({ email: 'deleted-1@invalid.example' }).execute()
          return result
        },
      },
    })
    runs.add(db, (await runLive(await quote())).id)
    await runs.idle()
    expect((await compareChallenger(db, versionId)).counts.runs).toBe(0)
    const others = newRuns()
    others.add(db, (await runLive(await quote())).id)
    await others.idle()
    expect((await compareChallenger(db, versionId)).counts.runs).toBe(1)
    await db.deleteFrom('quote_submissions').execute()
    expect((await compareChallenger(db, versionId)).counts.runs).toBe(0)
  })

  test('do nothing after they were closed', async () => {
    const { db } = provided
    const { version: versionId } = await name(`${engineSource}// closed`)
    const runs = newRuns({ sandbox: { ...own, close: () => Promise.resolve() } })
    await runs.close()
    runs.add(db, (await runLive(await quote())).id)
    await runs.idle()
    expect((await compareChallenger(db, versionId)).counts.runs).toBe(0)
  })
})

test('the part that moved a premium most is a factor, matched by its name, or the base', () => {
  const factor = (name: string, multiplier: number) => ({ name, label: name.toUpperCase(), multiplier })
  const live = { base_premium: 20, factors: [factor('a', 1.5), factor('b', 0.9)] }
  const moved = (base_premium: number, ...factors: ReturnType<typeof factor>[]) =>
    largestMover(live, { base_premium, factors })
  // One part alone has the whole change.
  expect(moved(20, factor('b', 1.8), factor('a', 1.5))).toEqual({ label: 'B', dollars: 27 })
  expect(moved(20, factor('b', 0.9))).toEqual({ label: 'A', dollars: -9 })
  expect(moved(40, ...live.factors)).toEqual({ label: 'Base premium of the tier', dollars: 27 })
  expect(moved(20, factor('a', 1.5), factor('b', 0.9), factor('c', 1.2))).toEqual({
    label: 'C',
    dollars: 5.4,
  })
  const both = moved(30, factor('a', 1.2), factor('b', 0.9))
  expect(both).toMatchObject({ label: 'Base premium of the tier' })
  expect(both?.dollars).toBeCloseTo((5.4 * Math.log(1.5)) / Math.log(1.2), 1)
})
