import { afterAll, beforeAll, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { startFactorCopy, storeMissingFactors } from '~/domain/underwriting/result-factors.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine, runUnderwriting } from '~/domain/underwriting/underwriting.server'

import { provideDatabase } from '../../support/database'
import { bundledEngines } from '../../support/engine'
import { insertQuote } from '../../support/quotes'

const provided = provideDatabase()
let sandbox: Sandbox
let quoteId = 0
let adminId = 0

beforeAll(async () => {
  const { db } = provided
  sandbox = createSandbox({ workers: 1, deadlineMs: 2000 })
  await fillEmptyDatabase(db)
  await createAdmin(db, { email: 'root@example.com', password: 'a long password' })
  await ensureEngine(db, bundledEngines)
  quoteId = await insertQuote(db)
  adminId = (await db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
})
afterAll(() => sandbox.close())

async function run() {
  const outcome = await runUnderwriting(provided.db, sandbox, { quoteId, adminId, asOf: '2026-01-15' })
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.result
}

const factorsIn = (resultId: number) =>
  provided.db
    .selectFrom('result_factors')
    .select(['factor', 'multiplier', 'dollars'])
    .where('result_id', '=', resultId)
    .orderBy('factor')
    .execute()

/** Makes results look as those that were stored before the table of factors. */
async function forget(ids: readonly number[]) {
  await provided.db.deleteFrom('result_factors').where('result_id', 'in', ids).execute()
  await provided.db
    .updateTable('underwriting_results')
    .set({ factors_stored: false, expected_loss_ratio: null })
    .where('id', 'in', ids)
    .execute()
}

test('a run stores each factor of its calculation, and together they are the premium', async () => {
  const result = await run()
  const details = result.calculation_details as {
    base_premium: number
    factors: { name: string; multiplier: number; dollars: number }[]
    expected: { lossRatio: number }
  }
  const stored = await factorsIn(result.id)
  expect(stored.length).toBeGreaterThan(10)
  const expected = details.factors.map(({ name, multiplier, dollars }) => ({
    factor: name,
    multiplier,
    dollars,
  }))
  const byName = (a: { factor: string }, b: { factor: string }) => (a.factor < b.factor ? -1 : 1)
  expect([...stored].sort(byName)).toEqual(expected.sort(byName))
  const sum = stored.reduce((total, { dollars }) => total + dollars, details.base_premium)
  expect(sum).toBeCloseTo(result.monthly_premium!, 2)
  const row = await provided.db
    .selectFrom('underwriting_results')
    .select(['expected_loss_ratio', 'factors_stored'])
    .where('id', '=', result.id)
    .executeTakeFirst()
  expect(row).toEqual({ expected_loss_ratio: details.expected.lossRatio, factors_stored: true })
})

test('results without stored factors get them in batches, once', async () => {
  const ids = [(await run()).id, (await run()).id, (await run()).id]
  const before = await factorsIn(ids[0]!)
  await forget(ids)
  expect(await storeMissingFactors(provided.db, 2)).toBe(2)
  expect(await factorsIn(ids[0]!)).toEqual([]) // the newest come first
  expect(await factorsIn(ids[2]!)).toEqual(before)
  expect(await storeMissingFactors(provided.db, 2)).toBe(1)
  expect(await factorsIn(ids[0]!)).toEqual(before)
  expect(await storeMissingFactors(provided.db, 2)).toBe(0)
})

test('a copy that is stopped is finished by the next one', async () => {
  const ids = [(await run()).id, (await run()).id]
  await forget(ids)
  await startFactorCopy(provided.db).stop()
  const second = startFactorCopy(provided.db)
  await expect.poll(async () => (await factorsIn(ids[0]!)).length).toBeGreaterThan(10)
  await second.stop()
})

test('results of interface 1 get the dollars of their factors from the multipliers', async () => {
  const { id } = await run()
  const first = {
    base_premium: 100,
    decision: { status: 'approved', reasons: ['Fine.'] },
    data_sources: {},
    factors: [{ name: 'credit', label: 'Credit', input: 'good', multiplier: 1.2 }],
    steps: [],
    warnings: [],
  }
  await provided.db
    .updateTable('underwriting_results')
    .set({ calculation_details: JSON.stringify(first), monthly_premium: 110 })
    .where('id', '=', id)
    .execute()
  await forget([id])
  await storeMissingFactors(provided.db)
  expect(await factorsIn(id)).toMatchObject([
    { factor: 'bounds', dollars: -10 },
    { factor: 'credit', multiplier: 1.2, dollars: 20 },
  ])
})

test('the factors of a deleted result are deleted', async () => {
  const { id } = await run()
  await provided.db.deleteFrom('underwriting_results').where('id', '=', id).execute()
  expect(await factorsIn(id)).toEqual([])
})
