import { readFileSync } from 'node:fs'

import { parse } from 'csv-parse/sync'

export { joltsIndustry } from '~/engine/model/history'

type Row = Record<string, string>

/** Reads a CSV file of the repository, rows by column name. Throws when a column that is read later is missing. */
export function rowsOf(path: string): Row[] {
  return parse(readFileSync(path), { columns: true })
}

const jobLoss = (file: string) => rowsOf(`db/reference/job-loss/${file}.csv`)

/** Reads the statistics that the derivation uses. */
export function readReference() {
  return {
    layoffs: jobLoss('jolts_layoffs_by_month'),
    employment: jobLoss('jolts_employment_by_year'),
    sizeClasses: jobLoss('jolts_size_classes'),
    displaced: jobLoss('displaced_workers_totals'),
    displacedByIndustry: jobLoss('displaced_long_tenured_by_industry'),
    displacementRates: jobLoss('displacement_rates_long_tenured'),
    tenure: jobLoss('employee_tenure'),
    tenureByIndustry: jobLoss('tenure_by_industry'),
    spells: jobLoss('jobless_spells_displaced_1986_1992'),
    durations: jobLoss('unemployment_duration_by_year'),
    estimates: jobLoss('derived_estimates'),
    unemploymentByIndustry: rowsOf('db/reference/source/industry_history.csv'),
    industries: rowsOf('db/reference/industry_fallback.csv'),
    employers: rowsOf('db/reference/employer_risk_data.csv'),
    genders: rowsOf('db/reference/industry_gender_stats.csv'),
    tiers: rowsOf('db/reference/coverage_tier_config.csv'),
  }
}

export type Reference = ReturnType<typeof readReference>

/** Returns the number in a cell. Throws on an empty or other one: a statistic is never guessed. */
export function number(row: Row | undefined, column: string) {
  const text = row?.[column] ?? ''
  const value = Number(text)
  if (text === '' || Number.isNaN(value)) throw new Error(`${column} is no number: '${text}'`)
  return value
}

export function sum(values: readonly number[]) {
  return values.reduce((total, value) => total + value, 0)
}

export function mean(values: readonly number[]) {
  return sum(values) / values.length
}

/** Rounds to five significant digits, as the generated tables hold figures. */
export function significant(value: number) {
  return Number(value.toPrecision(5))
}
