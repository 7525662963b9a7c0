// Draws the population that prices are measured on: people as employed in the United States, who apply with answers that the form accepts.

import { employerSizes, industries } from '~/domain/quotes/quotes.options'
import { seededRandom } from '~/engine/seeded-random'

import type { Model } from './derivation'
import * as marginals from './marginals'
import { draw, normal, quota, type Random, type Shares } from './random'
import { joltsIndustry, number, sum, type Reference } from './reference'

export const populationSize = 2000
/** The day on which ages are as drawn. */
export const populationDate = '2026-01-01'
/** Fewer people of an industry would leave its figures to chance; their weight makes up for it. */
const fewest = 60

type Industry = (typeof industries)[number]
type Person = Record<string, string | number>

/** Returns the industries' shares of employment. Source: JOLTS, January to August 2022; Utilities by `utilitiesShare`. */
export function industryShares({ national }: Pick<Model, 'national'>): Record<Industry, number> {
  const total = national.allEmployment(2022)
  const part = {
    Utilities: marginals.utilitiesShare,
    'Transportation and Warehousing': 1 - marginals.utilitiesShare,
  } as Partial<Record<Industry, number>>
  return Object.fromEntries(
    industries.map((industry) => [
      industry,
      ((part[industry] ?? 1) * national.employment(joltsIndustry(industry), 2022)) / total,
    ]),
  ) as Record<Industry, number>
}

/** Returns the rows of app/engine/population.csv: weights have the mean 1 and make the industries' shares exact. */
export function drawPopulation(reference: Reference, model: Model, seed = 20260101): Person[] {
  const random = seededRandom(seed)
  const shares = industryShares(model)
  const small = industries.filter((industry) => shares[industry] * populationSize < fewest)
  const left = populationSize - fewest * small.length
  const large = quota(
    () => 0.5,
    Object.fromEntries(industries.map((name) => [name, small.includes(name) ? 0 : shares[name]])),
    left,
  )
  return industries.flatMap((industry) => {
    const count = small.includes(industry) ? fewest : large.filter((name) => name === industry).length
    const weight = (shares[industry] * populationSize) / count
    return drawIndustry(random, reference, model, industry, count).map((person) => ({
      weight: Number(weight.toFixed(6)),
      ...person,
    }))
  })
}

function drawIndustry(random: Random, reference: Reference, model: Model, industry: Industry, count: number) {
  const of = <Option extends string>(shares: Shares<Option>) => quota(random, shares, count)
  const { pay, degree } = marginals.payAndDegrees[industry]
  const gender = reference.genders.find((row) => row.industry_name === industry)
  const sexes = of({ Male: number(gender, 'percent_male'), Female: number(gender, 'percent_female') })
  const youth = marginals.youth[industry] ?? 1
  const ages = of({
    ...marginals.ages,
    '18-19': marginals.ages['18-19'] * youth,
    '20-24': marginals.ages['20-24'] * youth,
  }).map((band) => ({ band, age: drawAge(random, band) }))
  const tenureBands = drawTenureBands(random, reference, ages, model.longTenured.get(joltsIndustry(industry)))
  const kinds = marginals.kinds[industry]
  const kindList = of({ 'Full-time': 100 - sum(Object.values(kinds)), ...kinds })
  const types = of(marginals.employerTypesOf[industry])
  const sizes = of(industry === 'Government' ? marginals.governmentSizes : establishmentSizes(reference))
  const employers = reference.employers.filter((row) => row.industry === industry)
  const known = of({ known: marginals.knownEmployers, unknown: 100 - marginals.knownEmployers })
  const unions = of({ TRUE: marginals.unions[industry], FALSE: 100 - marginals.unions[industry] })
  const { Remote, Hybrid } = marginals.arrangements[industry]
  const arrangements = of({ 'On-site': 100 - Remote - Hybrid, Remote, Hybrid })
  const payTypes = of(marginals.payTypesOf[industry])
  const schedules = of(marginals.schedules)
  const levels = of(marginals.levels)
  const degrees = of({ yes: degree, no: 1 - degree })

  return ages.map(({ band, age }, index): Person => {
    const education = drawEducation(random, degrees[index] === 'yes', age)
    const kind = kindList[index] ?? 'Full-time'
    const sex = sexes[index] ?? 'Male'
    const relative =
      marginals.payFactors.education[education] *
      marginals.payFactors.age[band] *
      marginals.payFactors.sex[sex] *
      marginals.payFactors.kind[kind]
    const income = Math.max(
      200,
      Math.round((pay * relative * Math.exp(marginals.payFactors.sigma * normal(random))) / 10) * 10,
    )
    const employer = known[index] === 'known' ? employers[Math.floor(random() * employers.length)] : undefined
    return {
      sex,
      date_of_birth: birthday(random, age),
      region_state: draw(random, marginals.statesByPopulation),
      ...drawHousehold(random, band, age),
      occupation: marginals.occupations[industry],
      job_role: marginals.occupations[industry],
      employer_name: employer?.employer_name ?? 'An employer without a record',
      employer_type: employer?.employer_type ?? types[index] ?? '',
      employer_size: employer?.employer_size ?? sizes[index] ?? '',
      industry,
      employment_length: drawTenure(random, tenureBands[index] ?? '', age),
      employment_type: kind,
      work_arrangement: arrangements[index] ?? '',
      union_membership: unions[index] ?? '',
      income,
      salary: Math.round((income * 12) / 100) * 100,
      pay_type: payTypes[index] ?? '',
      pay_schedule: schedules[index] ?? '',
      coverage_level: levels[index] ?? '',
      education,
      credit_score: drawCredit(random, age, income),
      bankruptcy_history: draw(random, marginals.bankruptcies),
      background_check: draw(random, marginals.backgrounds),
      gov_benefits: drawBenefits(random, income),
    }
  })
}

