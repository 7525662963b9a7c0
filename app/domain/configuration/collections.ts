import { z } from 'zod'

import { parseCalendarDate } from '~/domain/dates'
import { optionalText, requiredText } from '~/domain/fields'
import { employerSizes, employerTypes, industries } from '~/domain/quotes/quotes.options'

/**
 * One column of a configuration table: what it holds, in which unit, and the values it takes. Empty cells are null unless the
 * column is required or has a default.
 */
export type Column = { name: string; label: string; required?: true } & (
  | { kind: 'text'; max: number; options?: readonly string[] }
  | { kind: 'number'; min: number; max: number; unit?: 'dollars' | 'percent' | 'months'; whole?: true }
  | { kind: 'count'; fallback: number | null }
  | { kind: 'boolean'; fallback: boolean | null }
  | { kind: 'date' }
)

/** One of the seven configuration tables: the declaration behind its pages, its API, its schema and its import. */
export type Collection = {
  slug: string
  table:
    | 'job_roles'
    | 'coverage_levels'
    | 'coverage_tiers'
    | 'employer_risks'
    | 'industry_fallbacks'
    | 'industry_gender_stats'
    | 'synergy_data'
  /** As a heading, and as one record in a sentence. */
  title: string
  singular: string
  /** The column whose values are unique, whatever the letter case; null where there is none. */
  nameColumn: string | null
  /** What an admin is told when a name is taken. */
  taken: (name: string) => string
  /** The bundled CSV file in db/reference that fills it; null where only the back office does. */
  file: string | null
  columns: readonly Column[]
}

const text = (name: string, label: string, max = 100): Column => ({ kind: 'text', name, label, max })
const title = (name: string, label: string, max = 100): Column => ({
  kind: 'text',
  name,
  label,
  max,
  required: true,
})
const dollars = (name: string, label: string): Column => ({
  kind: 'number',
  name,
  label,
  min: 0,
  max: 1e9,
  unit: 'dollars',
})
const balance = (name: string, label: string): Column => ({
  kind: 'number',
  name,
  label,
  min: -1e12,
  max: 1e12,
  unit: 'dollars',
})
const percent = (name: string, label: string): Column => ({
  kind: 'number',
  name,
  label,
  min: 0,
  max: 100,
  unit: 'percent',
})
const ratio = (name: string, label: string, min = 0, max = 1000): Column => ({
  kind: 'number',
  name,
  label,
  min,
  max,
})
const months = (name: string, label: string): Column => ({
  kind: 'number',
  name,
  label,
  min: 0,
  max: 600,
  unit: 'months',
  whole: true,
  required: true,
})
const count = (name: string, label: string): Column => ({ kind: 'count', name, label, fallback: null })
const counter = (name: string, label: string): Column => ({ kind: 'count', name, label, fallback: 0 })
const flag = (name: string, label: string): Column => ({ kind: 'boolean', name, label, fallback: false })
const required = (column: Column): Column => ({ ...column, required: true })

