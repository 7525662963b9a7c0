import { readFileSync } from 'node:fs'

import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'

import { makeBook, type Book } from '~/engine/book'
import { historyTables } from '~/engine/model/history-tables'
import { percentiles, scenarioNames, type ScenarioName } from '~/engine/scenario-names'
import { planScenario, replays } from '~/engine/scenarios'
import { needOf, quantile, simulatePaths } from '~/engine/simulate-paths'
import { simulatePortfolio } from '~/engine/simulate'

import { bundledBook } from '../../scripts/bundled-book'
import { deriveModel } from '../../scripts/model/derivation'
import { deriveHistory } from '../../scripts/model/history'
import { readPopulation } from '../../scripts/model/rating'
import { readReference } from '../../scripts/model/reference'
import { history, lossRatio, peakDeficit, priceAll } from '../../scripts/model/results'
import { historyTablesFile } from '../../scripts/model/tables-file'
import { ratingTables } from '~/engine/model/rating-tables'

const book = bundledBook((path) => parse(readFileSync(path), { columns: true }))
const request = { book, months: 12, start: '2026-01', seed: 11, members: 5000, reserve: 1_000_000 }
const paths = 600

/** The counts of claims of the first `months` months, a path each. */
function claimCounts(scenario: ScenarioName, months: number, of: Book = book) {
  return Array.from({ length: paths }, (_, seed) =>
    simulatePortfolio({ ...request, book: of, scenario, months, seed }).reduce(
      (sum, { ClaimCount }) => sum + ClaimCount,
      0,
    ),
  )
}

function mean(values: readonly number[]) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function variance(values: readonly number[]) {
  const center = mean(values)
  return values.reduce((sum, value) => sum + (value - center) ** 2, 0) / (values.length - 1)
}

describe('the history', () => {
  const reference = readReference()
  const model = deriveModel(reference)

  test('is what the derivation computes from the statistics', async () => {
    const stored = readFileSync('app/engine/model/history-tables.ts', 'utf8')
    expect(stored).toBe(await historyTablesFile(deriveHistory(reference, model)))
  })

  test('has 260 months whose mean is the cycle, and a payable share that rises with unemployment', () => {
    const { months, industries } = historyTables
    expect(months).toHaveLength(260)
    for (const index of industries.keys())
      expect(Math.abs(mean(months.map(({ displacement }) => displacement[index]!)) - 1)).toBeLessThan(0.05)
    const at = (month: string) => months.find((row) => row.month === month)!
    expect(at('2009-06').unemployment).toBeGreaterThan(1.5 * at('2006-06').unemployment)
    expect(at('2009-06').payable).toBeGreaterThan(at('2006-06').payable)
  })

  test('gives the loss ratio of the claim model, month by month, for the bundled population', () => {
    const results = priceAll(model, ratingTables, readPopulation(reference))
    const plan = planScenario(book, '2001-2003', 36, 0)
    const expected = history(reference, model, results, 'displacement')
    for (const [month, { chances }] of plan.entries()) {
      // Claims of an industry x its mean benefit, weighted by how likely a claim is.
      const claims = book.industries.reduce((sum, { share, benefits, likelihood }, index) => {
        const weights = likelihood.map((total, place) => total - (likelihood[place - 1] ?? 0))
        const benefit =
          weights.reduce((all, weight, place) => all + weight * benefits[place]!, 0) / likelihood.at(-1)!
        return sum + share * chances[index]! * benefit
      }, 0)
      expect(claims / (12 * book.premium)).toBeCloseTo(expected[month]!.ratio, 3)
    }
    expect(book.lossRatio).toBeCloseTo(100 * lossRatio(results), 3)
  })
})

