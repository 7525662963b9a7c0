import { afterAll, beforeAll, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import { listEntries } from '~/domain/audit/audit.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import {
  deleteStateRule,
  listFactors,
  listStateRules,
  putStateRule,
} from '~/domain/state-rules/state-rules.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine, findInput, runUnderwriting } from '~/domain/underwriting/underwriting.server'

import { provideDatabase } from '../../support/database'
import { bundledEngines, sandboxDuring } from '../../support/engine'
import { insertQuote } from '../../support/quotes'

const provided = provideDatabase()
let sandbox: Sandbox
let adminId = 0

beforeAll(async () => {
  const { db } = provided
  sandbox = createSandbox({ workers: 1 })
  await fillEmptyDatabase(db)
  await createAdmin(db, { email: 'root@example.com', password: 'a long password' })
  await ensureEngine(db, bundledEngines)
  adminId = (await db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
})
afterAll(() => sandbox.close())

const rule = { state: 'CA', factor: 'credit_score', source: 'Example Code 1', note: '' }
const put = (fields: Record<string, unknown>, id: number | null = null) =>
  putStateRule(provided.db, id, fields, { by: adminId, sandbox })

async function quoteIn(region_state: string, answers: object) {
  const quoteId = await insertQuote(provided.db, { region_state, ...answers })
  const run = await runUnderwriting(provided.db, sandbox, { quoteId, adminId, asOf: '2026-01-15' })
  if (!run.ok) throw new Error(run.message)
  return run.result
}

test('a rule makes its factor neutral in its state alone, and the stored input has it', async () => {
  const added = await put(rule)
  expect(added).toMatchObject({ ok: true, rule: { state: 'CA', factor: 'credit_score', note: null } })
  const [low, high] = [await quoteIn('CA', { credit_score: 420 }), await quoteIn('CA', { credit_score: 830 })]
  expect(low.monthly_premium).toBe(high.monthly_premium)
  expect((await findInput(provided.db, low.id))?.notRated).toEqual(['credit_score'])
  const factor = (low.calculation_details as { factors: { name: string }[] }).factors.find(
    ({ name }) => name === 'credit_score',
  )
  expect(factor).toMatchObject({ multiplier: 1, answer: 'Not rated in this state' })
  expect(factor).toMatchObject({ source: expect.stringContaining('rule of the state') as string })

  const [other, better] = [
    await quoteIn('NY', { credit_score: 420 }),
    await quoteIn('NY', { credit_score: 830 }),
  ]
  expect(other.monthly_premium).toBeGreaterThan(Number(better.monthly_premium))
  expect((await findInput(provided.db, other.id))?.notRated).toEqual([])
})

test('an answer that a state does not allow refers nobody', async () => {
  expect(await put({ ...rule, factor: 'background_check' })).toMatchObject({ ok: true })
  const flagged = await quoteIn('CA', { background_check: 'MajorFlag' })
  const clear = await quoteIn('CA', { background_check: 'Clear' })
  expect([flagged.decision, flagged.monthly_premium]).toEqual([clear.decision, clear.monthly_premium])
  expect((await quoteIn('NY', { background_check: 'MajorFlag' })).decision).toBe('referred')
})

test('a rule is unique, and wrong fields are named', async () => {
  expect(await put(rule)).toMatchObject({ ok: false, reason: 'taken' })
  const wrong = await put({ state: 'XX', factor: 'constructor', source: ' ', note: 'x'.repeat(501) })
  expect(wrong).toMatchObject({
    ok: false,
    errors: [{ path: 'state' }, { path: 'factor' }, { path: 'source' }, { path: 'note' }],
  })
  expect(await put({ ...rule, state: 'toString' })).toMatchObject({ ok: false, reason: 'invalid' })
  expect(await put({ ...rule, source: 'x'.repeat(501) })).toMatchObject({ ok: false, reason: 'invalid' })
  expect(await put({ ...rule, factor: 'tenure' })).toMatchObject({ ok: false, reason: 'invalid' })
  expect((await listFactors(provided.db)).map(({ name }) => name)).not.toContain('industry')
})

test('a change and a deletion are audited', async () => {
  const added = await put({ ...rule, state: 'OR' })
  if (!added.ok) throw new Error(added.reason)
  const { id } = added.rule
  expect(await put({ ...rule, state: 'OR', source: 'Example Code 2' }, id)).toMatchObject({ ok: true })
  expect(await deleteStateRule(provided.db, id, { by: adminId, sandbox })).toMatchObject({ ok: true })
  expect(await deleteStateRule(provided.db, id, { by: adminId, sandbox })).toEqual({
    ok: false,
    reason: 'missing',
  })
  const entries = await listEntries(provided.db, { entity: 'state rule' }, { limit: 3 })
  expect(entries.map(({ action }) => action)).toEqual(['delete', 'update', 'create'])
  expect((await listStateRules(provided.db)).map(({ state }) => state)).not.toContain('OR')
})

test('of two that are checked at the same moment one is stored, and the other can be sent again', async () => {
  const { db } = provided
  const own = (state: string) =>
    sandboxDuring(sandbox, async () => {
      expect(await put({ ...rule, state })).toMatchObject({ ok: true })
    })
  const moved = { ok: false, reason: 'overtaken' }
  const fields = { ...rule, state: 'WA' }
  expect(await putStateRule(db, null, fields, { by: adminId, sandbox: own('NV') })).toMatchObject(moved)
  const added = await put(fields)
  if (!added.ok) throw new Error(added.reason)
  const deletion = { by: adminId, sandbox: own('ID') }
  expect(await deleteStateRule(db, added.rule.id, deletion)).toMatchObject(moved)
  expect((await listStateRules(db)).map(({ state }) => state)).toEqual(
    expect.arrayContaining(['ID', 'NV', 'WA']),
  )
})

test('a later change of a rule is not overwritten unseen', async () => {
  const { db } = provided
  const added = await put({ ...rule, state: 'UT' })
  if (!added.ok) throw new Error(added.reason)
  const { id, updated_at: readAt } = added.rule
  const save = (source: string, seen: Date) =>
    putStateRule(db, id, { ...rule, state: 'UT', source }, { by: adminId, sandbox, readAt: seen })
  expect(await save('Example Code 2', readAt)).toMatchObject({ ok: true })
  expect(await save('Example Code 2', readAt)).toMatchObject({ ok: true }) // repeated after a lost response
  const outcome = await save('Example Code 3', readAt)
  expect(outcome).toMatchObject({ ok: false, reason: 'conflict', current: { source: 'Example Code 2' } })
  const current = !outcome.ok && outcome.reason === 'conflict' ? outcome.current.updated_at : readAt
  expect(await save('Example Code 3', current)).toMatchObject({ ok: true })
})

test('a rule that the engine in use does not obey is refused', async () => {
  const blind = bundledEngines.source.replace("!notRated.includes('background_check') && ", '')
  await provided.db.updateTable('engine_versions').set({ source: blind }).where('active', '=', true).execute()
  const refused = await put({ ...rule, state: 'TX', factor: 'background_check' })
  await provided.db
    .updateTable('engine_versions')
    .set({ source: bundledEngines.source })
    .where('active', '=', true)
    .execute()
  expect(refused).toMatchObject({ ok: false, reason: 'refused' })
  expect(refused.ok || !('message' in refused) ? '' : refused.message).toContain('background_check')
})
