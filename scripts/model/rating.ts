// Computes the rating tables: relativities of the claim model and judgement, so that the mean product over the population is 1.

import { educations, industries } from '~/domain/quotes/quotes.options'
import { guideToTier } from '~/domain/tiers/tier-guide'
import { displacement, longTenure } from '~/engine/model/claim-model'
import { maxMonthsOfPay, ratingFactors, type Applicant, type Employer } from '~/engine/model/price'
import { rate, type ClaimTables, type RatingTable } from '~/engine/model/tables'

import { number, rowsOf, significant, sum, type Reference } from './reference'

export type Tier = {
  tier_name: string
  base_premium: number
  max_monthly_benefit: number
  vesting_months: number
  min_job_tenure_months: number
}

/** An applicant of the population with the tier that is priced: the one wanted, or a lower one when tenure is too short. */
export type Priced = { weight: number; applicant: Applicant; employer: Employer | null; tier: Tier }

export function readTiers({ tiers }: Reference): Tier[] {
  return tiers.map((row) => ({
    tier_name: row.tier_name ?? '',
    base_premium: number(row, 'base_premium'),
    max_monthly_benefit: number(row, 'max_monthly_benefit'),
    vesting_months: number(row, 'vesting_months'),
    min_job_tenure_months: number(row, 'min_job_tenure_months'),
  }))
}

/** Returns the population that has a tier: people with less tenure than any tier asks for are declined. */
export function readPopulation(reference: Reference): Priced[] {
  const tiers = readTiers(reference)
  return rowsOf('app/engine/population.csv').flatMap((row) => {
    const applicant = {
      ...row,
      income: number(row, 'income'),
      employment_length: number(row, 'employment_length'),
      credit_score: number(row, 'credit_score'),
      family_size: number(row, 'family_size'),
    } as unknown as Applicant
    const tier = tierFor(tiers, applicant)
    if (tier === undefined) return []
    return [
      { weight: number(row, 'weight'), applicant, employer: employerOf(reference, row.employer_name), tier },
    ]
  })
}

/** The tier that an applicant gets; 'unsure' follows the site's guide. `tiers` are in order of benefit. */
function tierFor(tiers: readonly Tier[], applicant: Applicant) {
  const allowed = tiers.filter(
    (tier) => tier.min_job_tenure_months <= Number(applicant.employment_length) * 12,
  )
  const guided = guideToTier(
    tiers.map((tier) => ({
      tier: tier.tier_name.toLowerCase(),
      coverage: tier.max_monthly_benefit,
      vesting: tier.vesting_months,
    })),
    { pay: applicant.income, household: Number(applicant.family_size), reserve: 0 },
    maxMonthsOfPay,
  ).suitable
  const wanted = applicant.coverage_level === 'unsure' ? guided?.tier : applicant.coverage_level
  const place = tiers.findIndex((tier) => tier.tier_name.toLowerCase() === wanted)
  return allowed.filter((tier) => tiers.indexOf(tier) <= place).at(-1)
}

function employerOf({ employers, industries: rows }: Reference, name: string | undefined): Employer | null {
  const row = employers.find((employer) => employer.employer_name === name)
  if (row === undefined) return null
  const industry = rows.find((candidate) => candidate.industry_name === row.industry)
  return {
    layoff_frequency: number(row, 'layoff_frequency'),
    avg_layoff_frequency: number(industry, 'avg_layoff_frequency'),
    employer_stability_rating: number(row, 'employer_stability_rating'),
    layoff_mentions: number(row, 'layoff_mentions'),
    financial_health: row.financial_health ?? null,
  }
}

/** Judgement: factors before they are divided by their mean over the population. */
const judged: RatingTable[] = [
  ranges('credit_score', 'Credit score', 'credit_score', [
    [null, 580, 1.04],
    [580, 670, 1.02],
    [670, 740, 1],
    [740, null, 0.98],
  ]),
  choices('bankruptcy', 'Bankruptcy history', 'bankruptcy_history', {
    None: 1,
    'Chapter 13': 1.02,
    'Chapter 7': 1.04,
  }),
  choices('background_check', 'Background check', 'background_check', {
    Clear: 1,
    MinorFlag: 1.02,
    MajorFlag: 1.04,
  }),
  choices('union', 'Union membership', 'union_membership', { TRUE: 0.98, FALSE: 1 }),
  choices('work_arrangement', 'Work arrangement', 'work_arrangement', {
    'On-site': 1,
    Hybrid: 1,
    Remote: 1.01,
  }),
  choices('pay_type', 'Pay type', 'pay_type', { Salary: 0.99, Hourly: 1.01, Commission: 1.02, Tipped: 1.02 }),
]

