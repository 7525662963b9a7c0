// Computes the claim model's tables from the statistics in db/reference. model.md explains each step.

import { educations, employerSizes, industries } from '~/domain/quotes/quotes.options'
import type { Period } from '~/engine/model/claim-model'
import type { ClaimTables } from '~/engine/model/tables'

import { ages } from './marginals'
import { joltsIndustry, mean, number, significant, sum, type Reference } from './reference'

export const years = Array.from({ length: 22 }, (_, index) => 2001 + index)

/** Years with months of recession by the NBER's dating (memory). */
const recessions = [2001, 2007, 2008, 2009, 2020]

/**
 * Figures without a statistic. `spread`: coefficient of variation of long-run layoff rates between employers of an industry (0.6 points
 * on 1.35). `groupSize`: share of its employees that an employer loses in a layoff of a group. `size`: employees of a typical employer.
 * `selection`: the middle of `selectionRange`, to 0.05.
 */
export const judgement = {
  spread: 0.44,
  groupSize: 0.1,
  size: { 'Small (<50)': 25, 'Medium (50-500)': 150, 'Large (500+)': 1000 },
  selection: 1.15,
} as const

/** The names of the displaced-worker survey that are not the application's, in lower case. */
const surveyNames: Record<string, string> = {
  'government wage and salary workers': 'Government',
  'transportation and utilities': 'Transportation, Warehousing and Utilities',
  mining: 'Mining and Logging',
}

/** Derives everything from the statistics. Rates are fractions per year unless their name states otherwise. */
export function deriveModel(reference: Reference) {
  const names = [...new Set(industries.map(joltsIndustry))]
  const national = layoffsByYear(reference, names)
  const displaced = displacementByYear(reference, names, national)
  const { byYear, longTenured } = displaced
  const unemployment = unemploymentByYear(reference, national)
  const meanUnemployment = mean([...unemployment.values()])
  const normalYears = years.filter(
    (year) => (unemployment.get(year) ?? 0) < meanUnemployment && !recessions.includes(year),
  )
  const payableByYear = payableShares(reference)

  const yearsOf: Record<Period, readonly number[]> = { cycle: years, normal: normalYears, '2009': [2009] }
  const periods: readonly Period[] = ['cycle', 'normal', '2009']
  const inPeriod = (industry: string, period: Period) =>
    mean(yearsOf[period].map((year) => byYear(joltsIndustry(industry), year)))
  /** Weighted by displacements, which are more frequent in years when more of them stay without work. */
  const payable = (period: Period) => {
    const weights = yearsOf[period].map((year) =>
      sum(names.map((name) => byYear(name, year) * national.employment(name, year))),
    )
    return (
      sum(yearsOf[period].map((year, index) => payableByYear(year) * (weights[index] ?? 0))) / sum(weights)
    )
  }

  const layoffsOf = (industry: string) =>
    number(
      reference.industries.find(({ industry_name }) => industry_name === industry),
      'avg_layoff_frequency',
    )
  const tables: ClaimTables = {
    displacement: {
      name: 'displacement',
      label: 'Displacement of employees of three or more years',
      unit: 'per employee and year',
      keys: ['industry', 'period'],
      rows: industries.flatMap((industry) =>
        periods.map((period) => ({
          industry,
          period,
          value: significant(inPeriod(industry, period)),
          layoffs: layoffsOf(industry),
          source: `JOLTS layoffs of ${yearsText(yearsOf[period])} x share displaced (DWS) x recall`,
        })),
      ),
    },
    credibility: {
      name: 'credibility',
      label: "Weight of an employer's own record of a year",
      unit: 'share',
      keys: ['size'],
      rows: employerSizes.map((size) => ({
        size,
        value: significant(credibility(reference, national, judgement.size[size])),
        source: `formula of model.md with judgement: ${judgement.size[size]} employees, spread, group size`,
      })),
    },
    tenure: {
      name: 'tenure',
      label: 'Years with the employer',
      unit: 'multiple of the rate of three or more years',
      keys: ['years'],
      rows: [
        {
          years: 'under 3',
          value: estimate(reference, 'Ratio of displacement risk, under 3 years'),
          source: 'DWS 2007-09 and 2017-19, derived_estimates.csv (2.2 to 2.6)',
        },
        { years: '3 or more', value: 1, source: 'the base of the displacement rates' },
      ],
    },
    education: {
      name: 'education',
      label: 'Education',
      unit: 'multiple of the mean of all workers',
      keys: ['education'],
      rows: educations.map((education) => ({
        education,
        value: significant(educationRelativity(reference, surveyedEducation[education])),
        source: `DWS, mean of 1991-2001: ${surveyedEducation[education]} over all`,
      })),
    },
    payable: {
      name: 'payable',
      label: 'Displaced workers still without work after 14 days',
      unit: 'share',
      keys: ['period'],
      rows: periods.map((period) => ({
        period,
        value: significant(payable(period)),
        source: `derived_estimates.csv: 0.84, in a recession 0.88; ${yearsText(yearsOf[period])} by CPS durations`,
      })),
    },
    selection: {
      name: 'selection',
      label: 'Claims of those who buy cover, over those of all employees',
      unit: 'multiple',
      keys: ['book'],
      rows: [
        { book: 'all', value: judgement.selection, source: 'judgement: the middle of the range in model.md' },
      ],
    },
  }

  const selectionRange = selectionBounds(reference)
  /** The displacement rate of all industries together. */
  const overall = (year: number) => {
    const tenured = (name: string) => national.employment(name, year) * (longTenured.get(name) ?? NaN)
    return sum(names.map((name) => byYear(name, year) * tenured(name))) / sum(names.map(tenured))
  }
  return { ...displaced, tables, selectionRange, overall, payableByYear, unemployment, normalYears, national }
}

