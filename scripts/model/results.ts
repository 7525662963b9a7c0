// Prices the population and measures it: loss ratios by period and segment, by year, and the deficit that recessions leave.

import { claimChance, payableDisplacement, type Period } from '~/engine/model/claim-model'
import { price, ratingFactors } from '~/engine/model/price'
import { rate, type RatingTable } from '~/engine/model/tables'

import { years, type Model } from './derivation'
import type { Priced } from './rating'
import { joltsIndustry, mean, number, sum, type Reference } from './reference'

export const periods = ['cycle', 'normal', '2009'] as const satisfies Period[]

/** An applicant with the price; `premium` and `claims` in dollars a year. `monthly` is the premium as it is charged. */
export type Result = Priced & {
  raw: number
  capped: number
  benefit: number
  monthly: number
  premium: number
  claims: Record<Period, number>
}

export function priceAll(model: Model, ratingTables: readonly RatingTable[], population: readonly Priced[]) {
  return population.map((person): Result => {
    const { applicant, employer, tier } = person
    const factors = ratingFactors(model.tables, ratingTables, applicant, employer)
    const { raw, capped, benefit, premium } = price(factors, applicant.income, tier)
    const claims = (period: Period) => claimChance(model.tables, applicant, employer, period) * benefit
    return {
      ...person,
      raw,
      capped,
      benefit,
      monthly: premium,
      premium: premium * 12,
      claims: { cycle: claims('cycle'), normal: claims('normal'), '2009': claims('2009') },
    }
  })
}

export function weightOf(results: readonly Priced[]) {
  return sum(results.map(({ weight }) => weight))
}

export function lossRatio(results: readonly Result[], period: Period = 'cycle') {
  const claims = sum(results.map((result) => result.weight * result.claims[period]))
  return claims / sum(results.map((result) => result.weight * result.premium))
}

/** Returns the mean chance of a payable claim in a year, before selection, of people with at least `tenure` years. */
export function meanChance(model: Model, population: readonly Priced[], period: Period, tenure = 0) {
  const people = population.filter(({ applicant }) => applicant.employment_length >= tenure)
  return (
    sum(
      people.map(
        ({ weight, applicant, employer }) =>
          weight * payableDisplacement(model.tables, applicant, employer, period),
      ),
    ) / weightOf(people)
  )
}

const incomeBand = ({ applicant: { income } }: Priced) =>
  income < 2000
    ? 'under 2,000'
    : income < 4000
      ? '2,000 to 3,999'
      : income < 7000
        ? '4,000 to 6,999'
        : '7,000 and more'
const tenureBand = ({ applicant: { employment_length: length } }: Priced) =>
  length < 1 ? 'under 1' : length < 3 ? '1 to 2' : length < 10 ? '3 to 9' : '10 and more'

const segmentations: Record<string, (person: Priced) => string> = {
  industry: ({ applicant }) => applicant.industry,
  'income, dollars a month': incomeBand,
  'tenure, years': tenureBand,
  education: ({ applicant }) => applicant.education,
  'kind of work': ({ applicant }) => String(applicant.employment_type),
  tier: ({ tier }) => tier.tier_name,
  'sex (report only)': ({ applicant }) => String(applicant.sex),
}

export function segments(results: readonly Result[]) {
  const total = weightOf(results)
  return Object.entries(segmentations).flatMap(([by, of]) =>
    [...new Set(results.map(of))].sort().map((segment) => {
      const members = results.filter((result) => of(result) === segment)
      const weight = weightOf(members)
      return {
        by,
        segment,
        share: weight / total,
        relativity: sum(members.map((member) => member.weight * member.capped)) / weight,
        lossRatio: lossRatio(members),
      }
    }),
  )
}

/** The three ways to move the claims of an industry from the mean of the cycle to a month of history. */
export const readings = ['displacement', 'layoffs', 'unemployment'] as const
export type Reading = (typeof readings)[number]