/** Judgement about the employer, the prior of its record. Neutral in the middle, so not divided. */
const employerSigns: RatingTable[] = [
  ranges('employer_stability', "Employer's stability rating", 'employer.employer_stability_rating', [
    [null, 4, 1.02],
    [4, 7, 1],
    [7, null, 0.98],
  ]),
  ranges('layoff_mentions', 'Reports of layoffs', 'employer.layoff_mentions', [
    [null, 1, 1],
    [1, 4, 1.01],
    [4, null, 1.015],
  ]),
  choices('financial_health', "Employer's financial health", 'employer.financial_health', {
    Strong: 0.985,
    Stable: 1,
    Fair: 1.005,
    Weak: 1.015,
  }),
]

function choices(name: string, label: string, input: string, of: Record<string, number>): RatingTable {
  const rows = Object.entries(of).map(([key, multiplier]) => ({ key, multiplier, source: 'judgement' }))
  return { name, label, input, basis: 'judgement', kind: 'choice', rows }
}

function ranges(
  name: string,
  label: string,
  input: string,
  of: readonly [number | null, number | null, number][],
): RatingTable {
  const rows = of.map(([from, to, multiplier]) => ({ from, to, multiplier, source: 'judgement' }))
  return { name, label, input, basis: 'judgement', kind: 'range', rows }
}

/** Derives the rating tables from the claim model and the population. */
export function deriveRatingTables(claim: ClaimTables, population: readonly Priced[]): RatingTable[] {
  const source = 'claim model, over the mean of the population'
  const modelled: RatingTable[] = [
    {
      name: 'tenure',
      label: 'Years with the employer',
      input: 'employment_length',
      basis: 'data',
      kind: 'range',
      rows: [
        { from: null, to: longTenure, multiplier: rate(claim.tenure, { years: 'under 3' }), source },
        { from: longTenure, to: null, multiplier: rate(claim.tenure, { years: '3 or more' }), source },
      ],
    },
    {
      name: 'education',
      label: 'Education',
      input: 'education',
      basis: 'data',
      kind: 'choice',
      rows: educations.map((key) => ({
        key,
        multiplier: rate(claim.education, { education: key }),
        source,
      })),
    },
  ]
  const centred = [...modelled, ...judged].map((table) =>
    divided(table, meanProduct(claim, [table], population, false)),
  )
  const industry: RatingTable = {
    name: 'industry',
    label: 'Industry',
    input: 'industry',
    basis: 'data',
    kind: 'choice',
    rows: industries.map((key) => ({
      key,
      multiplier: displacement(claim, key, 'cycle'),
      source: `${source}; makes the mean product 1`,
    })),
  }
  const others = [...centred, ...employerSigns]
  return [divided(industry, meanProduct(claim, [industry, ...others], population, true)), ...others]
}

/** Returns the mean product of the tables over the population, with or without the employer's estimate. */
export function meanProduct(
  claim: ClaimTables,
  tables: readonly RatingTable[],
  population: readonly Priced[],
  withEmployer: boolean,
) {
  const total = population.map(({ weight, applicant, employer }) => {
    const { employer: estimate = 1, ...factors } = ratingFactors(claim, tables, applicant, employer)
    return Object.values(factors).reduce(
      (result, factor) => result * factor,
      weight * (withEmployer ? estimate : 1),
    )
  })
  return sum(total) / sum(population.map(({ weight }) => weight))
}

function divided(table: RatingTable, by: number): RatingTable {
  const scale = <Row extends { multiplier: number }>(row: Row) => ({
    ...row,
    multiplier: significant(row.multiplier / by),
  })
  return table.kind === 'choice'
    ? { ...table, rows: table.rows.map(scale) }
    : { ...table, rows: table.rows.map(scale) }
}

/** The lowest and highest product that judgement can make: every table's extremes, the employer's signs without a record. */
export function judgementBounds(tables: readonly RatingTable[]) {
  const extremes = tables
    .filter(({ basis }) => basis === 'judgement')
    .map((table) => table.rows.map((row) => row.multiplier))
  return {
    low: extremes.reduce((result, list) => result * Math.min(...list), 1),
    high: extremes.reduce((result, list) => result * Math.max(...list), 1),
  }
}