export type Model = ReturnType<typeof deriveModel>

/** Annual layoffs (thousands; partial years scaled to twelve months) and employment (thousands), by JOLTS industry. */
function layoffsByYear({ layoffs, employment }: Reference, names: readonly string[]) {
  const months = (year: number) => layoffs.filter(({ month }) => month?.startsWith(`${year}-`))
  const events = new Map<string, number>()
  const employees = new Map<string, number>()
  for (const year of years) {
    for (const name of names)
      events.set(`${name} ${year}`, 12 * mean(months(year).map((row) => number(row, name))))
  }
  for (const row of employment)
    employees.set(`${row.industry} ${row.year}`, number(row, 'employees_thousands'))
  const get = (map: Map<string, number>) => (name: string, year: number) => map.get(`${name} ${year}`) ?? NaN
  const all = (of: (name: string, year: number) => number) => (year: number) =>
    sum(names.map((name) => of(name, year)))
  return {
    events: get(events),
    employment: get(employees),
    allEvents: all(get(events)),
    allEmployment: all(get(employees)),
  }
}

type National = ReturnType<typeof layoffsByYear>

/**
 * The displacement rate of an industry and year: layoffs x national share of layoffs that displace employees of three or more years x
 * the industry's share over the national one x recall, over employees of three or more years.
 */
function displacementByYear(reference: Reference, names: readonly string[], national: National) {
  const windows = reference.displaced
    .map((row) => {
      const [, from = '', to = ''] = /^(\d{4})-(\d\d)$/.exec(row.period_of_job_loss ?? '') ?? []
      const first = Number(from)
      return { first, last: Math.floor(first / 100) * 100 + Number(to), row }
    })
    .filter(({ first }) => first >= 2001 && first <= 2021)
    .map(({ first, last, row }) => {
      const known = years.filter((year) => year >= first && year <= last)
      const displaced = number(row, 'long_tenured_displaced_thousands') / 3
      return {
        first,
        last,
        years: known,
        displaced,
        share: displaced / mean(known.map(national.allEvents)),
      }
    })
  const shareOf = (year: number) =>
    mean(windows.filter((window) => window.years.includes(year)).map(({ share }) => share))

  const industryShares = new Map(
    names.map((name) => {
      const read = industryWindows(reference, name).flatMap(({ first, displaced }) => {
        const window = windows.find((candidate) => candidate.first === first)
        if (window === undefined) return []
        const expected = window.share * mean(window.years.map((year) => national.events(name, year)))
        return [{ displaced: displaced / 3, expected }]
      })
      if (read.length === 0) throw new Error(`No displaced workers of ${name}`)
      const byWindow = read.map(({ displaced, expected }) => displaced / expected)
      const share = sum(read.map(({ displaced }) => displaced)) / sum(read.map(({ expected }) => expected))
      return [name, { share, byWindow }] as const
    }),
  )
  const recall = estimate(reference, 'Correction for what the survey misses')
  const longTenured = longTenuredShares(reference, names, national)
  const byYear = (name: string, year: number) =>
    (national.events(name, year) * shareOf(year) * (industryShares.get(name)?.share ?? NaN) * recall) /
    (national.employment(name, year) * (longTenured.get(name) ?? NaN))
  return { byYear, industryShares, longTenured, windows, recall }
}

