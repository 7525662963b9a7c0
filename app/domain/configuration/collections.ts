import { employerSizes, employerTypes, industries } from '~/domain/quotes/quotes.options'

/**
 * One column of a configuration table: its meaning, unit and valid values. Empty cells are null unless the column is required or
 * has a default; empty whole numbers are 0.
 */
export type Column = {
  name: string
  label: string
  /** Its effect, as described in the engine's document. */
  help: string
  /** Its heading in a wide table. */
  group?: string
  /** Holds for text and dates; for numbers it only leaves '(optional)' off the label. */
  required?: true
  /** Whether underwriting refuses to run while any record has no value here. */
  priced?: true
  /** The initial value in the form of a new record; empty by default. */
  initial?: string
  /** Whether no engine but the first one reads it. */
  firstEngineOnly?: true
  /** Whether no engine decides on it or computes a price from it, and no offer shows it. */
  forReference?: true
  /** Left out of the table on a screen that is narrower than 80rem: the others need its room. */
  wideOnly?: true
} &
  /**
   * `options` are the names that the rest of the service uses; other texts are stored unchanged. A `multiline` text may have line
   * breaks and is edited in a text area.
   */
  (
    | { kind: 'text'; max: number; options?: readonly string[]; multiline?: true }
    | { kind: 'number'; min: number; max: number; unit?: 'dollars' | 'percent' | 'months'; whole?: true }
    | { kind: 'count'; fallback: number | null }
    | { kind: 'boolean'; fallback: boolean | null }
    | { kind: 'date' }
  )

/** How many decimals the database stores of a column's numbers: cents, or ten-thousandths. */
export function decimalsOf(column: Column) {
  if (column.kind !== 'number' || column.whole) return 0
  return column.unit === 'dollars' ? 2 : 4
}

/** One of the seven configuration tables: the declaration of its pages, API, schema and import. */
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
  /** Its name in a table of tables, as a heading, and as plural and singular in a sentence. */
  title: string
  heading: string
  plural: string
  singular: string
  /** The column whose values are unique, ignoring case; null where there is none. */
  nameColumn: string | null
  /** The message when a name is taken. */
  taken: (name: string) => string
  /** The bundled CSV file in db/reference with its data; null where only the back office adds records. */
  file: string | null
  columns: readonly Column[]
  /** The columns that a record shows on a phone: its title, and what tells most. */
  onPhone: readonly [string, ...string[]]
  /** Whether the table shows when its records were created. */
  dated?: true
  /** The records of a page, if they are too wide for the usual number. */
  pageSize?: number
}

type Names = [name: string, label: string, help: string]

const text = (...[name, label, help]: Names): Column => ({ kind: 'text', name, label, help, max: 100 })
const priced = (column: Column): Column => ({ ...column, priced: true })
const title = (...names: Names): Column => required(text(...names))
const upTo = (max: number, column: Column): Column => ({ ...column, max }) as Column
const shortText = (...names: Names): Column => upTo(50, text(...names))
const paragraph = (max: number, ...names: Names): Column =>
  ({ ...upTo(max, text(...names)), multiline: true }) as Column
const chosenFrom = (options: readonly string[], column: Column): Column => ({ ...column, options }) as Column
const figure = (...[name, label, help]: Names) => ({ kind: 'number', name, label, help }) as const
const dollars = (...names: Names): Column => ({ ...figure(...names), min: 0, max: 1e9, unit: 'dollars' })
const balance = (...names: Names): Column => ({ ...figure(...names), min: -1e12, max: 1e12, unit: 'dollars' })
const percent = (...names: Names): Column => ({ ...figure(...names), min: 0, max: 100, unit: 'percent' })
const ratio = (min: number, max: number, ...names: Names): Column => ({ ...figure(...names), min, max })
const factor = (...names: Names): Column => ratio(-1000, 1000, ...names)
const firstEngineOnly = ({ help, ...column }: Column): Column => ({
  ...column,
  help: `${help} Read by the first engine alone.`,
  firstEngineOnly: true,
})
const forReference = (column: Column): Column => ({ ...column, forReference: true })
const wideOnly = (column: Column): Column => ({ ...column, wideOnly: true })
const months = (...names: Names): Column => ({
  ...figure(...names),
  min: 0,
  max: 600,
  unit: 'months',
  whole: true,
  required: true,
})
const count = (...[name, label, help]: Names): Column => ({
  kind: 'count',
  name,
  label,
  help,
  fallback: null,
})
const counter = (...names: Names): Column => ({ ...count(...names), fallback: 0, initial: '0' }) as Column
const flag = (name: string, label: string, help: string, fallback = false): Column => ({
  kind: 'boolean',
  name,
  label,
  help,
  fallback,
})
const required = (column: Column): Column => ({ ...column, required: true })
const grouped = (group: string, ...columns: Column[]): Column[] =>
  columns.map((column) => ({ ...column, group }))

