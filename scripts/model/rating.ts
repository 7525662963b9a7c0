// Computes the rating tables: relativities of the claim model and judgement, so that the mean product over the population is 1.

import { educations, industries } from '~/domain/quotes/quotes.options'
import { populationMembers, type PopulationMember } from '~/domain/simulations/population'
import { displacement, longTenure } from '~/engine/model/claim-model'
import { ratingFactors, type Employer } from '~/engine/model/price'
import { rate, type ClaimTables, type RatingTable } from '~/engine/model/tables'

import { number, rowsOf, significant, sum, type Reference } from './reference'

export type Tier = {
  tier_name: string
  base_premium: number
  max_monthly_benefit: number
  vesting_months: number
  min_job_tenure_months: number
}

/** An applicant of the population with the priced tier: the requested one, or a lower one if tenure is too short. */
export type Priced = PopulationMember<Tier>

export function readTiers({ tiers }: Reference): Tier[] {
  return tiers.map((row) => ({
    tier_name: row.tier_name ?? '',
    base_premium: number(row, 'base_premium'),
    max_monthly_benefit: number(row, 'max_monthly_benefit'),
    vesting_months: number(row, 'vesting_months'),
    min_job_tenure_months: number(row, 'min_job_tenure_months'),
  }))
}

/** Returns the population that has a tier: people with less tenure than any tier requires are declined. */
export function readPopulation(reference: Reference): Priced[] {
  return populationMembers(rowsOf('app/engine/population.csv'), readTiers(reference), (name) =>
    employerOf(reference, name),
  )
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
  ranges('credit_score', 'person', 'Credit score', 'credit_score', [
    [null, 580, 1.04],
    [580, 670, 1.02],
    [670, 740, 1],
    [740, null, 0.98],
  ]),
  choices('bankruptcy', 'person', 'Bankruptcy history', 'bankruptcy_history', {
    None: 1,
    'Chapter 13': 1.02,
    'Chapter 7': 1.04,
  }),
  choices('background_check', 'person', 'Background check', 'background_check', {
    Clear: 1,
    MinorFlag: 1.02,
    MajorFlag: 1.04,
  }),
  choices('union', 'work', 'Union membership', 'union_membership', { TRUE: 0.98, FALSE: 1 }),
  choices('work_arrangement', 'work', 'Work arrangement', 'work_arrangement', {
    'On-site': 1,
    Hybrid: 1,
    Remote: 1.01,
  }),
  choices('pay_type', 'work', 'Pay type', 'pay_type', {
    Salary: 0.99,
    Hourly: 1.01,
    Commission: 1.02,
    Tipped: 1.02,
  }),
]

/** Judgement about the employer, the prior of its record. Neutral in the middle, so not divided. */
const employerSigns: RatingTable[] = [
  ranges(
    'employer_stability',
    'employer',
    "Employer's stability rating",
    'employer.employer_stability_rating',
    [
      [null, 4, 1.02],
      [4, 7, 1],
      [7, null, 0.98],
    ],
  ),
  ranges('layoff_mentions', 'employer', 'Reports of layoffs', 'employer.layoff_mentions', [
    [null, 1, 1],
    [1, 4, 1.01],
    [4, null, 1.015],
  ]),
  choices('financial_health', 'employer', "Employer's financial health", 'employer.financial_health', {
    Strong: 0.985,
    Stable: 1,
    Fair: 1.005,
    Weak: 1.015,
  }),
]

function choices(
  name: string,
  group: RatingTable['group'],
  label: string,
  input: string,
  of: Record<string, number>,
): RatingTable {
  const rows = Object.entries(of).map(([key, multiplier]) => ({ key, multiplier, source: 'judgement' }))
  return { name, label, group, input, basis: 'judgement', kind: 'choice', rows }
}

function ranges(
  name: string,
  group: RatingTable['group'],
  label: string,
  input: string,
  of: readonly [number | null, number | null, number][],
): RatingTable {
  const rows = of.map(([from, to, multiplier]) => ({ from, to, multiplier, source: 'judgement' }))
  return { name, label, group, input, basis: 'judgement', kind: 'range', rows }
}

/** Derives the rating tables from the claim model and the population. */
export function deriveRatingTables(claim: ClaimTables, population: readonly Priced[]): RatingTable[] {
  const source = 'claim model, over the mean of the population'
  const modelled: RatingTable[] = [
    {
      name: 'tenure',
      label: 'Years with the employer',
      group: 'work',
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
      group: 'person',
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
    group: 'work',
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