describe('claims', () => {
  test('have the mean of the claim model', () => {
    const counts = claimCounts('history', 12)
    const yearly = book.industries.reduce((sum, { share, chance }) => sum + share * chance.cycle, 0) * 5000
    // A book that grows a little, over months of which none is left out.
    expect(mean(counts) / yearly).toBeGreaterThan(0.92)
    expect(mean(counts) / yearly).toBeLessThan(1.08)
  })

  test.each([
    ['baseline', 12, 4],
    ['baseline', 1, 1.4],
    ['2008-2010', 12, 1.2],
  ] as const)('of %s over %i months have a variance above %f times their mean', (scenario, months, least) => {
    const counts = claimCounts(scenario, months)
    expect(variance(counts) / mean(counts)).toBeGreaterThan(least)
  })

  test('of different industries move together, more in a forecast than in a replay', () => {
    // Benefits of one dollar in one industry and of 100,000 in the other tell their counts apart.
    const policy = (industry: string, benefit: number) => ({
      weight: 1,
      industry,
      tier: 'Basic',
      premium: 25,
      benefit,
      combined: 1,
      chance: { cycle: 0.1, normal: 0.1, '2009': 0.2 },
    })
    const tiers = book.tiers.map(({ name }, index) => ({
      tier_name: name,
      base_premium: index,
      max_monthly_benefit: 1,
      vesting_months: 0,
      base_churn_rate: 0.02,
      tier_churn_factor: 1,
    }))
    const two = makeBook([policy('Manufacturing', 100_000), policy('Government', 1)], tiers)
    const correlation = (scenario: ScenarioName) => {
      const years = Array.from({ length: paths }, (_, seed) => {
        const rows = simulatePortfolio({ ...request, book: two, scenario, seed })
        const total = rows.reduce((sum, { ClaimsTotal }) => sum + ClaimsTotal, 0)
        return [Math.floor(total / 100_000), total % 100_000]
      })
      const [one, other] = [0, 1].map((index) => years.map((year) => year[index]!)) as [number[], number[]]
      const covariance = mean(one.map((value, index) => (value - mean(one)) * (other[index]! - mean(other))))
      return covariance / Math.sqrt(variance(one) * variance(other))
    }
    expect(correlation('growth')).toBeGreaterThan(0.5)
    expect(correlation('2001-2003')).toBeGreaterThan(0.05)
    expect(correlation('growth')).toBeGreaterThan(correlation('2001-2003'))
  })

  test('pay a whole benefit each', () => {
    const benefits = new Set(book.industries.flatMap((industry) => industry.benefits))
    const rows = simulatePortfolio({ ...request, scenario: 'history', members: 260, months: 120 })
    const single = rows.filter(({ ClaimCount }) => ClaimCount === 1)
    expect(single.length).toBeGreaterThan(5)
    for (const { ClaimsTotal } of single) expect(benefits).toContain(ClaimsTotal)
  })
})