export const collections = {
  jobRoles: {
    slug: 'job-roles',
    table: 'job_roles',
    title: 'Job roles',
    heading: 'Job Roles',
    plural: 'job roles',
    singular: 'job role',
    nameColumn: 'role_name',
    taken: (name) => `Job role "${name}" already exists. Please use a unique role name.`,
    file: null,
    onPhone: ['role_name'],
    columns: [title('role_name', 'Role name', 'A choice of the application form.')],
  },
  coverageLevels: {
    slug: 'coverage-levels',
    table: 'coverage_levels',
    title: 'Coverage levels',
    heading: 'Coverage Levels',
    plural: 'coverage levels',
    singular: 'coverage level',
    nameColumn: 'level_name',
    taken: (name) => `Coverage level "${name}" already exists. Please use a unique level name.`,
    file: null,
    onPhone: ['level_name'],
    columns: [
      title(
        'level_name',
        'Level name',
        'A choice of the application form. One named like a tier asks for that tier; any other leaves it to the engine.',
      ),
    ],
  },
  coverageTiers: {
    slug: 'coverage-tiers',
    table: 'coverage_tiers',
    title: 'Coverage tiers',
    heading: 'Coverage Tiers',
    plural: 'coverage tiers',
    singular: 'coverage tier',
    nameColumn: 'tier_name',
    taken: (name) => `Coverage tier "${name}" already exists. Please use a unique tier name.`,
    file: 'coverage_tier_config.csv',
    onPhone: ['tier_name', 'base_premium', 'max_monthly_benefit'],
    columns: [
      title('tier_name', 'Tier name', 'How the tier is called, here and on the public pages.'),
      priced(dollars('base_premium', 'Base premium', 'Price of the average risk, dollars a month.')),
      months(
        'vesting_months',
        'Vesting months',
        'Months before a claim may be made. Shown to applicants, not priced.',
      ),
      priced(
        dollars(
          'max_monthly_benefit',
          'Max claim coverage',
          'The most that the tier pays out, dollars, once.',
        ),
      ),
      months(
        'min_job_tenure_months',
        'Min job tenure, months',
        'Months with the employer before the tier may be had.',
      ),
      factor('base_churn_rate', 'Base churn rate', 'Share of members who leave a month, 0 to 1.'),
      firstEngineOnly(
        factor(
          'claim_base_rate',
          'Claim base rate',
          'Chance of a claim a month at average risk, 0.0001 to 0.2.',
        ),
      ),
      factor(
        'tier_churn_factor',
        'Tier churn factor',
        'Multiplies the base churn rate for this tier, 0 to 10.',
      ),
      factor('score_offset', 'Score offset', 'Points added to the user score, -100 to 100.'),
      firstEngineOnly(
        factor(
          'spouse_working_offset',
          'Spouse working offset',
          "Added to 1 when a married applicant's spouse works, -0.2 to 0.2.",
        ),
      ),
      firstEngineOnly(
        factor(
          'max_family_size_offset',
          'Max family size offset',
          'Added to 1 in steps up to a family of six, -0.2 to 0.3.',
        ),
      ),
      firstEngineOnly(
        factor(
          'score_adjustment',
          'Score adjustment',
          'Points added to the score (35) below which a person looks, -100 to 100.',
        ),
      ),
      factor(
        'claim_severity_factor',
        'Claim severity factor',
        'Share of the benefit that is paid on average: 1, since no term reduces it.',
      ),
      forReference(
        factor(
          'penalty_for_late_payment',
          'Penalty for late payment',
          'Fee for a late payment, as a share of the monthly premium, 0 to 1.',
        ),
      ),
      forReference(
        factor(
          'reward_for_early_renewal',
          'Reward for early renewal',
          'Credit for an early renewal, as a share of the annual premium, 0 to 1.',
        ),
      ),
    ],
  },
  employerRisks: {
    slug: 'employer-risks',
    table: 'employer_risks',
    title: 'Employer risks',
    heading: 'Employer Risks',
    plural: 'employer risks',
    singular: 'employer risk',
    nameColumn: 'employer_name',
    taken: (name) => `Employer "${name}" already exists. Please use a unique employer name.`,
    file: 'employer_risk_data.csv',
    onPhone: ['employer_name', 'industry', 'layoff_frequency'],
    columns: [
      upTo(
        200,
        title(
          'employer_name',
          'Employer name',
          'Matched with the employer that an applicant names, whatever the letter case.',
        ),
      ),
      wideOnly(
        chosenFrom(
          employerTypes,
          shortText(
            'employer_type',
            'Employer type',
            'As in the application. An answer that differs from it refers the result to a person. Empty: not compared.',
          ),
        ),
      ),
      chosenFrom(
        employerSizes,
        shortText(
          'employer_size',
          'Employer size',
          "Weighs the employer's own layoffs against its industry's. Empty, or of another name: its own layoffs do not count. An answer that differs from it refers the result to a person.",
        ),
      ),
      chosenFrom(
        industries,
        text(
          'industry',
          'Industry',
          "A sector of the application, which is rated in place of the applicant's answer. An answer that differs from it refers the result to a person. Empty: the answer is rated.",
        ),
      ),
      ratio(
        0,
        10,
        'employer_stability_rating',
        'Stability rating',
        '0 to 10, higher is steadier; 5 is neutral.',
      ),
      shortText(
        'financial_health',
        'Financial health',
        'Strong 0.95, Stable 1, Fair 1.05, Weak 1.12 on the premium.',
      ),
      percent(
        'layoff_frequency',
        'Layoff frequency',
        'Layoffs and discharges, percent of employment a month.',
      ),
      count(
        'layoff_mentions',
        'Layoff mentions',
        'Reports of layoffs in 12 months: 2% on the premium each, to 20%.',
      ),
      wideOnly(
        forReference(
          percent(
            'sector_unemp_rate',
            'Sector unemployment rate',
            "Unemployment in the employer's sector, percent. Not rated beside its layoffs.",
          ),
        ),
      ),
    ],
  },
  industryFallbacks: {
    slug: 'industry-fallbacks',
    table: 'industry_fallbacks',
    title: 'Industry fallbacks',
    heading: 'Industry Fallbacks',
    plural: 'industry fallbacks',
    singular: 'industry fallback',
    nameColumn: 'industry_name',
    taken: (name) => `Industry "${name}" already exists. Please use a unique industry name.`,
    file: 'industry_fallback.csv',
    onPhone: ['industry_name', 'avg_layoff_frequency', 'risk_level'],
    columns: [
      title('industry_name', 'Industry name', 'One of the 14 sectors of the application.'),
      percent(
        'avg_layoff_frequency',
        'Average layoff frequency',
        'Layoffs and discharges of the industry, percent of employment a month.',
      ),
      forReference(
        percent(
          'industry_unemp_rate',
          'Unemployment rate',
          'Unemployment in the industry, percent. Not rated beside its layoffs.',
        ),
      ),
      forReference(
        shortText('risk_level', 'Risk level', 'A word for people to read. The engine does not use it.'),
      ),
    ],
  },
  industryGenders: {
    slug: 'industry-genders',
    table: 'industry_gender_stats',
    title: 'Industry gender stats',
    heading: 'Industry Gender Stats',
    plural: 'industry gender stats',
    singular: 'industry gender stat',
    nameColumn: 'industry_name',
    taken: (name) => `Industry "${name}" already exists. Please use a unique industry name.`,
    file: 'industry_gender_stats.csv',
    onPhone: ['industry_name', 'unemp_rate_male', 'unemp_rate_female'],
    columns: [
      title('industry_name', 'Industry name', 'One of the 14 sectors of the application.'),
      percent('unemp_rate_male', 'Unemployment rate, men', 'Unemployment of men in the industry, percent.'),
      percent(
        'unemp_rate_female',
        'Unemployment rate, women',
        'Unemployment of women in the industry, percent.',
      ),
      percent('percent_male', 'Men among employees', "Men among the industry's employees, percent."),
      percent('percent_female', 'Women among employees', "Women among the industry's employees, percent."),
    ],
  },
  synergyData: {
    slug: 'synergy-data',
    table: 'synergy_data',
    title: 'Synergy data',
    heading: 'Synergy Data',
    plural: 'synergy data',
    singular: 'synergy data',
    nameColumn: null,
    taken: () => '',
    file: 'simulation_results.csv',
    onPhone: ['SimDate', 'ScenarioName', 'LossRatio', 'ReserveBalance'],
    dated: true,
    pageSize: 25,
    columns: [
      ...grouped(
        'Simulation',
        flag(
          'is_active',
          'Active',
          'The newest active month is the proposal for the portfolio factor.',
          true,
        ),
        {
          kind: 'date',
          name: 'SimDate',
          label: 'Month',
          help: 'The simulated month, as YYYY-MM-DD.',
          required: true,
        },
        text('ScenarioName', 'Scenario', 'The scenario that was simulated.'),
        text('ScenarioMode', 'Mode', 'How the scenario was run.'),
        text('Phase', 'Phase', 'Where in its life the simulated business is.'),
      ),
      ...grouped(
        'Members',
        count('ActiveUsers', 'Active users', 'Members with cover at the end of the month.'),
        count('NewlyActivated', 'Newly activated', 'Members whose cover began in the month.'),
      ),
      ...grouped(
        'Premiums and claims',
        balance('PremiumTotal', 'Premium total', 'Premiums earned in the month.'),
        balance('ClaimsTotal', 'Claims total', 'Claims paid in the month.'),
        count('ClaimCount', 'Claim count', 'How many claims were paid.'),
        balance('AverageClaimSize', 'Average claim size', 'Claims paid over their number.'),
        {
          ...figure('LossRatio', 'Loss ratio', 'Claims over premiums, percent; the target is 65.'),
          min: 0,
          max: 1e6,
          unit: 'percent',
        },
      ),
      ...grouped(
        'Capital',
        ratio(-1e6, 1e6, 'rbc_ratio', 'RBC ratio', 'Capital held over the risk-based capital required.'),
        ratio(
          -1e6,
          1e6,
          'ForecastedRBCRatio',
          'Forecasted RBC ratio',
          'The same, as forecast for the next months.',
        ),
        balance('RBCRequiredThisMonth', 'RBC required', 'Risk-based capital required.'),
        text('RBCConfLabel', 'RBC confidence', 'How far the capital ratio can be relied on.'),
      ),
      ...grouped(
        'Meltdown',
        counter('meltdown_count', 'Meltdown count', 'Months with a meltdown so far.'),
        flag('Meltdown', 'Meltdown', 'The reserve did not cover what was required.'),
        flag('PartialMeltdownFlag', 'Partial meltdown', 'The reserve came close to it.'),
        paragraph(500, 'MeltdownReason', 'Meltdown reason', 'Why, in words.'),
        percent('MeltdownProbability', 'Meltdown probability', 'Chance of a meltdown, percent.'),
        count(
          'MeltdownPersistentMonths',
          'Meltdown persistent months',
          'Months that the present meltdown has lasted.',
        ),
        count('Meltdown0Persistent', 'Months without meltdown', 'Months since the last meltdown.'),
        text('MeltdownConfLabel', 'Meltdown confidence', 'How far the probability can be relied on.'),
      ),
      ...grouped(
        'Expenses',
        balance('ExpenseForMonth', 'Expense for month', 'All expenses of the month.'),
        balance('OverheadBase', 'Overhead base', 'Overhead before shocks and growth.'),
        { ...balance('OverheadUsed', 'Overhead used', 'Overhead charged in the month.'), initial: '0' },
        ratio(
          -1e6,
          1e6,
          'OverheadGrowthFactor',
          'Overhead growth factor',
          'What the overhead has grown to, 1 at the start.',
        ),
        balance('OverheadShock', 'Overhead shock', 'Unforeseen overhead.'),
        balance('ExtraOverhead', 'Extra overhead', 'Overhead beside the base and the shock.'),
      ),
      ...grouped(
        'Profit and reserve',
        balance('ProfitBeforeOverhead', 'Profit before overhead', 'Premiums less claims and reinsurance.'),
        balance('ProfitAfterOverhead', 'Profit after overhead', 'The same, less overhead.'),
        balance('ProfitForMonth', 'Profit for month', 'What remains of the month.'),
        balance('ReinsuranceCost', 'Reinsurance cost', 'Premiums paid on to reinsurers.'),
        balance('ReserveBalance', 'Reserve balance', 'The reserve at the end of the month.'),
        balance('ProfitBalance', 'Profit balance', 'Profits kept so far.'),
        balance('leftover', 'Leftover', 'What is free after the required capital.'),
      ),
      ...grouped(
        'State of the business',
        factor(
          'PremiumMultiplier',
          'Premium multiplier',
          'A proposal for the factor of the portfolio, which a person releases.',
        ),
        factor('ChurnMultiplier', 'Churn multiplier', 'Multiplies the share of members who leave.'),
        count('ChurnCount', 'Churn count', 'Members who left in the month.'),
        count('ConsecutiveSevereMonths', 'Consecutive severe months', 'Severe months in a row.'),
        percent('MembershipDropRatio', 'Membership drop ratio', 'Members lost in the month, percent.'),
        paragraph(
          1000,
          'ActionsTriggered',
          'Actions triggered',
          'What the rules of the business did about it.',
        ),
        ratio(
          0,
          1000,
          'AvgCombinedFactor',
          'Average combined factor',
          'Average combined risk factor of the members; 1 is neutral.',
        ),
        percent('FracHighRisk', 'Share of high risk', 'Members of high risk, percent.'),
        factor('CompositeBusinessHealthScore', 'Business health score', '0 to 100. Not rated.'),
      ),
      ...grouped(
        'Average premiums',
        ...['Basic', 'Standard', 'Premium', 'Elite', 'Ultra'].map((tier) =>
          dollars(
            `AvgPrem_${tier}`,
            `Average premium, ${tier}`,
            "Average monthly premium of the tier's members.",
          ),
        ),
      ),
      ...grouped(
        'Counters',
        counter('meltdown_0', 'Months at severity 0', 'Months at this severity so far.'),
        counter('meltdown_1', 'Months at severity 1', 'Months at this severity so far.'),
        counter('meltdown_2', 'Months at severity 2', 'Months at this severity so far.'),
        counter('meltdown_3', 'Months at severity 3', 'Months at this severity so far.'),
        counter('partial_meltdown', 'Partial meltdowns', 'Partial meltdowns so far.'),
      ),
    ],
  },
} as const satisfies Record<string, Collection>

/** The columns that price a tier: a tier without one of them is not read by the engine, and not offered. */
export const pricingColumns = collections.coverageTiers.columns.filter(({ priced }: Column) => priced)

/** The tables that the import fills, in that order. */
export const importedCollections = [
  collections.coverageTiers,
  collections.synergyData,
  collections.employerRisks,
  collections.industryFallbacks,
  collections.industryGenders,
] as const satisfies readonly (Collection & { file: string })[]