/** The counts of an industry by window, each window once; thousands in three years. */
function industryWindows({ displacedByIndustry }: Reference, name: string) {
  const found = new Map<number, number>()
  for (const row of displacedByIndustry) {
    const survey = (row.industry_of_lost_job ?? '').toLowerCase()
    const matches = (surveyNames[survey] ?? survey).toLowerCase() === name.toLowerCase()
    const first = Number(row.period?.slice(0, 4))
    if (matches && row.thousands_long_tenured_displaced && !found.has(first))
      found.set(first, number(row, 'thousands_long_tenured_displaced'))
  }
  return [...found].map(([first, displaced]) => ({ first, displaced }))
}

/**
 * The share of employees with three or more years, by industry, from the median tenure m: 2 to the power of -(3/m)^k, with k such that
 * the national median and the national share agree, then scaled so that the industries add up to the national share.
 */
function longTenuredShares(reference: Reference, names: readonly string[], national: National) {
  const base = reference.estimates.find(({ estimate }) =>
    estimate?.startsWith('Workers with 3 or more years'),
  )
  const shares = [...(base?.central ?? '').matchAll(/([\d.]+) \((\d{4})\)/g)].map(
    ([, millions, year]) => (Number(millions) * 1000) / national.allEmployment(Number(year)),
  )
  const overall = mean(shares)
  const medians = reference.tenure
    .filter((row) => row.group === '16 and over' && row.tenure_with_current_employer === 'median years')
    .map((row) => number(row, 'percent_or_years'))
  const exponent = Math.log(-Math.log2(overall)) / Math.log(3 / mean(medians))
  const share = (median: number) => 2 ** -((3 / median) ** exponent)
  const raw = new Map(
    reference.tenureByIndustry.map((row) => [row.industry ?? '', share(number(row, 'median_years'))]),
  )
  const latest = 2022
  const total =
    sum(names.map((name) => (raw.get(name) ?? NaN) * national.employment(name, latest))) /
    national.allEmployment(latest)
  return new Map(names.map((name) => [name, ((raw.get(name) ?? NaN) * overall) / total]))
}

/** Unemployed people over unemployed people and payroll employment: a stand-in for the unemployment rate, by year. */
function unemploymentByYear(reference: Reference, { allEmployment }: National) {
  return new Map(
    years.map((year) => {
      const unemployed = number(
        reference.durations.find((row) => row.year === String(year)),
        'unemployed_thousands',
      )
      return [year, unemployed / (unemployed + allEmployment(year))] as const
    }),
  )
}

/**
 * The share of displaced workers without work after 14 days, by year. The CPS share of all unemployment spells that last two weeks moves
 * it from its normal value, at the median year, to its recession value, at 2009.
 */
function payableShares(reference: Reference) {
  const normal = estimate(reference, 'Share of displaced workers still without work after 14 days, normal')
  const rows = reference.estimates
  const recession = number(rows[rows.findIndex(({ central }) => Number(central) === normal) + 1], 'central')
  const spells = (year: number) =>
    number(
      reference.durations.find((row) => row.year === String(year)),
      'implied_share_of_spells_lasting_2_weeks',
    )
  const median = [...years.map(spells)].sort((a, b) => a - b)[Math.floor(years.length / 2)] ?? NaN
  return (year: number) => {
    const position = (spells(year) - median) / (spells(2009) - median)
    return normal + (recession - normal) * Math.min(1, Math.max(0, position))
  }
}

/**
 * A second estimate of the tenure relativity: displaced workers of 1986-92 by tenure (microdata, ages 20 to 61) over all employees by
 * tenure (CPS, January 2016, weighted by age).
 */
