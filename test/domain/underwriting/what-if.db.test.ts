import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { parseFields } from '~/domain/parse-fields'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine, runUnderwriting } from '~/domain/underwriting/underwriting.server'
import { whatIfSchema } from '~/domain/underwriting/what-if.schema'
import { whatIf, type WhatIf } from '~/domain/underwriting/what-if.server'

import { provideDatabase } from '../../support/database'
import { bundledEngines } from '../../support/engine'
import { insertQuote } from '../../support/quotes'

const provided = provideDatabase()
const asOf = '2026-01-15'
let sandbox: Sandbox
let by = 0
let quote = 0

beforeAll(async () => {
  const { db } = provided
  sandbox = createSandbox({ workers: 1 })
  await fillEmptyDatabase(db)
  await createAdmin(db, { email: 'root@example.com', password: 'a long password' })
  by = (await db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
  await ensureEngine(db, bundledEngines)
  quote = await insertQuote(db)
})
afterAll(() => sandbox.close())

async function tryOut(fields: Record<string, string>, id = quote) {
  const parsed = parseFields(whatIfSchema, { tier: '', years: '', employer: '', ...fields })
  if (!parsed.ok) return { ok: false as const, reason: 'invalid' as const, errors: parsed.errors }
  return whatIf(provided.db, sandbox, id, parsed.value, { by, asOf })
}

async function outcomeOf(fields: Record<string, string>) {
  const outcome: WhatIf = await tryOut(fields)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  return outcome
}

function storedState() {
  return sql`select (select count(*) from underwriting_results) as results,
    (select count(*) from audit_log) as entries, (select to_json(q) from quote_submissions q where id = ${quote}) as quote`
    .execute(provided.db)
    .then(({ rows }) => rows[0])
}

test('a longer tenure lowers the price, its factor is named, and nothing is stored', async () => {
  const before = await storedState()
  const { now, changed, moved } = await outcomeOf({ years: '8' })
  expect(changed.monthly).toBeLessThan(now.monthly)
  expect(changed.tier).toBe(now.tier)
  expect(moved.map(({ name }) => name)).toEqual(['tenure'])
  expect(moved[0]?.now?.answer).toBe('2.5')
  expect(moved[0]?.changed?.answer).toBe('8')
  expect(await storedState()).toEqual(before)
})

test('what it says now is what a run would store', async () => {
  const { now } = await outcomeOf({ years: '8' })
  const run = await runUnderwriting(provided.db, sandbox, { quoteId: quote, adminId: by, asOf })
  if (!run.ok) throw new Error(run.message)
  expect(now.monthly).toBe(run.result.monthly_premium)
  expect(now.decision).toBe(run.result.decision)
})

test('another tier changes the cover and the base premium, whatever its letter case', async () => {
  const { changed, basePremium } = await outcomeOf({ tier: 'ELITE' })
  expect(changed.tier).toBe('Elite')
  expect(changed.coverage).toBe(18_000)
  expect(basePremium).toEqual([35, 80])
})

test('another employer counts with its record, which contradicts no answer', async () => {
  const { now, changed, moved } = await outcomeOf({ employer: ' granite quay builders' })
  expect(now.decision).toBe('approved')
  expect(changed.decision).toBe('approved')
  expect(moved.map(({ name }) => name)).toEqual(['industry', 'employer'])
  expect(moved[0]?.changed?.answer).toBe('Construction')
  expect(moved[1]?.changed?.answer).toBe('Granite Quay Builders')
})

test('no tenure at all is declined: the price is zero', async () => {
  const { changed } = await outcomeOf({ years: '0' })
  expect(changed).toMatchObject({ decision: 'declined', tier: null, monthly: 0, coverage: 0 })
})

test.each([
  [{ years: '-1' }, 'years'],
  [{ years: '81' }, 'years'],
  [{ years: 'three' }, 'years'],
  [{ years: '1e999' }, 'years'],
  [{ tier: 'Platinum' }, 'tier'],
  [{ tier: 'x'.repeat(101) }, 'tier'],
  [{ employer: 'Nobody Heard Of Ltd' }, 'employer'],
  [{ employer: "'; drop table users; --" }, 'employer'],
  [{ employer: 'a\u0000b' }, 'employer'],
  [{}, 'tier'],
])('%j is refused beside its field', async (fields, path) => {
  const outcome = await tryOut(fields)
  expect(outcome.ok).toBe(false)
  expect(!outcome.ok && outcome.reason === 'invalid' && outcome.errors.map((error) => error.path)).toEqual([
    path,
  ])
})

test('a missing application and a busy sandbox are told apart', async () => {
  expect(await tryOut({ years: '3' }, 987_654)).toMatchObject({ ok: false, reason: 'missing' })
  const busy = { run: () => Promise.resolve({ ok: false as const, kind: 'busy' as const, message: 'Busy.' }) }
  const parsed = parseFields(whatIfSchema, { tier: '', years: '3', employer: '' })
  if (!parsed.ok) throw new Error('invalid')
  expect(await whatIf(provided.db, busy as never, quote, parsed.value, { by, asOf })).toEqual({
    ok: false,
    reason: 'busy',
    message: 'Busy.',
  })
})

test('an admin tries 120 times in a quarter of an hour', async () => {
  const other = { by: by + 1000, asOf }
  const parsed = parseFields(whatIfSchema, { tier: '', years: '3', employer: '' })
  if (!parsed.ok) throw new Error('invalid')
  const quick = { run: () => Promise.resolve({ ok: false as const, kind: 'error' as const, message: 'No.' }) }
  const tries = async () => whatIf(provided.db, quick as never, quote, parsed.value, other)
  for (let count = 0; count < 120; count += 1) expect((await tries()).ok).toBe(false)
  await expect(tries()).rejects.toThrow('Too many attempts')
})