/** Establishments of the private sector by size (JOLTS, 2019); half of the employees of 250 to 999 are in those of 500 and more. */
export function establishmentSizes({ sizeClasses }: Reference): Record<string, number> {
  const employees = (first: number) => number(sizeClasses[first], 'employees_thousands_2019')
  const [small, medium, large] = [
    employees(0) + employees(1),
    employees(2) + employees(3) / 2,
    employees(3) / 2 + employees(4) + employees(5),
  ]
  return { [employerSizes[2]]: small, [employerSizes[1]]: medium, [employerSizes[0]]: large }
}

function drawAge(random: Random, band: marginals.Age) {
  const [from = 18, to = 74] = band.split(/[-+]/).filter(Boolean).map(Number)
  return from + Math.floor(random() * (to - from + 1))
}

/** A person of `age` years on the population's date, at least a day and at most a year less a day past the birthday. */
function birthday(random: Random, age: number) {
  const days = 1 + Math.floor(random() * 363)
  const date = new Date(`${Number(populationDate.slice(0, 4)) - age}${populationDate.slice(4)}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  return date.toISOString().slice(0, 10)
}

function drawEducation(random: Random, degree: boolean, age: number) {
  const { youngest, withDegree, withoutDegree } = marginals
  const allowed = <Level extends keyof typeof youngest>(shares: Record<Level, number>) =>
    Object.fromEntries(
      Object.entries(shares).filter(([level]) => youngest[level as Level] <= age),
    ) as Shares<Level>
  return degree && age >= youngest.Bachelor
    ? draw(random, allowed<keyof typeof withDegree>(withDegree))
    : draw(random, allowed<keyof typeof withoutDegree>(withoutDegree))
}

/**
 * Draws tenure by age (CPS supplement, January 2016). Bands of three and more years are made more or less likely until their share is that
 * of the industry.
 */
function drawTenureBands(
  random: Random,
  { tenure }: Reference,
  ages: readonly { band: marginals.Age; age: number }[],
  longTenured = NaN,
) {
  const tables = ages.map(({ band, age }) => {
    const group = band === '18-19' ? '16-19' : band
    const rows = tenure.filter((row) => row.date === 'January 2016' && row.group === group)
    return rows
      .map((row) => ({
        band: row.tenure_with_current_employer ?? '',
        share: number(row, 'percent_or_years'),
      }))
      .filter((row) => row.share > 0 && lowest(row.band) < age - 16)
  })
  const weighted = (odds: number) =>
    tables.map((rows) =>
      Object.fromEntries(
        rows.map(({ band, share }) => [band, share * (lowest(band) >= 3 ? odds : 1)] as const),
      ),
    )
  const longShare = (odds: number) =>
    sum(
      weighted(odds).map((shares) => {
        const long = Object.entries(shares).filter(([band]) => lowest(band) >= 3)
        return sum(long.map(([, share]) => share)) / sum(Object.values(shares))
      }),
    ) / ages.length
  let [low, high] = [0.01, 100]
  for (let step = 0; step < 50; step++) {
    const middle = Math.sqrt(low * high)
    if (longShare(middle) < longTenured) low = middle
    else high = middle
  }
  return weighted(low).map((shares) => draw(random, shares))
}

const bands: Record<string, [number, number]> = {
  '12 months or less': [0, 1],
  '13 to 23 months': [1, 2],
  '2 years': [2, 3],
  '3 to 4 years': [3, 5],
  '5 to 9 years': [5, 10],
  '10 to 14 years': [10, 15],
  '15 to 19 years': [15, 20],
  '20 years or more': [20, 35],
}

const lowest = (band: string) => bands[band]?.[0] ?? NaN

/** Years in the band to two decimals, below the age less 16. */
function drawTenure(random: Random, band: string, age: number) {
  const [from, to] = bands[band] ?? [0, 1]
  const years = from + random() * (Math.min(to, age - 16) - from)
  return Math.floor(Math.max(0.05, years) * 100) / 100
}

function drawHousehold(random: Random, band: marginals.Age, age: number) {
  const { Married, Divorced } = marginals.marriage[band]
  const status = draw(random, { Single: 100 - Married - Divorced, Married, Divorced })
  const childrenCount = Number(draw(random, marginals.children[band]))
  return {
    marital_status: status,
    spouse_working:
      status !== 'Married'
        ? 'Not Applicable'
        : draw(random, { True: marginals.workingSpouses, False: 100 - marginals.workingSpouses }),
    children_count: childrenCount,
    family_size: 1 + (status === 'Married' ? 1 : 0) + childrenCount + (random() < 0.05 ? 1 : 0),
    housing_status: draw(random, age < 35 ? marginals.housing.young : marginals.housing.old),
  }
}

function drawCredit(random: Random, age: number, income: number) {
  const { mean, perYear, perDoubling, deviation } = marginals.credit
  const score =
    mean + perYear * (age - 42) + perDoubling * Math.log2(income / 4500) + deviation * normal(random)
  return Math.round(Math.min(850, Math.max(300, score)))
}

function drawBenefits(random: Random, income: number) {
  const { below2500, above } = marginals.benefits
  return random() * 100 < (income < 2500 ? below2500 : above) ? 'TRUE' : 'FALSE'
}