export function tenureCheck({ spells, tenure }: Reference) {
  const short = ['less than 1 year', '1-2 years'].map((value) =>
    number(
      spells.find((row) => row.grouping === 'tenure' && row.value === value),
      'sample_share',
    ),
  )
  const displaced = sum(short)
  const shares = Object.entries(ages).map(([band, share]) => {
    const rows = tenure.filter(
      (row) => row.date === 'January 2016' && row.group === (band === '18-19' ? '16-19' : band),
    )
    const shortRows = rows.filter((row) => /^(12|13|2 years)/.test(row.tenure_with_current_employer ?? ''))
    return (share * sum(shortRows.map((row) => number(row, 'percent_or_years')))) / 100
  })
  const employed = sum(shares) / sum(Object.values(ages))
  return displaced / employed / ((1 - displaced) / (1 - employed))
}

/** Industries' published rates of 1997-2000 over the rate of all: the last by industry. */
export function industryCheck({ displacementRates }: Reference) {
  const rate = (group: string, period: string) =>
    number(
      displacementRates.find((row) => row.group === group && row.period === period),
      'percent_displaced_in_period',
    )
  const published = {
    Manufacturing: 'Manufacturing',
    'Financial Activities': 'Finance, insurance, and real estate',
  }
  return Object.entries(published).map(([industry, group]) => ({
    industry,
    ratio: mean(
      ['1997-98', '1999-2000'].map(
        (period) => rate(group, period) / rate('Total, 20 years and older', period),
      ),
    ),
  }))
}

const surveyedEducation = {
  'High School': 'High school',
  'Some College': 'Some college',
  Associate: 'Some college',
  Bachelor: 'College',
  Master: 'College',
  Doctorate: 'College',
} as const

function educationRelativity({ displacementRates }: Reference, group: string) {
  const percent = (name: string) =>
    number(
      displacementRates.find((row) => row.grouping?.startsWith('education') && row.group === name),
      'percent_displaced_in_period',
    )
  return percent(group) / percent('All')
}

/**
 * Buehlmann credibility of a year's record of an employer with n employees. Layoffs come one by one (variance rate x (1 - g) / n) and in
 * groups that take a share s of all employees (variance rate x g x s, whatever n is): Z = v / (v + (1 - g) / n + g s), v = spread^2 x rate.
 * g is the share of displacements by closed or moved plants (DWS).
 */
function credibility(reference: Reference, national: National, employees: number) {
  const rate = mean(years.map((year) => national.allEvents(year) / national.allEmployment(year)))
  const grouped =
    mean(
      reference.displaced
        .filter(({ percent_plant_closed_or_moved: percent }) => Number(percent) > 0)
        .map((row) => number(row, 'percent_plant_closed_or_moved')),
    ) / 100
  const between = judgement.spread ** 2 * rate
  return between / (between + (1 - grouped) / employees + grouped * judgement.groupSize)
}

/**
 * The minimum and maximum that the choice to buy can add, if those who expect to lose their job buy twice as often (judgement): vesting
 * removes all who have notice, but not the others who expect it, or removes nobody. Premiums of vesting months have no claims: their
 * share follows from the tiers' churn.
 */
function selectionBounds(reference: Reference) {
  const expecting = number(
    reference.spells.find((row) => row.grouping === 'all'),
    'share_expected_to_lose_job',
  )
  const notice = estimate(reference, 'Share of displaced workers who had written or other notice') / 100
  const vested = mean(
    reference.tiers.map((row) => {
      const churn = number(row, 'base_churn_rate') * number(row, 'tier_churn_factor')
      return (1 - churn) ** number(row, 'vesting_months')
    }),
  )
  return { low: vested * (1 + expecting - notice), high: vested * (1 + expecting), vested, expecting, notice }
}

/** Returns the central figure of a row of derived_estimates.csv. */
function estimate({ estimates }: Reference, start: string) {
  return number(
    estimates.find(({ estimate: text }) => text?.startsWith(start)),
    'central',
  )
}

function yearsText(list: readonly number[]) {
  if (list.length === 1) return String(list[0])
  return list.length === years.length ? '2001-2022' : `${list.length} normal years`
}