export const collections = {
  jobRoles: {
    slug: 'job-roles',
    table: 'job_roles',
    title: 'Job roles',
    singular: 'job role',
    nameColumn: 'role_name',
    taken: (name) => `Job role "${name}" already exists. Please use a unique role name.`,
    file: null,
    columns: [title('role_name', 'Role name')],
  },
  coverageLevels: {
    slug: 'coverage-levels',
    table: 'coverage_levels',
    title: 'Coverage levels',
    singular: 'coverage level',
    nameColumn: 'level_name',
    taken: (name) => `Coverage level "${name}" already exists. Please use a unique level name.`,
    file: null,
    columns: [title('level_name', 'Level name')],
  },
  coverageTiers: {
    slug: 'coverage-tiers',
    table: 'coverage_tiers',
    title: 'Coverage tiers',
    singular: 'coverage tier',
    nameColumn: 'tier_name',
    taken: (name) => `Coverage tier "${name}" already exists. Please use a unique tier name.`,
    file: 'coverage_tier_config.csv',
    columns: [
      title('tier_name', 'Tier name'),
      dollars('base_premium', 'Base premium'),
      months('vesting_months', 'Vesting months'),
      dollars('max_monthly_benefit', 'Max claim coverage'),
      months('min_job_tenure_months', 'Min job tenure, months'),
      ratio('base_churn_rate', 'Base churn rate', -1000),
      ratio('claim_base_rate', 'Claim base rate', -1000),
      ratio('tier_churn_factor', 'Tier churn factor', -1000),
      ratio('score_offset', 'Score offset', -1000),
      ratio('spouse_working_offset', 'Spouse working offset', -1000),
      ratio('max_family_size_offset', 'Max family size offset', -1000),
      ratio('score_adjustment', 'Score adjustment', -1000),
      ratio('claim_severity_factor', 'Claim severity factor', -1000),
      ratio('penalty_for_late_payment', 'Penalty for late payment', -1000),
      ratio('reward_for_early_renewal', 'Reward for early renewal', -1000),
    ],
  },
  employerRisks: {
    slug: 'employer-risks',
    table: 'employer_risks',
    title: 'Employer risks',
    singular: 'employer risk',
    nameColumn: 'employer_name',
    taken: (name) => `Employer "${name}" already exists. Please use a unique employer name.`,
    file: 'employer_risk_data.csv',
    columns: [
      title('employer_name', 'Employer name', 200),
      { kind: 'text', name: 'employer_type', label: 'Employer type', max: 50, options: employerTypes },
      { kind: 'text', name: 'employer_size', label: 'Employer size', max: 50, options: employerSizes },
      { kind: 'text', name: 'industry', label: 'Industry', max: 100, options: industries },
      ratio('employer_stability_rating', 'Stability rating', 0, 10),
      text('financial_health', 'Financial health', 50),
      percent('layoff_frequency', 'Layoff frequency'),
      count('layoff_mentions', 'Layoff mentions'),
      percent('sector_unemp_rate', 'Sector unemployment rate'),
    ],
  },
  industryFallbacks: {
    slug: 'industry-fallbacks',
    table: 'industry_fallbacks',
    title: 'Industry fallbacks',
    singular: 'industry fallback',
    nameColumn: 'industry_name',
    taken: (name) => `Industry "${name}" already exists. Please use a unique industry name.`,
    file: 'industry_fallback.csv',
    columns: [
      title('industry_name', 'Industry name'),
      percent('avg_layoff_frequency', 'Average layoff frequency'),
      percent('industry_unemp_rate', 'Unemployment rate'),
      text('risk_level', 'Risk level', 50),
    ],
  },
  industryGenders: {
    slug: 'industry-genders',
    table: 'industry_gender_stats',
    title: 'Industry gender stats',
    singular: 'industry gender stat',
    nameColumn: 'industry_name',
    taken: (name) => `Industry "${name}" already exists. Please use a unique industry name.`,
    file: 'industry_gender_stats.csv',
    columns: [
      title('industry_name', 'Industry name'),
      percent('unemp_rate_male', 'Unemployment rate, men'),
      percent('unemp_rate_female', 'Unemployment rate, women'),
      percent('percent_male', 'Men among employees'),
      percent('percent_female', 'Women among employees'),
    ],
  },
  synergyData: {
    slug: 'synergy-data',
    table: 'synergy_data',
    title: 'Synergy data',
    singular: 'synergy data',
    nameColumn: null,
    taken: () => '',
    file: 'simulation_results.csv',
    columns: [
      { kind: 'boolean', name: 'is_active', label: 'Active', fallback: true },
      required({ kind: 'date', name: 'SimDate', label: 'Month' }),
      text('ScenarioName', 'Scenario'),
      text('ScenarioMode', 'Mode'),
      text('Phase', 'Phase'),
      count('ActiveUsers', 'Active users'),
      count('NewlyActivated', 'Newly activated'),
      balance('PremiumTotal', 'Premium total'),
      balance('ClaimsTotal', 'Claims total'),
      count('ClaimCount', 'Claim count'),
      balance('AverageClaimSize', 'Average claim size'),
      { kind: 'number', name: 'LossRatio', label: 'Loss ratio', min: 0, max: 1e6, unit: 'percent' },
      ratio('rbc_ratio', 'RBC ratio', -1e6, 1e6),
      ratio('ForecastedRBCRatio', 'Forecasted RBC ratio', -1e6, 1e6),
      balance('RBCRequiredThisMonth', 'RBC required'),
      text('RBCConfLabel', 'RBC confidence'),
      counter('meltdown_count', 'Meltdown count'),
      flag('Meltdown', 'Meltdown'),
      flag('PartialMeltdownFlag', 'Partial meltdown'),
      text('MeltdownReason', 'Meltdown reason', 500),
      percent('MeltdownProbability', 'Meltdown probability'),
      count('MeltdownPersistentMonths', 'Meltdown persistent months'),
      count('Meltdown0Persistent', 'Months without meltdown'),
      text('MeltdownConfLabel', 'Meltdown confidence'),
      balance('ExpenseForMonth', 'Expense for month'),
      balance('OverheadBase', 'Overhead base'),
      balance('OverheadUsed', 'Overhead used'),
      ratio('OverheadGrowthFactor', 'Overhead growth factor', -1e6, 1e6),
      balance('OverheadShock', 'Overhead shock'),
      balance('ExtraOverhead', 'Extra overhead'),
      balance('ProfitBeforeOverhead', 'Profit before overhead'),
      balance('ProfitAfterOverhead', 'Profit after overhead'),
      balance('ProfitForMonth', 'Profit for month'),
      balance('ReinsuranceCost', 'Reinsurance cost'),
      balance('ReserveBalance', 'Reserve balance'),
      balance('ProfitBalance', 'Profit balance'),
      balance('leftover', 'Leftover'),
      ratio('PremiumMultiplier', 'Premium multiplier', -1000),
      ratio('ChurnMultiplier', 'Churn multiplier', -1000),
      count('ChurnCount', 'Churn count'),
      count('ConsecutiveSevereMonths', 'Consecutive severe months'),
      percent('MembershipDropRatio', 'Membership drop ratio'),
      text('ActionsTriggered', 'Actions triggered', 1000),
      ratio('AvgCombinedFactor', 'Average combined factor'),
      percent('FracHighRisk', 'Share of high risk'),
      ratio('CompositeBusinessHealthScore', 'Business health score', -1000),
      dollars('AvgPrem_Basic', 'Average premium, Basic'),
      dollars('AvgPrem_Standard', 'Average premium, Standard'),
      dollars('AvgPrem_Premium', 'Average premium, Premium'),
      dollars('AvgPrem_Elite', 'Average premium, Elite'),
      dollars('AvgPrem_Ultra', 'Average premium, Ultra'),
      counter('meltdown_0', 'Months at severity 0'),
      counter('meltdown_1', 'Months at severity 1'),
      counter('meltdown_2', 'Months at severity 2'),
      counter('meltdown_3', 'Months at severity 3'),
      counter('partial_meltdown', 'Partial meltdowns'),
    ],
  },
} as const satisfies Record<string, Collection>

