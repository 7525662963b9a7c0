import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Db } from '../../../db/schema'
import { createAdmin } from '~/domain/accounts/accounts.server'
import { correctQuote } from '~/domain/corrections/corrections.server'
import { previewCorrection } from '~/domain/corrections/preview.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { parseFields } from '~/domain/parse-fields'
import { currentQuoteSchema, findQuote, submitQuote } from '~/domain/quotes/quotes.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine, runUnderwriting } from '~/domain/underwriting/underwriting.server'

import { provideDatabase } from '../../support/database'
import { bundledEngines } from '../../support/engine'
import { application } from '../../support/program'

const provided = provideDatabase()
const asOf = '2026-01-15'
let db: Db
let sandbox: Sandbox
let by = 0

beforeAll(async () => {
  db = provided.db
  sandbox = createSandbox({ workers: 1 })
  await fillEmptyDatabase(db)
  await createAdmin(db, { email: 'root@example.com', password: 'a long password' })
  by = (await db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
  await ensureEngine(db, bundledEngines)
})
afterAll(() => sandbox.close())

async function apply(changes: object = {}) {
  const parsed = parseFields(await currentQuoteSchema(db), { ...application, ...changes })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  const { result } = await submitQuote(db, parsed.value, { ip: null, userId: null, key: null })
  return result.id
}

const nowhere = { line: null, column: null }

/** No engine is asked. */
const idle = { run: () => Promise.reject(new Error('The engine was asked')) }

async function previewOf(id: number, fields: object, engine: Pick<Sandbox, 'run'> = sandbox) {
  const outcome = await previewCorrection(db, engine, id, { ...fields }, { by, asOf })
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.preview
}

test('the price is the one of a run after the correction, and nothing is stored before', async () => {
  const id = await apply({ employment_length: 13, children_count: 3, family_size: 3 })
  const before = await findQuote(db, id)
  const fields = { employment_length: '2', family_size: '5' }
  const { changes, errors, price, problem } = await previewOf(id, fields)
  expect(changes.map(({ name }) => name)).toEqual(['family_size', 'employment_length'])
  expect([errors, problem]).toEqual([[], null])
  expect(price).toMatchObject({ now: { decision: 'referred' }, changed: { decision: 'approved' } })
  expect(price?.moved.map(({ name }) => name)).toEqual(['tenure'])
  expect(await findQuote(db, id)).toEqual(before)

  await correctQuote(db, id, { ...fields, reason: 'She wrote so by mail.' }, { by })
  const run = await runUnderwriting(db, sandbox, { quoteId: id, adminId: by, asOf })
  if (!run.ok) throw new Error(run.message)
  expect(run.result.monthly_premium).toBe(price?.changed.monthly)
})

test('another employer counts with its record', async () => {
  const { price } = await previewOf(await apply(), { employer_name: 'Granite Quay Builders' })
  expect(price?.moved.map(({ name }) => name)).toContain('employer')
})

test.each([
  ['nothing', {}, []],
  ['the stored answers in another notation', { income: '$4,500.00', date_of_birth: '1/2/1990' }, []],
  ['an answer that is not rated', { phone: '(555) 987-6543', gender: 'Male' }, ['phone', 'gender']],
])('the engine is not asked about %s', async (_, fields, names) => {
  const { changes, ...rest } = await previewOf(await apply(), fields, idle)
  expect(changes.map(({ name }) => name)).toEqual(names)
  expect(rest).toEqual({ errors: [], price: null, problem: null })
})

test.each([
  [{ income: '5000', credit_score: '9' }, ['income'], ['credit_score']],
  [{ income: '5000', marital_status: 'Married', spouse_working: '' }, ['income'], ['spouse_working']],
  [{ income: '5000', job_role: 'Other', other_job_role: '' }, ['income'], ['other_job_role']],
  [{ income: '5000', email: 'eve@example.com' }, ['income'], ['email']],
])('%j: valid changes are told beside what is wrong', async (fields, names, wrong) => {
  const id = await apply({ marital_status: 'Single', job_role: 'Accountant', other_job_role: '' })
  const { changes, errors, price } = await previewOf(id, fields, idle)
  expect(changes.map(({ name }) => name)).toEqual(names)
  expect(errors.map(({ path }) => path)).toEqual(wrong)
  expect(price).toBeNull()
})

test('a busy engine leaves the changes without a price', async () => {
  const busy = {
    run: () => Promise.resolve({ ok: false as const, kind: 'busy' as const, message: 'Busy.', ...nowhere }),
  }
  const { changes, price, problem } = await previewOf(await apply(), { income: '5000' }, busy)
  expect([changes.length, price, problem]).toEqual([1, null, 'Busy.'])
})

test('a missing application and one that was corrected since are told apart', async () => {
  const options = { by, asOf, base: 0 }
  expect(await previewCorrection(db, idle, 987_654, {}, options)).toMatchObject({ reason: 'missing' })
  const id = await apply()
  await correctQuote(db, id, { income: 5000, reason: 'She wrote so by mail.' }, { by })
  expect(await previewCorrection(db, idle, id, { income: 6000 }, options)).toMatchObject({
    reason: 'conflict',
    message: expect.stringContaining('This application was corrected') as string,
  })
})

test('an admin who asked too often is told so, beside the changes', async () => {
  const id = await apply()
  const quick = {
    run: () => Promise.resolve({ ok: false as const, kind: 'error' as const, message: 'No.', ...nowhere }),
  }
  expect(await previewOf(id, { income: '5000' }, quick)).toMatchObject({ problem: 'No.' })
  await db.updateTable('rate_limits').set({ hits: 600 }).execute()
  const { changes, problem } = await previewOf(id, { income: '5000' }, idle)
  expect(changes).toHaveLength(1)
  expect(problem).toContain('Too many attempts')
})
