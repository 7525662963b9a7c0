import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import { collections } from '~/domain/configuration/collections'
import { updateRecord } from '~/domain/configuration/configuration.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import {
  decideFactor,
  factorImpact,
  proposalOf,
  rangeAround,
  readFactor,
  releaseFactor,
} from '~/domain/portfolio-factor/portfolio-factor.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine, runUnderwriting } from '~/domain/underwriting/underwriting.server'

import { provideDatabase } from '../../support/database'
import { bundledEngines, sandboxDuring } from '../../support/engine'
import { insertQuote } from '../../support/quotes'

const provided = provideDatabase()
const note = 'Claims of the year were above the expected ones'
let sandbox: Sandbox
let author = 0
let other = 0
let quoteId = 0

beforeAll(async () => {
  const { db } = provided
  sandbox = createSandbox({ workers: 1 })
  await fillEmptyDatabase(db)
  await ensureEngine(db, bundledEngines)
  for (const email of ['one@example.com', 'two@example.com'])
    await createAdmin(db, { email, password: 'a long password' })
  const users = await db.selectFrom('users').select('id').orderBy('id').execute()
  ;[author, other] = users.map(({ id }) => id) as [number, number]
  quoteId = await insertQuote(db)
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await provided.db.deleteFrom('portfolio_factors').execute()
})

const release = (fields: object, releaseBy: 'one' | 'two' = 'one') =>
  releaseFactor(provided.db, sandbox, { note, ...fields }, { by: author, releaseBy })
const decide = (id: number, by: number, verb: 'release' | 'reject' | 'withdraw') =>
  decideFactor(provided.db, sandbox, { id, by, verb })
const inUse = async () => (await readFactor(provided.db)).factor

async function run() {
  const outcome = await runUnderwriting(provided.db, sandbox, { quoteId, adminId: author })
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.result
}

test('multiplies the premiums of the runs to come, and is named by the result', async () => {
  const before = await run()
  expect(await release({ factor: 1.08 })).toMatchObject({ ok: true, state: 'released' })
  const after = await run()
  expect(after.monthly_premium! / before.monthly_premium!).toBeCloseTo(1.08, 3)
  expect(JSON.stringify(after.calculation_details)).toContain('released factor 1.08')
  expect(after.configuration_hash).not.toBe(before.configuration_hash)
})

test('shows the impact on the newest quotes without storing anything', async () => {
  await run()
  const outcome = await factorImpact(provided.db, sandbox, { factor: '1.1' })
  expect(outcome).toMatchObject({ ok: true, factor: 1.1, impact: { summary: { dearer: 1, cheaper: 0 } } })
  expect(await inUse()).toBe(1)
})

test.each([
  ['more than a tenth up', { factor: 1.1001 }, 'factor'],
  ['more than a tenth down', { factor: 0.8999 }, 'factor'],
  ['no number', { factor: 'a lot' }, 'factor'],
  ['not finite', { factor: Infinity }, 'factor'],
  ['no factor', { factor: undefined }, 'factor'],
  ['no reason', { factor: 1.05, note: ' ' }, 'note'],
  ['a reason of a word', { factor: 1.05, note: 'claims' }, 'note'],
])('%s is refused, and nothing changes', async (_, fields, path) => {
  expect(await release(fields)).toMatchObject({ ok: false, reason: 'invalid', errors: [{ path }] })
  expect(await inUse()).toBe(1)
})

test('one far outside is told the range around the factor in use', async () => {
  const message = 'Factor must be within 10% of the one in use: from 0.9 to 1.1'
  const outside = { ok: false, errors: [{ path: 'factor', message }] }
  expect(await release({ factor: 5 })).toMatchObject(outside)
  expect(await factorImpact(provided.db, sandbox, { factor: '5' })).toMatchObject(outside)
})

test('a factor with which the rules of the engine fail is refused', async () => {
  let last
  for (let factor = 0.9; factor > 0.5; factor = Math.ceil(factor * 9000) / 10_000) {
    last = await release({ factor })
    if (!last.ok) break
  }
  expect(last).toMatchObject({
    ok: false,
    reason: 'refused',
    message: expect.stringMatching(/^Rule 8: /) as string,
  })
})

test('one that was released meanwhile is not replaced unseen', async () => {
  const first = await release({ factor: 1.05, base: 0 })
  expect(await release({ factor: 1.02, base: 0 })).toMatchObject({ ok: false, reason: 'conflict' })
  expect(await release({ factor: 1.05, base: first.ok ? first.id : 0 })).toMatchObject({ reason: 'conflict' })
  expect(await inUse()).toBe(1.05)
})

test('the range is that around the factor in use at the moment of the release', async () => {
  let isDone = false
  // Another admin releases a factor when the range has been read.
  const db = provided.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isDone) {
        isDone = true
        expect(await release({ factor: 1.1 })).toMatchObject({ ok: true })
      }
      return result
    },
  })
  const fields = { factor: 0.9, note }
  expect(await releaseFactor(db, sandbox, fields, { by: other, releaseBy: 'one' })).toEqual({
    ok: false,
    reason: 'invalid',
    errors: [{ path: 'factor', message: 'Factor must be within 10% of the one in use: from 0.99 to 1.21' }],
  })
  expect(await inUse()).toBe(1.1)
})

