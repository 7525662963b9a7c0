import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'

import { scenarioNames } from '~/engine/scenario-names'
import { simulatePortfolio } from '~/engine/simulate'

import { bundledBook } from '../../scripts/bundled-book'
import fc from '../support/property'

type Month = Record<string, string>

const file = readFileSync('db/reference/simulation_results.csv', 'utf8')
const months: Month[] = parse(file, { columns: true })
const book = bundledBook((path) => parse(readFileSync(path), { columns: true }))

/** The churn of the tiers, weighted by the share of the population in each. */
const churnRate = Math.round(book.churn * 1e4) / 1e4

const opening = { ActiveUsers: 260, PremiumMultiplier: 1, ReserveBalance: 180_000, ProfitBalance: 0,
  MeltdownPersistentMonths: 0, Meltdown0Persistent: 0, ConsecutiveSevereMonths: 0 } // prettier-ignore

const near = (actual: number, expected: number, decimals: number) =>
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(0.5 * 10 ** -decimals + 1e-6)

describe('the bundled months', () => {
  test('are 48 consecutive months in 54 columns', () => {
    expect(Object.keys(months[0] ?? {})).toHaveLength(54)
    expect(months).toHaveLength(48)
    expect(months.map((month) => month.SimDate)).toEqual(
      Array.from({ length: 48 }, (_, index) => new Date(Date.UTC(2022, index, 1)).toISOString().slice(0, 10)),
    )
  })

  test('match the output of the script, byte for byte', () => {
    expect(execFileSync('node', ['scripts/simulate.mjs'], { encoding: 'utf8' })).toBe(file)
  })

  test.each(months.map((month, index) => [month.SimDate, index] as const))(
    'follow from their formulas: %s',
    (_, index) => {
      const month = months[index] as Month
      const n = (name: string) => Number(month[name])
      const before = (name: keyof typeof opening) =>
        index === 0 ? opening[name] : Number(months[index - 1]?.[name])

      const lastYear = index > 0 && index % 12 === 0 ? months.slice(index - 12, index) : []
      const of = (name: string) => lastYear.reduce((sum, row) => sum + Number(row[name]), 0)
      const credibility = Math.min(1, Math.sqrt(of('ClaimCount') / 1082))
      const excess =
        lastYear.length === 0 ? 0 : (100 * of('ClaimsTotal')) / of('PremiumTotal') / book.lossRatio - 1
      const change = Math.min(0.1, Math.max(-0.1, credibility * excess))
      near(
        n('PremiumMultiplier'),
        Math.min(1.3, Math.max(0.95, before('PremiumMultiplier') * (1 + change))),
        4,
      )
      const moved = n('PremiumMultiplier') - before('PremiumMultiplier')
      expect(month.ActionsTriggered).toBe(
        moved > 0.00005
          ? 'Premium multiplier raised'
          : moved < -0.00005
            ? 'Premium multiplier lowered'
            : 'None',
      )
      near(n('ChurnMultiplier'), 1 + 2 * Math.max(0, n('PremiumMultiplier') - 1), 4)
      near(n('ChurnCount'), before('ActiveUsers') * churnRate * n('ChurnMultiplier'), 0)
      expect(n('ActiveUsers')).toBe(before('ActiveUsers') + n('NewlyActivated') - n('ChurnCount'))
      near(n('MembershipDropRatio'), (n('ChurnCount') / before('ActiveUsers')) * 100, 2)

      const mix = n('AvgCombinedFactor') / book.combined
      expect(Math.abs(mix - 1)).toBeLessThanOrEqual(0.0301)
      for (const { name, premium } of book.tiers) {
        const exact = premium * mix * n('PremiumMultiplier')
        expect(Math.abs(n(`AvgPrem_${name}`) - exact)).toBeLessThanOrEqual(0.005 + exact * 1e-4)
      }
      const average = book.tiers.reduce((sum, { name, share }) => sum + share * n(`AvgPrem_${name}`), 0)
      near(n('PremiumTotal'), n('ActiveUsers') * average, 2)
      near(n('AverageClaimSize'), n('ClaimCount') === 0 ? 0 : n('ClaimsTotal') / n('ClaimCount'), 2)
      near(n('LossRatio'), (n('ClaimsTotal') / n('PremiumTotal')) * 100, 2)
      near(n('ReinsuranceCost'), 0.06 * n('PremiumTotal'), 2)

      expect(n('OverheadBase')).toBe(3120 + 8 * before('ActiveUsers'))
      near(n('OverheadGrowthFactor'), 1.03 ** Math.floor(index / 12), 4)
      near(n('OverheadUsed'), n('OverheadBase') * n('OverheadGrowthFactor') + n('OverheadShock'), 2)
      near(n('ExtraOverhead'), 9 * n('NewlyActivated'), 2)
      near(n('ExpenseForMonth'), n('OverheadUsed') + n('ExtraOverhead'), 2)
      near(n('ProfitBeforeOverhead'), n('PremiumTotal') - n('ClaimsTotal') - n('ReinsuranceCost'), 2)
      near(n('ProfitAfterOverhead'), n('ProfitBeforeOverhead') - n('OverheadUsed'), 2)
      near(n('ProfitForMonth'), n('ProfitBeforeOverhead') - n('ExpenseForMonth'), 2)
      near(n('leftover'), 0.25 * Math.max(0, n('ProfitForMonth')), 2)
      near(n('ReserveBalance'), before('ReserveBalance') + n('ProfitForMonth') - n('leftover'), 2)
      near(n('ProfitBalance'), before('ProfitBalance') + n('leftover'), 2)

      near(n('RBCRequiredThisMonth'), Math.max(75_000, 1.6 * n('PremiumTotal')), 2)
      near(n('rbc_ratio'), n('ReserveBalance') / n('RBCRequiredThisMonth'), 4)
      near(
        n('ForecastedRBCRatio'),
        (n('ReserveBalance') + 3 * n('ProfitForMonth')) / n('RBCRequiredThisMonth'),
        4,
      )
      const ratio = n('rbc_ratio')
      expect(month.RBCConfLabel).toBe(
        ratio >= 2 ? 'Strong' : ratio >= 1.3 ? 'Adequate' : ratio >= 1 ? 'Watch' : 'Action',
      )
      const probability = Math.min(
        100,
        Math.max(0, 60 * (1.3 - ratio)) + Math.max(0, n('LossRatio') - 75) / 2,
      )
      near(n('MeltdownProbability'), probability, 2)

      const severityOf = (row: Month) =>
        [70, 35, 10].findIndex((limit) => Number(row.MeltdownProbability) >= limit)
      const severity = [3, 2, 1, 0][severityOf(month) === -1 ? 3 : severityOf(month)]
      expect(month.Meltdown).toBe(String(severity === 3))
      expect(month.PartialMeltdownFlag).toBe(String(severity === 2))
      for (const level of [0, 1, 2, 3]) {
        const soFar = months.slice(0, index + 1).filter((row) => [3, 2, 1, 0].at(severityOf(row)) === level)
        expect(n(`meltdown_${level}`)).toBe(soFar.length)
      }
      expect(n('meltdown_count')).toBe(n('meltdown_3'))
      expect(n('MeltdownPersistentMonths')).toBe(severity! >= 2 ? before('MeltdownPersistentMonths') + 1 : 0)
      expect(n('Meltdown0Persistent')).toBe(severity === 0 ? before('Meltdown0Persistent') + 1 : 0)
      expect(month.MeltdownConfLabel).toBe(
        probability >= 35 ? 'High' : probability >= 10 ? 'Moderate' : 'Low',
      )
      const reasons = [
        ...(ratio < 1.3 ? ['Reserve near required capital'] : []),
        ...(n('LossRatio') > 75 ? ['Loss ratio above 75%'] : []),
      ]
      expect(month.MeltdownReason).toBe(severity === 0 ? 'None' : reasons.join('; '))
      expect(n('ConsecutiveSevereMonths')).toBe(
        n('LossRatio') > 75 ? before('ConsecutiveSevereMonths') + 1 : 0,
      )

      const share = (value: number) => Math.min(1, Math.max(0, value))
      near(
        n('CompositeBusinessHealthScore'),
        40 * share(ratio / 2) +
          40 * share((100 - n('LossRatio')) / 40) +
          20 * share(1 - n('MembershipDropRatio') / 8),
        4,
      )
    },
  )
})