/** The tables that the import fills, in the order in which it does. */
export const importedCollections = [
  collections.coverageTiers,
  collections.synergyData,
  collections.employerRisks,
  collections.industryFallbacks,
  collections.industryGenders,
] as const satisfies readonly (Collection & { file: string })[]

/** The schema of one record of a collection, from its columns. */
export function recordSchema(collection: Collection) {
  return z.object(Object.fromEntries(collection.columns.map((column) => [column.name, columnSchema(column)])))
}

function columnSchema(column: Column): z.ZodType {
  const missing = `${column.label} is required`
  switch (column.kind) {
    case 'text': {
      const range = `${column.label} must be at most ${column.max} characters`
      if (column.required) return requiredText(missing, { max: column.max, range })
      const { options } = column
      if (!options) return optionalText({ max: column.max, range })
      return optionalText({ max: column.max, range }).transform((text, context) => {
        const found = options.find((option) => option.toLowerCase() === text?.toLowerCase())
        if (found !== undefined || text === null) return found ?? null
        context.addIssue({ code: 'custom', message: `${column.label} must be one of: ${options.join(', ')}` })
        return z.NEVER
      })
    }
    case 'number':
      return column.whole
        ? numberColumn(column, `${column.label} must be a whole number from ${column.min} to ${column.max}`)
            .nullish()
            .transform((value) => value ?? 0)
        : numberColumn(column, `${column.label} must be a number from ${column.min} to ${column.max}`)
            .nullish()
            .transform((value) => value ?? null)
    case 'count':
      return z
        .number(`${column.label} must be a whole number, 0 or more`)
        .int(`${column.label} must be a whole number, 0 or more`)
        .min(0, `${column.label} must be a whole number, 0 or more`)
        .max(2_147_483_647, `${column.label} is too large`)
        .nullish()
        .transform((value) => value ?? column.fallback)
    case 'boolean':
      return z
        .boolean(`${column.label} must be true or false`)
        .nullish()
        .transform((value) => value ?? column.fallback)
    case 'date': {
      const day = z.string(missing).transform((text, context) => {
        const date = parseCalendarDate(text)
        if (date !== null) return date
        context.addIssue({ code: 'custom', message: `${column.label} must be a date as YYYY-MM-DD` })
        return z.NEVER
      })
      return column.required ? day : day.nullish().transform((date) => date ?? null)
    }
  }
}

function numberColumn(column: Column & { kind: 'number' }, range: string) {
  const value = z.number(range).min(column.min, range).max(column.max, range)
  return column.whole ? value.refine(Number.isInteger, range) : value
}