describe('many paths', () => {
  const result = simulatePaths({ ...request, scenario: 'baseline', paths, months: 24 })
  const need = (scenario: ScenarioName) => result.needs.find((row) => row.scenario === scenario)!

  test('are the same for the same seed, and begin with the projection that is stored', () => {
    const small = { ...request, scenario: 'recession', paths: 5 } as const
    expect(simulatePaths(small)).toEqual(simulatePaths(small))
    expect(simulatePaths({ ...small, seed: 12 }).needs).not.toEqual(simulatePaths(small).needs)
    expect(simulatePaths(small).rows).toEqual(simulatePortfolio({ ...request, scenario: 'recession' }))
  })

  test('fan out: percentiles are in order, and wider after a year than after a month', () => {
    expect(result.fan).toHaveLength(24)
    for (const { reserve } of result.fan) expect(reserve.toSorted((a, b) => a - b)).toEqual(reserve)
    const width = (month: number) => result.fan[month]!.reserve.at(-1)! - result.fan[month]!.reserve[0]!
    expect(width(11)).toBeGreaterThan(2 * width(0))
    expect(percentiles).toHaveLength(result.fan[0]!.reserve.length)
    expect(result.replays.map(({ reserve }) => reserve.length)).toEqual([24, 24, 12])
  })

  test('survive twelve months with the reserve of the table in 99.5% of paths', () => {
    const { p995 } = need('history')
    const again = simulatePaths({ ...request, scenario: 'baseline', paths: 2000, seed: 77, reserve: p995 })
    const survived = again.needs.find(({ scenario }) => scenario === 'history')!.survived
    expect(survived).toBeGreaterThan(0.985)
    expect(survived).toBeLessThan(0.9999)
  })

  test('need, for any twelve months of history, more than a normal year and less than 2008-2010', () => {
    expect(need('history').p995).toBeGreaterThan(need('baseline').p995)
    expect(need('history').ofPremium.p995).toBeGreaterThan(3)
    expect(need('history').ofPremium.p995).toBeLessThan(10)
    expect(need('2008-2010').p995).toBeGreaterThan(need('history').p995)
  })

  test('need in a replay what model.md computes from expected claims, within a third and half a month', () => {
    const reference = readReference()
    const model = deriveModel(reference)
    const months = history(
      ...([
        reference,
        model,
        priceAll(model, ratingTables, readPopulation(reference)),
        'displacement',
      ] as const),
    )
    for (const { scenario, months: length } of replays) {
      const from = Number(scenario.slice(0, 4))
      const expected = peakDeficit(months, from, from + length / 12 - 1, 0.28)
      const { median, p995 } = need(scenario).ofPremium
      expect(Math.abs(median - expected), scenario).toBeLessThan(0.5 + expected / 3)
      expect(p995).toBeGreaterThan(median)
    }
  })

  test('report their progress up to the whole', () => {
    const shares: number[] = []
    simulatePaths({ ...request, scenario: 'growth', paths: 10 }, (share) => shares.push(share))
    expect(shares.length).toBeGreaterThan(5)
    expect(shares.toSorted((a, b) => a - b)).toEqual(shares)
    expect(shares.at(-1)).toBe(1)
  })

  test('need the largest fall below the opening reserve, and nothing when it never falls', () => {
    const rows = [120, 40, 90].map((ReserveBalance) => ({ ReserveBalance }))
    expect(needOf(rows, 100)).toBe(60)
    expect(needOf(rows.slice(0, 1), 100)).toBe(0)
    expect(quantile([1, 2, 4], 0.75)).toBe(3)
  })
})

describe('a scenario', () => {
  test.each(scenarioNames)('has a plan for each month: %s', (scenario) => {
    const plan = planScenario(book, scenario, 300, 0.999)
    expect(plan).toHaveLength(300)
    for (const { chances } of plan)
      expect(chances.every((chance) => chance > 0 && chance < 1) && chances.length === 14).toBe(true)
  })

  test('replays by month: the claims of April 2020 in leisure are several times those of a normal month', () => {
    const leisure = book.industries.findIndex(({ name }) => name === 'Leisure and Hospitality')
    const april = planScenario(book, '2020', 12, 0)[3]!.chances[leisure]!
    expect(april / book.industries[leisure]!.chance.normal).toBeGreaterThan(4)
  })
})

test('a book needs five tiers and a policy', () => {
  expect(() => makeBook([], [])).toThrow(/5 tiers/)
})

test('simulation.md states the shocks and the reserves', () => {
  const text = readFileSync('app/engine/simulation.md', 'utf8').replace(/ +/g, ' ')
  for (const [name, { deviation }] of Object.entries(historyTables.shocks))
    expect(text).toContain(`| deviation of \`${name}\` | ${deviation.toFixed(3)} |`)
  const columns = [260, 2000, 20_000].map(
    (members) =>
      simulatePaths({
        book,
        members,
        scenario: 'baseline',
        months: 48,
        start: '2022-01',
        seed: 7,
        paths: 1000,
      }).needs,
  )
  for (const [index, { scenario, months }] of columns[0]!.entries()) {
    const cells = columns.map((needs) => {
      const { median, p995 } = needs[index]!.ofPremium
      return `${median.toFixed(1)}, **${p995.toFixed(1)}**`
    })
    expect(text).toContain(`| \`${scenario}\`, ${months} months | ${cells.join(' | ')} |`)
  }
})