describe('any projection', () => {
  test('is the same for the same seed, and all its figures are numbers', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...scenarioNames),
        fc.integer({ min: 1, max: 120 }),
        fc.nat(),
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 0, max: 5_000_000 }),
        (scenario, length, seed, members, reserve) => {
          const project = () =>
            simulatePortfolio({ book, scenario, months: length, start: '2026-01', seed, members, reserve })
          const rows = project()
          expect(project()).toEqual(rows)
          expect(rows).toHaveLength(length)
          for (const row of rows) {
            expect(
              Object.values(row).filter((value) => typeof value === 'number' && !Number.isFinite(value)),
            ).toEqual([])
            expect(row.ActiveUsers).toBeGreaterThan(0)
            expect(row.ClaimCount).toBeGreaterThanOrEqual(0)
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  test.each([
    [['--scenario', 'boom'], /--scenario is one of baseline/],
    [['--months', '0'], /--months/],
    [['--start', 'May'], /--start/],
    [['--seed', 'x'], /--seed/],
    [['--members', '0'], /--members/],
    [['--reserve', '-1'], /--reserve/],
    [['--paths', 'many'], /--paths/],
  ])('rejects %j with a one-line error', (parameters, message) => {
    try {
      execFileSync('node', ['scripts/simulate.mjs', ...parameters], { stdio: 'pipe' })
    } catch (error) {
      const { status, stderr } = error as { status: number; stderr: Buffer }
      expect(status).toBe(1)
      expect(String(stderr).trim().split('\n')).toHaveLength(1)
      expect(String(stderr)).toMatch(message)
      return
    }
    throw new Error('It was taken')
  })

  test('has a summary of the reserve that many paths need', () => {
    const output = execFileSync('node', ['scripts/simulate.mjs', '--paths', '20', '--months', '6'], {
      encoding: 'utf8',
    })
    const rows: Month[] = parse(output, { columns: true })
    expect(rows.map(({ scenario, months: length }) => `${scenario} ${length}`)).toEqual([
      'baseline 6',
      'history 12',
      '2001-2003 36',
      '2008-2010 36',
      '2020 12',
    ])
    for (const row of rows) {
      expect(Number(row.p99_5)).toBeGreaterThanOrEqual(Number(row.median))
      expect(Number(row.p99_5_months)).toBeCloseTo(Number(row.p99_5) / (260 * book.premium), 0)
    }
  })
})