/**
 * Returns the loss ratio by month, 2001-01 to 2022-08, of the population at its prices.
 * - `displacement`: the model. A month's layoffs (JOLTS) x the year's share that displaces x the year's payable share.
 * - `layoffs`: only layoffs, over their mean.
 * - `unemployment`: the industry's rate over its mean to 2009, then the national rate; both over the mean of 2001-2022.
 */
export function history(reference: Reference, model: Model, results: readonly Result[], reading: Reading) {
  const names = [...model.longTenured.keys()]
  const of = (name: string) => results.filter(({ applicant }) => joltsIndustry(applicant.industry) === name)
  const claims = new Map(
    names.map((name) => [name, sum(of(name).map((result) => result.weight * result.claims.cycle))]),
  )
  const premium = sum(results.map((result) => result.weight * result.premium))
  const ratio = ratios(reference, model)[reading]
  return reference.layoffs.map((row) => {
    const month = row.month ?? ''
    return {
      month,
      ratio: sum(names.map((name) => (claims.get(name) ?? NaN) * ratio(name, month, row))) / premium,
    }
  })
}

type LayoffRow = Reference['layoffs'][number]

function ratios(reference: Reference, model: Model) {
  const { national, byYear, payableByYear, unemployment, tables } = model
  const layoffRate = (name: string, year: number) =>
    national.events(name, year) / national.employment(name, year)
  const meanOf = (of: (year: number) => number, over: readonly number[] = years) => mean(over.map(of))
  const early = years.filter((year) => year <= 2009)
  const nationalUnemployment = (year: number) => unemployment.get(year) ?? NaN
  const industryUnemployment = (name: string, year: number) =>
    number(
      reference.unemploymentByIndustry.find(
        (row) => joltsIndustry(row.industry_name ?? '') === name && row.year === String(year),
      ),
      'unemployment_rate_percent',
    )
  /** A month's layoffs over those of its year. */
  const within = (name: string, month: string, row: LayoffRow) =>
    (12 * number(row, name)) / national.events(name, Number(month.slice(0, 4)))
  const yearOf = (month: string) => Number(month.slice(0, 4))
  const cyclePayable = rate(tables.payable, { period: 'cycle' })
  const displaced = new Map<string, number>()
  const laidOff = new Map<string, number>()
  for (const name of model.longTenured.keys()) {
    displaced.set(name, meanOf((year) => byYear(name, year)) * cyclePayable)
    laidOff.set(
      name,
      meanOf((year) => layoffRate(name, year)),
    )
  }
  return {
    displacement: (name: string, month: string, row: LayoffRow) =>
      (byYear(name, yearOf(month)) * payableByYear(yearOf(month)) * within(name, month, row)) /
      (displaced.get(name) ?? NaN),
    layoffs: (name: string, month: string, row: LayoffRow) =>
      (layoffRate(name, yearOf(month)) * within(name, month, row)) / (laidOff.get(name) ?? NaN),
    unemployment: (name: string, month: string) => {
      const year = yearOf(month)
      const base = nationalUnemployment(year) / meanOf(nationalUnemployment)
      if (year > 2009) return base
      const own = industryUnemployment(name, year) / meanOf((each) => industryUnemployment(name, each), early)
      return (own * meanOf(nationalUnemployment, early)) / meanOf(nationalUnemployment)
    },
  }
}

/** Returns the largest fall of the reserve between two months of a period, in months of premium, for a share of premium as expenses. */
export function peakDeficit(
  months: readonly { month: string; ratio: number }[],
  from: number,
  to: number,
  expenses: number,
) {
  let [reserve, highest, deficit] = [0, 0, 0]
  for (const { month, ratio } of months) {
    const year = Number(month.slice(0, 4))
    if (year < from || year > to) continue
    reserve += 1 - expenses - ratio
    highest = Math.max(highest, reserve)
    deficit = Math.max(deficit, highest - reserve)
  }
  return deficit
}
