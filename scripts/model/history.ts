// Derives the months of history that the simulation replays, and how much a year and a month may differ from what is expected.

import type { History, Shock } from '~/engine/model/history'

import { years, type Model } from './derivation'
import { mean, number, significant, sum, type Reference } from './reference'

/** A book has fewer employers and places than the nation, so its months differ by more (judgement). */
const bookOverNation = 2

/** Returns the months from January 2001 on: displacement and payable share over their means through the cycle. */
export function deriveHistory(reference: Reference, model: Model): History {
  const { byYear, national, longTenured, payableByYear, tables, unemployment, overall } = model
  const names = [...longTenured.keys()]
  const cyclePayable = tables.payable.rows.find(({ period }) => period === 'cycle')?.value ?? NaN
  const means = new Map(names.map((name) => [name, mean(years.map((year) => byYear(name, year)))]))
  const months = reference.layoffs.map((row) => {
    const month = row.month ?? ''
    const year = Number(month.slice(0, 4))
    return {
      month,
      unemployment: significant(unemployment.get(year) ?? NaN),
      payable: significant(payableByYear(year) / cyclePayable),
      displacement: names.map((name) => {
        const ofYear = (12 * number(row, name)) / national.events(name, year)
        return significant((byYear(name, year) * ofYear) / (means.get(name) ?? NaN))
      }),
    }
  })

  const claims = years.map((year) => overall(year) * payableByYear(year))
  const changes = claims.slice(1).map((value, index) => Math.log(value / (claims[index] ?? NaN)))
  // The months of 2020 are left out: one of them would decide the figures.
  const usual = reference.layoffs.filter(({ month }) => !month?.startsWith('2020'))
  const overYear = usual.map((row) => {
    const year = Number(row.month?.slice(0, 4))
    const all = (12 * sum(names.map((name) => number(row, name)))) / national.allEvents(year)
    const own = names.map((name) => (12 * number(row, name)) / national.events(name, year) / all)
    return { all, own }
  })
  const industryDeviation = Math.sqrt(
    sum(
      names.map((name, index) => {
        const share = national.employment(name, 2022) / national.allEmployment(2022)
        return share * deviation(overYear.map(({ own }) => own[index] ?? NaN)) ** 2
      }),
    ),
  )
  const shocks: Record<Shock, { deviation: number; source: string }> = {
    year: {
      deviation: significant(deviation(changes)),
      source: 'changes of the national claim rate from year to year, 2001-2022, in logarithms',
    },
    month: {
      deviation: significant(bookOverNation * deviation(overYear.map(({ all }) => all))),
      source: 'twice (judgement) the national months over their year, JOLTS without 2020',
    },
    industry: {
      deviation: significant(bookOverNation * industryDeviation),
      source: 'twice (judgement) the months of industries over those of the nation, JOLTS without 2020',
    },
  }
  return { industries: names, months, shocks }
}

function deviation(values: readonly number[]) {
  const center = mean(values)
  return Math.sqrt(sum(values.map((value) => (value - center) ** 2)) / (values.length - 1))
}
