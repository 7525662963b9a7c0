import { afterAll, beforeAll, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import { fairnessCsv, fairnessReport } from '~/domain/fairness/fairness.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine } from '~/domain/underwriting/underwriting.server'

import { provideDatabase } from '../../support/database'
import { bundledEngines } from '../../support/engine'
import { quoteRow } from '../../support/quotes'

const provided = provideDatabase()
const today = '2026-01-15'
let sandbox: Sandbox

type Person = { gender: string; born?: string; decisions: string[]; premium?: number; union?: number }

/** Stores quotes with results, the last decision of each the newest. A benefit is $10,000. */
async function store(
  count: number,
  { gender, born = '1990-01-02', decisions, premium = 20, union = 1 }: Person,
) {
  const { db } = provided
  const engine = await db
    .selectFrom('engine_versions')
    .select('id')
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
  const values = { ...quoteRow, date_of_birth: born, gender }
  const quotes = await db
    .insertInto('quote_submissions')
    .values(Array.from({ length: count }, () => values))
    .returning('id')
    .execute()
  for (const decision of decisions)
    await db
      .insertInto('underwriting_results')
      .values(
        quotes.map(({ id }) => ({
          quote_submission_id: id,
          decision: decision as 'approved',
          coverage_tier: 'Standard',
          max_coverage: decision === 'declined' ? 0 : 10_000,
          monthly_premium: decision === 'declined' ? 0 : premium,
          annual_premium: 0,
          ratio: 0,
          user_score: 50,
          combined_risk_factor: 1,
          engine_version_id: engine.id,
          engine_hash: 'a'.repeat(64),
          configuration_hash: 'b'.repeat(64),
          input: JSON.stringify({}),
          calculation_details: JSON.stringify({
            factors: [
              { name: 'union', multiplier: union },
              { name: 'education', multiplier: 1 },
              { name: 'cap', multiplier: premium },
            ],
          }),
        })),
      )
      .execute()
}

beforeAll(async () => {
  const { db } = provided
  sandbox = createSandbox({ workers: 1 })
  await fillEmptyDatabase(db)
  await createAdmin(db, { email: 'root@example.com', password: 'a long password' })
  await ensureEngine(db, bundledEngines)
})
afterAll(() => sandbox.close())

async function report(book: 'quotes' | 'population') {
  const outcome = await fairnessReport(provided.db, sandbox, book, today)
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.report
}

test('an empty book has no groups', async () => {
  expect(await report('quotes')).toEqual({ people: 0, approvedShare: 0, perThousand: null, groups: [] })
})

test('the newest result of each quote gives the ratios, and a small group is hidden', async () => {
  await store(40, { gender: 'Male', decisions: ['declined', 'approved'] })
  await store(30, { gender: 'Female', born: '1986-01-15', decisions: ['approved'], premium: 30, union: 1.1 })
  await store(30, {
    gender: 'Female',
    born: '1986-01-16',
    decisions: ['approved', 'referred'],
    premium: 30,
    union: 1.1,
  })
  await store(29, { gender: 'Other', born: '1950-01-01', decisions: ['declined'] })

  const { groups, ...all } = await report('quotes')
  expect(all).toEqual({ people: 129, approvedShare: 70 / 129, perThousand: 2.6 })
  expect(groups.filter(({ kind }) => kind === 'sex')).toMatchObject([
    {
      name: 'Female',
      people: 60,
      approvedShare: 0.5,
      approvalRatio: 0.5,
      belowFourFifths: true,
      perThousand: 3,
    },
    { name: 'Male', people: 40, approvedShare: 1, approvalRatio: 1, belowFourFifths: false, perThousand: 2 },
  ])
  const [women] = groups
  expect(women?.priceRatio).toBeCloseTo(3 / 2.6)
  // The mean multiplier of all is 1.06. The cap follows from the other factors and is not named.
  expect(women?.movers).toEqual([{ factor: 'union', ratio: expect.closeTo(1.1 / 1.06) as number }])
  expect(groups.filter(({ kind }) => kind === 'age').map(({ name, people }) => [name, people])).toEqual([
    ['40 and over', 59],
    ['under 40', 70],
  ])
  const pairs = groups.filter(({ kind }) => kind === 'sex and age')
  expect(pairs.map(({ name, people, approvalRatio }) => [name, people, approvalRatio])).toEqual([
    ['Female, under 40', 30, 0],
    ['Female, 40 and over', 30, 1],
    ['Male, under 40', 40, 1],
  ])
  expect(JSON.stringify(groups)).not.toContain('Other,')
  expect(fairnessCsv({ ...all, groups })).toContain('sex and age,"Female, under 40",30,0,0,true,3,')
})

test('the population is run under the engine in use, once for a configuration', async () => {
  const { people, groups } = await report('population')
  expect(people).toBe(2000)
  const [lowest] = groups.filter(({ kind }) => kind === 'sex')
  expect(lowest?.approvalRatio).toBeGreaterThan(0.8)
  expect(Math.min(...groups.map((group) => group.people))).toBeGreaterThanOrEqual(30)

  const busy = { runBatch: () => Promise.reject(new Error('is not run again')) }
  expect(await fairnessReport(provided.db, busy, 'population', today)).toMatchObject({ ok: true })
  await provided.db
    .insertInto('state_rules')
    .values({ state: 'CA', factor: 'credit_score', source: 'Example Code 1' })
    .execute()
  await expect(fairnessReport(provided.db, busy, 'population', today)).rejects.toThrow('is not run again')
})
