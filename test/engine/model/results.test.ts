import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { price, productCap } from '~/engine/model/price'
import { ratingTables } from '~/engine/model/rating-tables'
import { rate } from '~/engine/model/tables'

import { deriveModel, years } from '../../../scripts/model/derivation'
import { meanProduct, readPopulation, readTiers } from '../../../scripts/model/rating'
import { readReference } from '../../../scripts/model/reference'
import {
  history,
  lossRatio,
  meanChance,
  peakDeficit,
  priceAll,
  readings,
  segments,
} from '../../../scripts/model/results'

const reference = readReference()
const model = deriveModel(reference)
const population = readPopulation(reference)
const results = priceAll(model, ratingTables, population)

test('the mean product of the rating factors over the population is 1', () => {
  expect(meanProduct(model.tables, ratingTables, population, true)).toBeCloseTo(1, 4)
})

test('the loss ratio through the cycle is from 45 to 65%', () => {
  expect(lossRatio(results)).toBeGreaterThanOrEqual(0.45)
  expect(lossRatio(results)).toBeLessThanOrEqual(0.65)
  expect(lossRatio(results, 'normal')).toBeLessThan(lossRatio(results))
  expect(lossRatio(results, '2009')).toBeGreaterThan(lossRatio(results))
})

test.each(segments(results).filter(({ share }) => share >= 0.02))(
  'the loss ratio is from 35 to 80% in $by: $segment',
  ({ lossRatio: ratio }) => {
    expect(ratio).toBeGreaterThanOrEqual(0.35)
    expect(ratio).toBeLessThanOrEqual(0.8)
  },
)

test('no single result has an expected loss ratio outside 25 to 100%', () => {
  const ratios = results.map(({ claims, premium }) => claims.cycle / premium)
  expect(Math.min(...ratios)).toBeGreaterThanOrEqual(0.25)
  expect(Math.max(...ratios)).toBeLessThanOrEqual(1)
})

test.each(readTiers(reference))(
  'the base premium of $tier_name is for the average applicant who takes the full benefit',
  (tier) => {
    const chance = meanChance(model, population, 'cycle') * rate(model.tables.selection, { book: 'all' })
    const ratio = (chance * tier.max_monthly_benefit) / (12 * tier.base_premium)
    expect(ratio).toBeGreaterThanOrEqual(0.45)
    expect(ratio).toBeLessThanOrEqual(0.65)
  },
)

test('the cap binds for nobody of the population, and the price is proportional to the cover', () => {
  expect(Math.max(...results.map(({ raw }) => raw))).toBeLessThan(productCap)
  const tier = { base_premium: 110, max_monthly_benefit: 25_000 }
  expect(price({ industry: 1.5, tenure: 2 }, 2000, tier)).toEqual({
    raw: 3,
    capped: 3,
    benefit: 12_000,
    premium: 158.4, // 110 x 3 x 12,000 / 25,000
  })
  expect(price({ industry: 9 }, 10_000, tier)).toMatchObject({ raw: 9, capped: 5, premium: 550 })
})

test('the readings of history have the mean of the cycle', () => {
  for (const reading of readings) {
    const months = history(reference, model, results, reading)
    expect(months).toHaveLength(260)
    const byYear = years.map((year) => {
      const ofYear = months.filter(({ month }) => month.startsWith(String(year)))
      return ofYear.reduce((total, { ratio }) => total + ratio, 0) / ofYear.length
    })
    const mean = byYear.reduce((total, ratio) => total + ratio, 0) / byYear.length
    expect(Math.abs(mean / lossRatio(results) - 1)).toBeLessThan(0.03)
  }
})

test('a deficit is the largest fall of the reserve within the period', () => {
  const months = [0.5, 1.5, 1.5, 0.2, 9].map((ratio, index) => ({ month: `200${index}-01`, ratio }))
  expect(peakDeficit(months, 2000, 2003, 0)).toBeCloseTo(1)
  expect(peakDeficit(months, 2000, 2003, 0.2)).toBeCloseTo(1.4)
})

test('model.md states the results', () => {
  const text = readFileSync('app/engine/model/model.md', 'utf8').replace(/\s+/g, ' ')
  const percent = (ratio: number, digits = 1) => (100 * ratio).toFixed(digits)
  expect(text).toContain(
    `**${percent(lossRatio(results))}% through the cycle**, ${percent(lossRatio(results, 'normal'))}% in a normal year, ${percent(lossRatio(results, '2009'))}% in 2009`,
  )
  for (const reading of readings) {
    const months = history(reference, model, results, reading)
    const of = (year: number) => {
      const ofYear = months.filter(({ month }) => month.startsWith(String(year)))
      return percent(ofYear.reduce((total, { ratio }) => total + ratio, 0) / ofYear.length, 0)
    }
    for (const part of [years.slice(0, 11), years.slice(11)])
      expect(text).toContain(`| ${reading} | ${part.map(of).join(' | ')} |`)
    const deficits = [
      [2001, 2003],
      [2008, 2010],
      [2020, 2020],
    ].map(([from = 0, to = 0]) =>
      [0.28, 0.35].map((expenses) => peakDeficit(months, from, to, expenses).toFixed(1)).join(', '),
    )
    expect(text).toContain(`| ${reading} | ${deficits.join(' | ')} |`)
  }
  for (const { by, segment, share, lossRatio: ratio } of segments(results)) {
    const { high, low } = extremes(by)
    if (share >= 0.02 && by !== 'sex (report only)' && (ratio === high || ratio === low))
      expect(text, `${by}: ${segment}`).toContain(`${percent(ratio)}%`)
  }
})

function extremes(by: string) {
  const ratios = segments(results)
    .filter((segment) => segment.by === by && segment.share >= 0.02)
    .map(({ lossRatio: ratio }) => ratio)
  return { low: Math.min(...ratios), high: Math.max(...ratios) }
}
