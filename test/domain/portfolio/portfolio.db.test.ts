import { beforeEach, describe, expect, test } from 'vitest'

import { countQuotes, drawPortfolio } from '~/domain/portfolio/portfolio.server'
import { quotes } from '~/domain/submissions/kinds'

import { provideDatabase } from '../../support/database'
import { insertQuote } from '../../support/quotes'

const provided = provideDatabase()
const now = new Date('2026-03-10T15:00:00Z')
const period = { days: 30, months: 12 } as const

beforeEach(async () => {
  for (const table of [
    'underwriting_results',
    'quote_submissions',
    'synergy_data',
    'engine_versions',
  ] as const)
    await provided.db.deleteFrom(table).execute()
})

const quote = (sent = '2026-03-01T12:00:00Z', status = 'Pending') =>
  insertQuote(provided.db, { submitted_at: new Date(sent), status })

async function engine() {
  const hash = 'a'.repeat(64)
  const { id } = await provided.db
    .insertInto('engine_versions')
    .values({ filename: 'a.js', source: 'x', hash, size: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function result(engineId: number, quoteId: number, tier: string | null, premium: number | null) {
  await provided.db
    .insertInto('underwriting_results')
    .values({
      quote_submission_id: quoteId,
      decision: tier === null ? 'declined' : 'approved',
      coverage_tier: tier,
      monthly_premium: premium,
      user_score: 50,
      combined_risk_factor: 1,
      calculation_details: '{}',
      engine_version_id: engineId,
      engine_hash: 'a',
      configuration_hash: 'b',
      input: '{}',
    })
    .execute()
}

type Month = { scenario?: string | null; active?: boolean; loss?: number | null; reserve?: number }

async function simulated(
  SimDate: string,
  { scenario = 'baseline', active = true, loss = 60, reserve = 1000 }: Month = {},
) {
  await provided.db
    .insertInto('synergy_data')
    .values({
      SimDate,
      ScenarioName: scenario,
      is_active: active,
      LossRatio: loss,
      ReserveBalance: reserve,
      MeltdownProbability: 5,
    })
    .execute()
}

describe('quotes', () => {
  test('are counted by day in UTC and by status, from the first day of the period to today', async () => {
    await quote('2026-02-09T00:00:00Z') // the first of 30 days
    await quote('2026-02-08T23:59:59Z') // the day before it
    await quote('2026-03-09T23:59:59Z', 'Quoted')
    await quote('2026-03-10T00:00:00Z', 'Quoted')
    await quote('2026-03-10T14:00:00Z', 'Withdrawn')
    const counted = await countQuotes(provided.db, 30, now)
    expect(counted).toMatchObject({ since: '2026-02-09', until: '2026-03-10', cut: false, weekly: false })
    expect(counted.bars).toHaveLength(30)
    const column = (status: string) => quotes.statuses.indexOf(status)
    expect(counted.bars[0]).toMatchObject({ first: '2026-02-09', last: '2026-02-09' })
    expect(counted.bars[0]?.counts[column('Pending')]).toBe(1)
    expect(counted.bars.at(-2)?.counts[column('Quoted')]).toBe(1)
    expect(counted.bars.at(-1)?.counts).toEqual([0, 0, 1, 0, 1])
    expect(counted.totals).toEqual([1, 0, 2, 0, 1])
  })

  test('of a year are grouped by week, with each day in one week', async () => {
    await quote('2025-03-11T00:00:00Z') // the first of 365 days, alone in its week
    await quote('2026-03-03T12:00:00Z')
    await quote('2026-03-04T12:00:00Z')
    const { bars, weekly, totals } = await countQuotes(provided.db, 365, now)
    expect(weekly).toBe(true)
    expect(bars).toHaveLength(53)
    expect(bars[0]).toMatchObject({ first: '2025-03-11', last: '2025-03-11', counts: [1, 0, 0, 0, 0] })
    expect(bars.slice(-2)).toMatchObject([
      { first: '2026-02-25', last: '2026-03-03', counts: [1, 0, 0, 0, 0] },
      { first: '2026-03-04', last: '2026-03-10', counts: [1, 0, 0, 0, 0] },
    ])
    expect(totals).toEqual([3, 0, 0, 0, 0])
  })

  test('over the counting limit omit incomplete days', async () => {
    for (const day of ['01', '02', '02', '03']) await quote(`2026-03-${day}T12:00:00Z`)
    await quote('2026-03-01T12:00:00Z', 'Quoted')
    const counted = await countQuotes(provided.db, 30, now, 2)
    expect(counted).toMatchObject({ since: '2026-03-03', cut: true, totals: [1, 0, 0, 0, 0] })
    expect(counted.bars[0]?.first).toBe('2026-03-03')
  })
})

test('rated premiums come from the newest result of each quote that is not declined, tiers in the order of their base premium', async () => {
  const version = await engine()
  await provided.db
    .insertInto('coverage_tiers')
    .values([
      { tier_name: 'Ultra', base_premium: 110 },
      { tier_name: 'Basic', base_premium: 25 },
    ])
    .execute()
  await result(version, await quote(), 'Former', 12)
  const premiums = [30, 10, 20, 40, 100]
  for (const premium of premiums) await result(version, await quote(), 'Basic', premium)
  const changed = await quote()
  await result(version, changed, 'Basic', 1000)
  await result(version, changed, 'Ultra', 15)
  const refused = await quote()
  await result(version, refused, 'Basic', 5000)
  await result(version, refused, null, null)
  const declined = await quote()
  await result(version, declined, 'Basic', 5000)
  await provided.db
    .updateTable('underwriting_results')
    .set({ decision: 'referred', verdict: 'declined' })
    .where('quote_submission_id', '=', declined)
    .execute()
  const { premiums: drawn } = await drawPortfolio(provided.db, period, now)
  expect(drawn.rows).toEqual([
    { tier: 'Basic', count: 5, least: 10, lower: 20, median: 30, upper: 40, greatest: 100 },
    { tier: 'Ultra', count: 1, least: 15, lower: 15, median: 15, upper: 15, greatest: 15 },
    { tier: 'Former', count: 1, least: 12, lower: 12, median: 12, upper: 12, greatest: 12 },
  ])
  expect(drawn.newestOnly).toBeNull()
  expect(drawn.chart.rows[0]).toEqual({
    name: 'Basic',
    least: 0.1, // on a scale from 0 to 100
    lower: 0.2,
    median: 0.3,
    upper: 0.4,
    greatest: 1,
  })
})

describe('the simulated months', () => {
  const shown = async (months: 12 | 24 = 12) => {
    const { scenario } = await drawPortfolio(provided.db, { days: 30, months }, now)
    return [scenario.name, ...scenario.months.map(({ month, loss_ratio }) => `${month} ${loss_ratio}`)]
  }

  test('are those of the scenario of the newest active row, oldest first', async () => {
    await simulated('2026-01-01', { loss: 61.5 })
    await simulated('2026-02-01', { loss: 70 })
    await simulated('2026-02-01', { scenario: 'stress', loss: 99 })
    await simulated('2026-03-01', { loss: 64 })
    await simulated('2026-04-01', { scenario: 'idle', active: false })
    expect(await shown()).toEqual(['baseline', '2026-01-01 61.5', '2026-02-01 70', '2026-03-01 64'])
  })

  test('take the newest of several rows for a month, and no inactive one', async () => {
    await simulated('2026-01-01', { loss: 1 })
    await simulated('2026-01-01', { loss: 2 })
    await simulated('2026-01-01', { loss: 3, active: false })
    await simulated('2026-02-01', { loss: null })
    expect(await shown()).toEqual(['baseline', '2026-01-01 2', '2026-02-01 null'])
  })

  test('may belong to a scenario without a name', async () => {
    await simulated('2026-01-01', { scenario: null, loss: 1 })
    await simulated('2026-01-01', { scenario: 'stress', loss: 2 })
    await simulated('2026-02-01', { scenario: null, loss: 3 })
    expect(await shown()).toEqual([null, '2026-01-01 1', '2026-02-01 3'])
  })

  test('are the newest, up to the requested number', async () => {
    for (let index = 0; index < 15; index++)
      await simulated(`${2025 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`, {
        loss: index,
      })
    expect((await shown(12)).slice(1, 3)).toEqual(['2025-04-01 3', '2025-05-01 4'])
    expect(await shown(24)).toHaveLength(16)
  })
})

test('an empty database gives empty charts', async () => {
  const { quotes: sent, premiums, scenario } = await drawPortfolio(provided.db, period, now)
  expect(sent.totals).toEqual([0, 0, 0, 0, 0])
  expect(premiums.rows).toEqual([])
  expect(scenario).toMatchObject({ name: null, months: [], lossRatio: { line: '', last: null } })
})
