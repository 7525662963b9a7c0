import { rate, type ClaimTables, type EngineTables } from './tables'

/*
 * The chance that one insured person has a payable claim within a year: a layoff that is a displacement (permanent, not for cause, not
 * the end of a season or contract), followed by 14 days without work, past vesting. Severity is 1: a claim pays the whole benefit.
 *
 *   chance = displacement x employer x tenure x education x payable x selection
 *
 * model.md derives each factor. The functions are pure; the tables are computed from db/reference by `npm run model`.
 */

/** The mean of 2001-2022 with its recessions; the mean of the years of below-average unemployment; the worst year of the series. */
export type Period = 'cycle' | 'normal' | '2009'

/** What the model reads of an application. `employment_length` is in years. */
export type Insured = {
  industry: string
  employment_length: number
  education: string
  employer_size: string
}

/** What the model reads of an employer's row: layoffs and discharges in percent of employment a month, and its industry's. */
export type EmployerRecord = { layoff_frequency: number; avg_layoff_frequency: number }

/** The years of tenure from which displacement is lower by the tenure relativity. The survey publishes only this split. */
export const longTenure = 3

/** An employer's own record counts as at most this multiple of its industry's rate (judgement): one year of it is no more certain. */
export const maxRecord = 4

/** Returns displacements a year per employee of three or more years (a fraction), in an industry. Source: JOLTS and the DWS. */
export function displacement(tables: ClaimTables, industry: string, period: Period) {
  return rate(tables.displacement, { industry, period })
}

/**
 * Returns the employer's rate as a multiple of its industry's: its record with the weight `credibility`, else `prior`. `prior` is 1 in
 * the claim model; prices put the judgement of other signs of the employer there, so that they and the record are one estimate.
 */
export function employerRatio(
  tables: ClaimTables,
  size: string,
  record: EmployerRecord | null,
  prior = 1,
): number {
  if (record === null || record.avg_layoff_frequency <= 0) return prior
  const own = Math.min(maxRecord, record.layoff_frequency / record.avg_layoff_frequency)
  const credibility = rate(tables.credibility, { size })
  return credibility * own + (1 - credibility) * prior
}

/** Returns the multiple of the rate of employees of three or more years. */
function tenureRelativity(tables: ClaimTables, years: number) {
  return rate(tables.tenure, { years: years < longTenure ? 'under 3' : '3 or more' })
}

/** Returns the chance of a payable claim in a year as a fraction, before selection: for an employee who does not choose to insure. */
export function payableDisplacement(
  tables: ClaimTables,
  insured: Insured,
  record: EmployerRecord | null,
  period: Period = 'cycle',
) {
  return (
    displacement(tables, insured.industry, period) *
    employerRatio(tables, insured.employer_size, record) *
    tenureRelativity(tables, insured.employment_length) *
    rate(tables.education, { education: insured.education }) *
    rate(tables.payable, { period })
  )
}

/** Returns the chance of a payable claim in a year as a fraction, for a person who buys cover. */
export function claimChance(
  tables: ClaimTables,
  insured: Insured,
  record: EmployerRecord | null,
  period: Period = 'cycle',
) {
  const selection = rate(tables.selection, { book: 'all' })
  return Math.min(1, payableDisplacement(tables, insured, record, period) * selection)
}

/** What the model reads of an engine's input. */
type ModelInput = {
  quote: Record<string, unknown>
  employer: Record<string, unknown> | null
  industry: Record<string, unknown> | null
  notRated: readonly string[]
}

/**
 * Returns the chance of a payable claim in a month as a fraction, for an engine's input: `claimChance` at today's layoffs of the industry,
 * where what is absent or unknown counts as the average.
 */
export function expectedFrequency(
  { claim, limits }: EngineTables,
  { quote, employer, industry, notRated }: ModelInput,
) {
  const isRated = (factor: string) => !notRated.includes(factor)
  const name = isRated('industry') ? textOf(employer?.industry) || textOf(quote.industry) : ''
  const row = claim.displacement.rows.find(
    (candidate) => candidate.industry === name && candidate.period === 'cycle',
  )
  const today = numberOf(industry?.avg_layoff_frequency)
  const own = isRated('employer') ? numberOf(employer?.layoff_frequency) : null
  const size = claim.credibility.rows.find((candidate) => candidate.size === employer?.employer_size)?.value
  const record = own === null || today === null ? null : Math.min(limits.highest_record.value, own / today)
  const year =
    (row?.value ?? limits.displacement.value) *
    (row?.layoffs && today !== null ? today / row.layoffs : 1) *
    (record === null || size === undefined ? 1 : size * record + 1 - size) *
    (isRated('tenure') ? tenureRelativity(claim, numberOf(quote.employment_length) ?? 0) : 1) *
    (isRated('education') ? educationRelativity(claim, quote.education) : 1) *
    rate(claim.payable, { period: 'cycle' }) *
    rate(claim.selection, { book: 'all' })
  return Math.min(1, year) / 12
}

function educationRelativity(claim: ClaimTables, education: unknown) {
  return claim.education.rows.find((candidate) => candidate.education === education)?.value ?? 1
}

function textOf(value: unknown) {
  return typeof value === 'string' ? value : ''
}

function numberOf(value: unknown) {
  return typeof value === 'number' ? value : null
}
