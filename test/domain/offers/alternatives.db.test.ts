import { afterAll, beforeAll, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { findAlternatives } from '~/domain/offers/alternatives.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine, runUnderwriting } from '~/domain/underwriting/underwriting.server'

import { provideDatabase } from '../../support/database'
import { bundledEngines } from '../../support/engine'
import { insertQuote } from '../../support/quotes'

const provided = provideDatabase()
let sandbox: Sandbox
let by = 0

beforeAll(async () => {
  const { db } = provided
  sandbox = createSandbox({ workers: 1 })
  await fillEmptyDatabase(db)
  await createAdmin(db, { email: 'root@example.com', password: 'a long password' })
  by = (await db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
  await ensureEngine(db, bundledEngines)
})
afterAll(() => sandbox.close())

async function resultOf(changes: object, asOf = '2026-01-15') {
  const { db } = provided
  const id = await insertQuote(db, changes)
  const run = await runUnderwriting(db, sandbox, { quoteId: id, adminId: by, asOf })
  if (!run.ok) throw new Error(run.message)
  return run.result
}

/** Each alternative is what the engine gives when these answers are the applicant's. */
test('are what the engine offers with the changed answer', async () => {
  const { db } = provided
  const base = { coverage_level: 'premium', income: 6000, salary: 72_000, employment_length: 2.5 }
  const result = await resultOf(base)
  expect(result.coverage_tier).toBe('Premium')
  const { changes: alternatives, tiers } = await findAlternatives(db, sandbox, result.id)
  expect(alternatives.map(({ kind }) => kind)).toEqual(['tier', 'tenure'])
  const [tier, tenure] = alternatives

  const lower = await resultOf({ ...base, coverage_level: 'standard' })
  expect(tier).toEqual({
    kind: 'tier',
    years: null,
    tier: 'Standard',
    coverage: lower.max_coverage,
    monthly: lower.monthly_premium,
  })
  // Each tier that is shown costs what the engine asks for it, and more buys more.
  for (const { tier: name, coverage, monthly, isOffered } of tiers) {
    const asked = await resultOf({ ...base, coverage_level: name.toLowerCase() })
    expect([name, coverage, monthly]).toEqual([
      asked.coverage_tier,
      asked.max_coverage,
      asked.monthly_premium,
    ])
    expect(isOffered).toBe(name === 'Premium')
  }
  expect(tiers.length).toBeGreaterThan(2)
  const byPrice = tiers.toSorted((one, other) => one.monthly - other.monthly)
  expect(byPrice.map(({ coverage }) => coverage)).toEqual(
    byPrice.map(({ coverage }) => coverage).toSorted((one, other) => one - other),
  )

  const later = await resultOf({ ...base, employment_length: tenure!.years! }, '2028-01-15')
  expect(tenure).toMatchObject({ tier: later.coverage_tier, monthly: later.monthly_premium })
  expect(tenure!.monthly).toBeLessThan(result.monthly_premium!)
})

test('say from which tenure cover would be offered to somebody who is declined', async () => {
  const result = await resultOf({ coverage_level: 'basic', employment_length: 0.1 })
  expect(result.decision).toBe('declined')
  const { changes, tiers } = await findAlternatives(provided.db, sandbox, result.id)
  const [first, ...others] = changes
  expect(tiers).toEqual([])
  expect(others).toEqual([])
  expect(first).toMatchObject({ kind: 'tenure', tier: 'Basic' })
  const { min_job_tenure_months } = await provided.db
    .selectFrom('coverage_tiers')
    .select('min_job_tenure_months')
    .where('tier_name', '=', 'Basic')
    .executeTakeFirstOrThrow()
  expect(first?.years).toBe(Number(min_job_tenure_months) / 12)
})

test('are none for the lowest tier of a long tenure, and for results that are unknown', async () => {
  const result = await resultOf({ coverage_level: 'basic', employment_length: 12 })
  expect((await findAlternatives(provided.db, sandbox, result.id)).changes).toEqual([])
  expect(await findAlternatives(provided.db, sandbox, 999_999)).toEqual({ changes: [], tiers: [] })
})

test('are none while the sandbox is busy', async () => {
  const result = await resultOf({ coverage_level: 'premium' })
  const busy = { ok: false, kind: 'busy', message: 'busy', line: null, column: null } as const
  const full = { runFigures: async (_: string, inputs: readonly unknown[]) => inputs.map(() => busy) }
  expect(await findAlternatives(provided.db, full, result.id)).toEqual({ changes: [], tiers: [] })
})

test('are computed once, however often the link is opened, but not while a run has failed', async () => {
  const { id } = await resultOf({ coverage_level: 'elite', income: 7777 })
  let runs = 0
  const counting = (fail: boolean): Pick<Sandbox, 'runFigures'> => ({
    async runFigures(...batch) {
      runs += 1
      const [first, second, ...others] = await sandbox.runFigures(...batch)
      const busy = { ok: false, kind: 'busy', message: 'busy', line: null, column: null } as const
      return [first, fail ? busy : second, ...others].filter((outcome) => outcome !== undefined)
    },
  })
  await findAlternatives(provided.db, counting(true), id)
  const whole = await findAlternatives(provided.db, counting(false), id)
  expect(whole.tiers.length).toBeGreaterThan(1)
  expect(runs).toBe(2)
  for (let time = 0; time < 5; time += 1)
    expect(await findAlternatives(provided.db, counting(false), id)).toEqual(whole)
  expect(runs).toBe(2)
})