describe('where a tier changes while a factor is checked', () => {
  const changingTier = () =>
    sandboxDuring(sandbox, async () => {
      const { db } = provided
      const { coverageTiers } = collections
      const tier = await db
        .selectFrom('coverage_tiers')
        .select(['id', 'base_premium'])
        .where('tier_name', '=', 'Elite')
        .executeTakeFirstOrThrow()
      const fields = { base_premium: Number(tier.base_premium) + 0.5 }
      const outcome = await updateRecord(db, coverageTiers, tier.id, fields, { by: other, sandbox })
      expect(outcome).toMatchObject({ ok: true })
    })

  test('the factor is not released, and can be sent again', async () => {
    const { db } = provided
    const fields = { factor: 1.05, note }
    const outcome = await releaseFactor(db, changingTier(), fields, { by: author, releaseBy: 'one' })
    expect(outcome).toMatchObject({ ok: false, reason: 'overtaken' })
    expect(await inUse()).toBe(1)
    expect(await release(fields)).toMatchObject({ ok: true })
  })

  test('a proposed one waits on', async () => {
    const proposed = await release({ factor: 1.05 }, 'two')
    const id = proposed.ok ? proposed.id : 0
    const verdict = { id, by: other, verb: 'release' as const }
    expect(await decideFactor(provided.db, changingTier(), verdict)).toMatchObject({ reason: 'overtaken' })
    expect(await inUse()).toBe(1)
    expect(await decide(id, other, 'release')).toMatchObject({ ok: true })
  })
})

describe('where two must release', () => {
  test('another admin releases, and only then it is in use', async () => {
    const proposed = await release({ factor: 1.05 }, 'two')
    expect(proposed).toMatchObject({ ok: true, state: 'proposed' })
    const id = proposed.ok ? proposed.id : 0
    expect(await inUse()).toBe(1)
    expect(await release({ factor: 1.02 }, 'two')).toMatchObject({ reason: 'conflict' })
    expect(await decide(id, author, 'release')).toMatchObject({ reason: 'forbidden' })
    expect(await decide(id, other, 'withdraw')).toMatchObject({ reason: 'forbidden' })
    expect(await decide(id, other, 'release')).toMatchObject({ ok: true })
    expect(await inUse()).toBe(1.05)
    expect(await decide(id, other, 'reject')).toMatchObject({ reason: 'conflict' })
  })

  test('it is rejected by another admin, or withdrawn by its author', async () => {
    for (const [by, verb] of [
      [other, 'reject'],
      [author, 'withdraw'],
    ] as const) {
      const proposed = await release({ factor: 1.05 }, 'two')
      expect(await decide(proposed.ok ? proposed.id : 0, by, verb)).toMatchObject({ ok: true })
      expect(await inUse()).toBe(1)
    }
    const entries = await provided.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity', '=', 'portfolio factor')
      .orderBy('id', 'desc')
      .limit(4)
      .execute()
    expect(entries.map(({ action }) => action)).toEqual(['withdraw', 'propose', 'reject', 'propose'])
  })
})

test('the newest active month proposes by the credibility of a year of its claims', async () => {
  const { db } = provided
  await db.updateTable('synergy_data').set({ is_active: false }).execute()
  expect((await readFactor(db)).proposal).toBeNull()
  const month = (
    SimDate: string,
    ClaimCount: number,
    PremiumMultiplier: number,
    ScenarioName = 'baseline',
  ) => ({
    SimDate,
    ClaimCount,
    PremiumMultiplier,
    ScenarioName,
  })
  await db
    .insertInto('synergy_data')
    .values([
      month('2031-01-01', 500, 1), // more than a year before
      month('2031-02-01', 100, 1),
      month('2031-12-01', 70, 1, 'growth'), // another scenario
      month('2032-01-01', 73, 1.2),
      { ...month('2033-01-01', 900, 3), is_active: false },
    ] as never)
    .execute()
  const credibility = Math.sqrt(173 / 1082)
  expect((await readFactor(db)).proposal).toEqual({
    month: '2032-01-01',
    scenario: 'baseline',
    multiplier: 1.2,
    claims: 173,
    credibility,
    factor: Math.round(1e4 * (1 + 0.2 * credibility)) / 1e4,
  })
})

test('a proposal is within 10% of the last factor and within the limits', () => {
  const month = { month: '2032-01-01', scenario: null, claims: 5000 }
  expect(proposalOf({ ...month, multiplier: 3 }, 1)).toMatchObject({ credibility: 1, factor: 1.1 })
  expect(proposalOf({ ...month, multiplier: 0.1 }, 1.05).factor).toBe(0.945)
  expect(proposalOf({ ...month, multiplier: 0.97 }, 1).factor).toBe(0.97)
  expect(proposalOf({ ...month, claims: 0, multiplier: 3 }, 1.05).factor).toBe(1.05)
  expect(rangeAround(1)).toEqual({ min: 0.9, max: 1.1 })
  expect(rangeAround(1.95)).toEqual({ min: 1.755, max: 2 })
})
