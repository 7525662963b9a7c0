import { z } from 'zod'

/*
 * Projects the portfolio month by month from the tier parameters and a scenario. Pure and deterministic: the same parameters give
 * the same rows. A seed decides what no formula can (who joins, what is claimed, shocks); every other column follows from its row and
 * the row before by `derivations`, on the figures as they are stored. db/reference/simulation.md explains all 54 columns.
 */

/** What tells the rows of one month apart from those of another scenario's: a phase lasts `months`, the last one for ever. */
type Phase = {
  name: string
  months: number
  /** New members a month, as a multiple of the opening members. */
  joining: number
  /** The years of `history` whose layoffs and unemployment the phase lives through, spread evenly over its months. */
  years: readonly (keyof typeof history)[]
}

/**
 * Layoffs and unemployment of a year against their long-run means, over the 14 industries alike. Layoffs: JOLTS, against the mean
 * of December 2000 to August 2022 without 2020. Unemployment: CPS, against the mean of 2000 to 2009. The years that both series have
 * whole; computed from db/reference/source/layoff_rates.csv and industry_history.csv.
 */
export const history = {
  2001: { layoffs: 1.11, unemployment: 0.857 },
  2002: { layoffs: 1.105, unemployment: 1.077 },
  2003: { layoffs: 1.137, unemployment: 1.112 },
  2004: { layoffs: 1.085, unemployment: 0.976 },
  2005: { layoffs: 1.051, unemployment: 0.885 },
  2006: { layoffs: 0.942, unemployment: 0.805 },
  2007: { layoffs: 0.983, unemployment: 0.8 },
  2008: { layoffs: 1.109, unemployment: 1.01 },
  2009: { layoffs: 1.377, unemployment: 1.751 },
} as const

type Scenario = { mode: string; summary: string; phases: readonly Phase[] }

export const scenarios = {
  baseline: {
    mode: 'Expected',
    summary: 'A small start, growth, one stress as hard as 2009, recovery and a steady state',
    phases: [
      { name: 'Pilot', months: 6, joining: 0.08, years: [2006] },
      { name: 'Growth', months: 16, joining: 0.42, years: [2005, 2006] },
      { name: 'Stress', months: 7, joining: 0.16, years: [2009] },
      { name: 'Recovery', months: 8, joining: 0.24, years: [2007] },
      { name: 'Steady', months: Infinity, joining: 0.3, years: [2006, 2007] },
    ],
  },
  'mild-downturn': {
    mode: 'Stress',
    summary: 'The slow downturn of 2001 to 2003 soon after the start, then the years that followed it',
    phases: [
      { name: 'Pilot', months: 6, joining: 0.08, years: [2006] },
      { name: 'Slowdown', months: 24, joining: 0.16, years: [2001, 2002] },
      { name: 'Recovery', months: 18, joining: 0.24, years: [2003, 2004] },
      { name: 'Steady', months: Infinity, joining: 0.3, years: [2005, 2006, 2007] },
    ],
  },
  recession: {
    mode: 'Severe stress',
    summary:
      'The slide of 2008, two years as hard as 2009, then a recovery without new jobs as in 2002 and 2003',
    phases: [
      { name: 'Pilot', months: 6, joining: 0.08, years: [2007] },
      { name: 'Onset', months: 8, joining: 0.24, years: [2008] },
      { name: 'Recession', months: 24, joining: 0.06, years: [2009] },
      { name: 'Aftermath', months: 18, joining: 0.12, years: [2002, 2003] },
      { name: 'Recovery', months: Infinity, joining: 0.24, years: [2005, 2006, 2007] },
    ],
  },
  'rapid-growth': {
    mode: 'Growth',
    summary: 'Members join more than twice as fast as expected, in the calm years of 2005 to 2007',
    phases: [
      { name: 'Pilot', months: 4, joining: 0.2, years: [2005] },
      { name: 'Expansion', months: 24, joining: 0.9, years: [2005, 2006, 2007] },
      { name: 'Scale', months: Infinity, joining: 0.7, years: [2006, 2007] },
    ],
  },
} as const satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof scenarios

/** Share of members who choose each tier, an assumption. The simulation file has room for these five tiers alone. */
const choiceOfTier = { Basic: 0.3, Standard: 0.32, Premium: 0.22, Elite: 0.1, Ultra: 0.06 } as const

type TierName = keyof typeof choiceOfTier
const tierNames = Object.keys(choiceOfTier) as TierName[]

/** The assumptions behind the formulas; the tiers bring the rest. */
const assumed = {
  /** Mean monthly layoff rate of the 14 industries, percent: the level at which the tiers' claim_base_rate holds. */
  layoffRate: 1.43,
  /** Percent of premium that is meant to be claimed. */
  targetLossRatio: 65,
  /** Claims in a month at which its loss ratio would be believed whole: within 5% in 90 of 100 months. */
  fullCredibility: 1082,
  /** Percent of members at high risk when unemployment is at its long-run mean. */
  highRisk: 8,
  /** How far one claim's size lies from its tier's mean, as a share of it. */
  claimSpread: 0.45,
  /** Dollars of overhead a month for each opening member. */
  overheadPerOpeningMember: 15,
  /** Chance of an overhead shock in a month. */
  shock: 0.05,
}

const amount = (name: string, min: number, max: number) => {
  const message = `${name} must be a number from ${min} to ${max}`
  return z.number(message).min(min, message).max(max, message)
}
const whole = (name: string, min: number, max: number) => {
  const message = `${name} must be a whole number from ${min} to ${max}`
  return z.number(message).int(message).min(min, message).max(max, message)
}

const tierSchema = z.object({
  tier_name: z.string(),
  base_premium: amount('base_premium', 0.01, 100_000),
  vesting_months: whole('vesting_months', 0, 600),
  max_monthly_benefit: amount('max_monthly_benefit', 1, 100_000_000),
  base_churn_rate: amount('base_churn_rate', 0, 1),
  tier_churn_factor: amount('tier_churn_factor', 0, 10),
  claim_base_rate: amount('claim_base_rate', 0, 0.2),
  claim_severity_factor: amount('claim_severity_factor', 0, 1),
})

/** The parameters of a projection, with what is said of a wrong one. Rows of the database fit: columns beyond these are ignored. */
export const simulationSchema = z.object({
  /** Of these, the tiers named Basic, Standard, Premium, Elite and Ultra take part; at least one must be there. */
  tiers: z
    .array(tierSchema)
    .refine(
      (tiers) => tierNames.some((name) => tierNamed(tiers, name)),
      `At least one of the tiers ${tierNames.join(', ')} is needed`,
    ),
  /** The industries' layoff rates, percent of employment a month: claims move with their mean. Left out: the real rates. */
  industries: z
    .array(z.object({ avg_layoff_frequency: amount('avg_layoff_frequency', 0, 100) }))
    .min(1, 'industries must not be empty')
    .optional(),
  scenario: z.enum(
    Object.keys(scenarios) as [ScenarioName, ...ScenarioName[]],
    `scenario must be one of ${Object.keys(scenarios).join(', ')}`,
  ),
  months: whole('months', 1, 600),
  /** The first month, YYYY-MM. */
  start: z
    .string('start must be a month such as 2022-01')
    .regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, 'start must be a month such as 2022-01'),
  seed: whole('seed', 0, 4_294_967_295),
  /** US dollars in the reserve before the first month. */
  openingReserve: amount('openingReserve', 0, 1e9).default(900_000),
  /** Members whose cover began in the month before the first. */
  openingMembers: whole('openingMembers', 1, 1_000_000).default(1500),
})

export type SimulationParameters = z.input<typeof simulationSchema>

/** One simulated month, under the stored names and in the order of the simulation file. Money is US dollars. */
export type SynergyRow = {
  SimDate: string
  ScenarioName: string
  ScenarioMode: string
  Phase: string
  ActiveUsers: number
  NewlyActivated: number
  PremiumTotal: number
  ClaimsTotal: number
  ClaimCount: number
  AverageClaimSize: number
  LossRatio: number
  rbc_ratio: number
  ForecastedRBCRatio: number
  RBCRequiredThisMonth: number
  RBCConfLabel: string
  meltdown_count: number
  Meltdown: boolean
  PartialMeltdownFlag: boolean
  MeltdownReason: string
  MeltdownProbability: number
  MeltdownPersistentMonths: number
  Meltdown0Persistent: number
  MeltdownConfLabel: string
  ExpenseForMonth: number
  OverheadBase: number
  OverheadUsed: number
  OverheadGrowthFactor: number
  OverheadShock: number
  ExtraOverhead: number
  ProfitBeforeOverhead: number
  ProfitAfterOverhead: number
  ProfitForMonth: number
  ReinsuranceCost: number
  ReserveBalance: number
  ProfitBalance: number
  leftover: number
  PremiumMultiplier: number
  ChurnMultiplier: number
  ChurnCount: number
  ConsecutiveSevereMonths: number
  MembershipDropRatio: number
  ActionsTriggered: string
  AvgCombinedFactor: number
  FracHighRisk: number
  CompositeBusinessHealthScore: number
  AvgPrem_Basic: number
  AvgPrem_Standard: number
  AvgPrem_Premium: number
  AvgPrem_Elite: number
  AvgPrem_Ultra: number
  meltdown_0: number
  meltdown_1: number
  meltdown_2: number
  meltdown_3: number
}

/** What the formulas take from the parameters. */
export type Terms = {
  openingMembers: number
  /** Share of members who leave in a month, 4 decimals. */
  churnRate: number
  /** Share of members in each tier, and its base premium; 0 for a tier that is not offered. */
  shares: Record<TierName, number>
  premiums: Record<TierName, number>
}

type Derivation<Column extends keyof SynergyRow = keyof SynergyRow> = {
  column: Column
  formula: string
  /** The column's value, from the columns that stand above it and from the row before. */
  of: (row: SynergyRow, before: SynergyRow, terms: Terms) => SynergyRow[Column]
}

function derive<Column extends keyof SynergyRow>(
  column: Column,
  formula: string,
  of: Derivation<Column>['of'],
): Derivation {
  return { column, formula, of }
}

function averagePremium(tier: TierName) {
  return derive(
    `AvgPrem_${tier}`,
    `base premium of ${tier} x AvgCombinedFactor x PremiumMultiplier; 0 when the tier is not offered`,
    (row, _, { premiums }) => round(premiums[tier] * row.AvgCombinedFactor * row.PremiumMultiplier, 2),
  )
}

function monthsAt(severity: 0 | 1 | 2 | 3) {
  return derive(
    `meltdown_${severity}`,
    `meltdown_${severity} before + 1 in a month of severity ${severity}`,
    (row, before) => before[`meltdown_${severity}`] + (severityOf(row) === severity ? 1 : 0),
  )
}

/** Every column that follows from its row and the row before, in the order in which they are computed. */
export const derivations: readonly Derivation[] = [
  derive(
    'PremiumMultiplier',
    'before + the whole hundredths of 0.5 x Z x (LossRatio before / 65 - 1) + 0.1 x (1 - before), from 0.8 to 1.5; Z = the square root of ClaimCount before / 1082, at most 1',
    (_, before) => {
      const believed = Math.min(1, Math.sqrt(before.ClaimCount / assumed.fullCredibility))
      const change =
        0.5 * believed * (before.LossRatio / assumed.targetLossRatio - 1) +
        0.1 * (1 - before.PremiumMultiplier)
      return round(between(0.8, before.PremiumMultiplier + round(change, 2), 1.5), 4)
    },
  ),
  derive(
    'ChurnMultiplier',
    '1 + 1.5 x (PremiumMultiplier - 1) where above 1 + 0.02 x (FracHighRisk - 8) where above 8',
    (row) =>
      round(
        1 +
          1.5 * Math.max(0, row.PremiumMultiplier - 1) +
          0.02 * Math.max(0, row.FracHighRisk - assumed.highRisk),
        4,
      ),
  ),
  derive(
    'ChurnCount',
    "ActiveUsers before x the tiers' churn rate x ChurnMultiplier, whole, at most ActiveUsers before",
    (row, before, { churnRate }) =>
      Math.min(before.ActiveUsers, round(before.ActiveUsers * churnRate * row.ChurnMultiplier, 0)),
  ),
  derive(
    'ActiveUsers',
    'ActiveUsers before + NewlyActivated - ChurnCount',
    (row, before) => before.ActiveUsers + row.NewlyActivated - row.ChurnCount,
  ),
  derive('MembershipDropRatio', 'ChurnCount / ActiveUsers before x 100; 0 without members', (row, before) =>
    percentOf(row.ChurnCount, before.ActiveUsers),
  ),
  ...tierNames.map(averagePremium),
  derive(
    'PremiumTotal',
    "ActiveUsers x the sum over the tiers of share of members x the tier's AvgPrem",
    (row, _, { shares }) =>
      round(
        row.ActiveUsers * tierNames.reduce((sum, tier) => sum + shares[tier] * row[`AvgPrem_${tier}`], 0),
        2,
      ),
  ),
  derive('AverageClaimSize', 'ClaimsTotal / ClaimCount; 0 without claims', (row) =>
    row.ClaimCount === 0 ? 0 : round(row.ClaimsTotal / row.ClaimCount, 2),
  ),
  derive('LossRatio', 'ClaimsTotal / PremiumTotal x 100; 0 without premium', (row) =>
    percentOf(row.ClaimsTotal, row.PremiumTotal),
  ),
  derive(
    'ReinsuranceCost',
    '0.06 x PremiumTotal - half of what ClaimsTotal is over 0.9 x PremiumTotal; below 0 when the reinsurer pays more than it takes',
    (row) => round(0.06 * row.PremiumTotal - 0.5 * Math.max(0, row.ClaimsTotal - 0.9 * row.PremiumTotal), 2),
  ),
  derive('OverheadBase', '15 dollars x the opening members', (_row, _before, { openingMembers }) =>
    round(assumed.overheadPerOpeningMember * openingMembers, 2),
  ),
  derive(
    'OverheadGrowthFactor',
    '(ActiveUsers / the opening members) to the power of 0.6, at least 1',
    (row, _, { openingMembers }) => round(Math.max(1, (row.ActiveUsers / openingMembers) ** 0.6), 4),
  ),
  derive('OverheadUsed', 'OverheadBase x OverheadGrowthFactor + OverheadShock', (row) =>
    round(row.OverheadBase * row.OverheadGrowthFactor + row.OverheadShock, 2),
  ),
  derive('ExtraOverhead', '12 dollars x NewlyActivated + 60 dollars x ClaimCount', (row) =>
    round(12 * row.NewlyActivated + 60 * row.ClaimCount, 2),
  ),
  derive('ExpenseForMonth', 'OverheadUsed + ExtraOverhead', (row) =>
    round(row.OverheadUsed + row.ExtraOverhead, 2),
  ),
  derive('ProfitBeforeOverhead', 'PremiumTotal - ClaimsTotal - ReinsuranceCost', (row) =>
    round(row.PremiumTotal - row.ClaimsTotal - row.ReinsuranceCost, 2),
  ),
  derive('ProfitAfterOverhead', 'ProfitBeforeOverhead - OverheadUsed', (row) =>
    round(row.ProfitBeforeOverhead - row.OverheadUsed, 2),
  ),
  derive('ProfitForMonth', 'ProfitAfterOverhead - ExtraOverhead', (row) =>
    round(row.ProfitAfterOverhead - row.ExtraOverhead, 2),
  ),
  derive(
    'RBCRequiredThisMonth',
    'three months of claims at the target, 3 x 0.65 x PremiumTotal, at least 100000',
    (row) => round(Math.max(100_000, 3 * 0.65 * row.PremiumTotal), 2),
  ),
  derive(
    'leftover',
    'a fifth of ProfitForMonth where it is above 0 and ReserveBalance before + ProfitForMonth is at least 1.75 x RBCRequiredThisMonth; else 0',
    (row, before) =>
      row.ProfitForMonth > 0 && before.ReserveBalance + row.ProfitForMonth >= 1.75 * row.RBCRequiredThisMonth
        ? round(0.2 * row.ProfitForMonth, 2)
        : 0,
  ),
  derive('ReserveBalance', 'ReserveBalance before + ProfitForMonth - leftover', (row, before) =>
    round(before.ReserveBalance + row.ProfitForMonth - row.leftover, 2),
  ),
  derive('ProfitBalance', 'ProfitBalance before + leftover', (row, before) =>
    round(before.ProfitBalance + row.leftover, 2),
  ),
  derive('rbc_ratio', 'ReserveBalance / RBCRequiredThisMonth', (row) =>
    round(row.ReserveBalance / row.RBCRequiredThisMonth, 4),
  ),
  derive(
    'ForecastedRBCRatio',
    '(ReserveBalance + 3 x ProfitForMonth) / RBCRequiredThisMonth: three more months like this one',
    (row) => round((row.ReserveBalance + 3 * row.ProfitForMonth) / row.RBCRequiredThisMonth, 4),
  ),
  derive(
    'RBCConfLabel',
    'Strong from an rbc_ratio of 2.5, Adequate from 1.5, Thin from 1, else Deficient',
    ({ rbc_ratio: ratio }) =>
      ratio >= 2.5 ? 'Strong' : ratio >= 1.5 ? 'Adequate' : ratio >= 1 ? 'Thin' : 'Deficient',
  ),
  derive(
    'MeltdownProbability',
    '100 / (1 + e to the power of -(4 x (1.2 - ForecastedRBCRatio) + 0.03 x (LossRatio - 75)))',
    (row) =>
      round(100 / (1 + Math.exp(-(4 * (1.2 - row.ForecastedRBCRatio) + 0.03 * (row.LossRatio - 75)))), 2),
  ),
  derive('Meltdown', 'true at severity 3', (row) => severityOf(row) === 3),
  derive('PartialMeltdownFlag', 'true at severity 2', (row) => severityOf(row) === 2),
  monthsAt(0),
  monthsAt(1),
  monthsAt(2),
  monthsAt(3),
  derive(
    'meltdown_count',
    'meltdown_count before + 1 in a month of severity 3 that follows one of less',
    (row, before) => before.meltdown_count + (row.Meltdown && !before.Meltdown ? 1 : 0),
  ),
  derive(
    'MeltdownPersistentMonths',
    'months in a row of severity 2 or 3, with this one: before + 1, else 0',
    (row, before) => (severityOf(row) >= 2 ? before.MeltdownPersistentMonths + 1 : 0),
  ),
  derive(
    'Meltdown0Persistent',
    'months in a row of severity 0, with this one: before + 1, else 0',
    (row, before) => (severityOf(row) === 0 ? before.Meltdown0Persistent + 1 : 0),
  ),
  derive(
    'MeltdownConfLabel',
    'Low, Guarded, Elevated or Critical at severity 0, 1, 2 or 3',
    (row) => ['Low', 'Guarded', 'Elevated', 'Critical'][severityOf(row)] ?? '',
  ),
  derive(
    'MeltdownReason',
    'None at severity 0; else, joined by a semicolon: Forecast reserve below the requirement (ForecastedRBCRatio under 1) or Forecast reserve close to the requirement (under 1.65), and Loss ratio over 75%',
    (row) => {
      if (severityOf(row) === 0) return 'None'
      const reasons = []
      if (row.ForecastedRBCRatio < 1) reasons.push('Forecast reserve below the requirement')
      else if (row.ForecastedRBCRatio < 1.65) reasons.push('Forecast reserve close to the requirement')
      if (row.LossRatio > 75) reasons.push('Loss ratio over 75%')
      return reasons.join('; ')
    },
  ),
  derive(
    'ConsecutiveSevereMonths',
    'months in a row with a LossRatio over 80, with this one: before + 1, else 0',
    (row, before) => (row.LossRatio > 80 ? before.ConsecutiveSevereMonths + 1 : 0),
  ),
  derive(
    'ActionsTriggered',
    'None, or joined by a semicolon: Premium multiplier raised (or lowered) to its new value; New members halved (PartialMeltdownFlag before) or New members refused (Meltdown before); Profit kept in the reserve (ProfitForMonth above 0 and leftover 0)',
    (row, before) => {
      const actions = []
      if (row.PremiumMultiplier !== before.PremiumMultiplier) {
        const moved = row.PremiumMultiplier > before.PremiumMultiplier ? 'raised' : 'lowered'
        actions.push(`Premium multiplier ${moved} to ${row.PremiumMultiplier.toFixed(2)}`)
      }
      if (before.Meltdown) actions.push('New members refused')
      if (before.PartialMeltdownFlag) actions.push('New members halved')
      if (row.ProfitForMonth > 0 && row.leftover === 0) actions.push('Profit kept in the reserve')
      return actions.join('; ') || 'None'
    },
  ),
  derive(
    'CompositeBusinessHealthScore',
    '35 x (rbc_ratio - 0.5) / 2 + 35 x (120 - LossRatio) / 55 + 15 x (1 - MembershipDropRatio / 8) + 15 x (0.5 + 2.5 x ProfitForMonth / PremiumTotal), each fraction held from 0 to 1; the last is 0.5 without premium',
    (row) => {
      const margin = row.PremiumTotal === 0 ? 0 : row.ProfitForMonth / row.PremiumTotal
      return round(
        35 * between(0, (row.rbc_ratio - 0.5) / 2, 1) +
          35 * between(0, (120 - row.LossRatio) / 55, 1) +
          15 * between(0, 1 - row.MembershipDropRatio / 8, 1) +
          15 * between(0, 0.5 + 2.5 * margin, 1),
        2,
      )
    },
  ),
]

/** How bad a month is, from its MeltdownProbability: 0 none, 1 watch (15% on), 2 partial (40% on), 3 full (70% on). */
export function severityOf({ MeltdownProbability: percent }: Pick<SynergyRow, 'MeltdownProbability'>) {
  return percent >= 70 ? 3 : percent >= 40 ? 2 : percent >= 15 ? 1 : 0
}

/** One row a month, the oldest first. Wrong parameters throw a ZodError; `simulationSchema` tells them beforehand. */
export function simulatePortfolio(parameters: SimulationParameters): SynergyRow[] {
  const { tiers, industries, scenario, months, start, seed, openingReserve, openingMembers } =
    simulationSchema.parse(parameters)
  const terms = termsOf(tiers, openingMembers)
  const layoffLevel =
    industries === undefined
      ? 1
      : industries.reduce((sum, industry) => sum + industry.avg_layoff_frequency, 0) /
        industries.length /
        assumed.layoffRate
  const random = generator(seed)

  // Members by the months since their cover began, those of last month first; the vesting months are counted here.
  let cohorts = [openingMembers]
  let before = openingRow(openingMembers, openingReserve)
  const rows: SynergyRow[] = []

  for (let month = 0; month < months; month += 1) {
    const { phase, year } = monthOf(scenarios[scenario].phases, month)
    const { layoffs, unemployment } = history[year]

    const wanted = openingMembers * phase.joining * (0.85 + 0.3 * random())
    const AvgCombinedFactor = round(
      between(0.8, 1 + 0.9 * (before.AvgCombinedFactor - 1) + 0.006 * normal(random), 1.25),
      4,
    )
    const FracHighRisk = round(Math.min(100, assumed.highRisk * unemployment * (0.95 + 0.1 * random())), 2)
    const shock = random() < assumed.shock ? (0.1 + 0.3 * random()) * before.OverheadBase : 0

    let ClaimCount = 0
    let claimed = 0
    for (const name of tierNames) {
      const tier = tierNamed(tiers, name)
      if (!tier) continue
      const vested = cohorts
        .slice(Math.max(0, tier.vesting_months - 1))
        .reduce((sum, joined) => sum + joined, 0)
      const chance = tier.claim_base_rate * layoffs * layoffLevel * AvgCombinedFactor
      const claims = poisson(random, vested * terms.shares[name] * chance)
      if (claims === 0) continue
      const spread = 1 + (assumed.claimSpread * normal(random)) / Math.sqrt(claims)
      ClaimCount += claims
      claimed +=
        claims * tier.max_monthly_benefit * Math.min(1, tier.claim_severity_factor * Math.max(0.2, spread))
    }

    const row: SynergyRow = {
      ...before,
      SimDate: firstOfMonth(start, month),
      ScenarioName: scenario,
      ScenarioMode: scenarios[scenario].mode,
      Phase: phase.name,
      NewlyActivated: round(wanted * (before.Meltdown ? 0 : before.PartialMeltdownFlag ? 0.5 : 1), 0),
      ClaimCount,
      ClaimsTotal: round(claimed, 2),
      AvgCombinedFactor,
      FracHighRisk,
      OverheadShock: round(shock, 2),
    }
    for (const { column, of } of derivations) Object.assign(row, { [column]: of(row, before, terms) })

    const staying = before.ActiveUsers === 0 ? 0 : 1 - row.ChurnCount / before.ActiveUsers
    cohorts = [row.NewlyActivated, ...cohorts.map((joined) => joined * staying)]
    rows.push(row)
    before = row
  }
  return rows
}

/** The terms under which the formulas hold for these tiers. */
export function termsOf(tiers: SimulationParameters['tiers'], openingMembers: number): Terms {
  const all = tierNames.reduce((sum, name) => sum + (tierNamed(tiers, name) ? choiceOfTier[name] : 0), 0)
  const each = (value: (name: TierName) => number) =>
    Object.fromEntries(tierNames.map((name) => [name, value(name)])) as Record<TierName, number>
  const shares = each((name) => (tierNamed(tiers, name) ? choiceOfTier[name] / all : 0))
  const churnRate = tierNames.reduce((sum, name) => {
    const tier = tierNamed(tiers, name)
    return sum + (tier ? shares[name] * tier.base_churn_rate * tier.tier_churn_factor : 0)
  }, 0)
  return {
    openingMembers,
    churnRate: round(churnRate, 4),
    shares,
    premiums: each((name) => tierNamed(tiers, name)?.base_premium ?? 0),
  }
}

/** The portfolio before the first month: what 'before' means to the first row. */
export function openingRow(openingMembers: number, openingReserve: number): SynergyRow {
  return {
    SimDate: '',
    ScenarioName: '',
    ScenarioMode: '',
    Phase: '',
    ActiveUsers: openingMembers,
    NewlyActivated: 0,
    PremiumTotal: 0,
    ClaimsTotal: 0,
    ClaimCount: 0,
    AverageClaimSize: 0,
    LossRatio: 0,
    rbc_ratio: 0,
    ForecastedRBCRatio: 0,
    RBCRequiredThisMonth: 0,
    RBCConfLabel: '',
    meltdown_count: 0,
    Meltdown: false,
    PartialMeltdownFlag: false,
    MeltdownReason: '',
    MeltdownProbability: 0,
    MeltdownPersistentMonths: 0,
    Meltdown0Persistent: 0,
    MeltdownConfLabel: '',
    ExpenseForMonth: 0,
    OverheadBase: 0,
    OverheadUsed: 0,
    OverheadGrowthFactor: 0,
    OverheadShock: 0,
    ExtraOverhead: 0,
    ProfitBeforeOverhead: 0,
    ProfitAfterOverhead: 0,
    ProfitForMonth: 0,
    ReinsuranceCost: 0,
    ReserveBalance: openingReserve,
    ProfitBalance: 0,
    leftover: 0,
    PremiumMultiplier: 1,
    ChurnMultiplier: 1,
    ChurnCount: 0,
    ConsecutiveSevereMonths: 0,
    MembershipDropRatio: 0,
    ActionsTriggered: '',
    AvgCombinedFactor: 1,
    FracHighRisk: 0,
    CompositeBusinessHealthScore: 0,
    AvgPrem_Basic: 0,
    AvgPrem_Standard: 0,
    AvgPrem_Premium: 0,
    AvgPrem_Elite: 0,
    AvgPrem_Ultra: 0,
    meltdown_0: 0,
    meltdown_1: 0,
    meltdown_2: 0,
    meltdown_3: 0,
  }
}

const ratios: readonly string[] = [
  'rbc_ratio',
  'ForecastedRBCRatio',
  'OverheadGrowthFactor',
  'PremiumMultiplier',
  'ChurnMultiplier',
  'AvgCombinedFactor',
] satisfies (keyof SynergyRow)[]
const wholeNumbers: readonly string[] = [
  'ActiveUsers',
  'NewlyActivated',
  'ClaimCount',
  'ChurnCount',
  'meltdown_count',
  'MeltdownPersistentMonths',
  'Meltdown0Persistent',
  'ConsecutiveSevereMonths',
  'meltdown_0',
  'meltdown_1',
  'meltdown_2',
  'meltdown_3',
] satisfies (keyof SynergyRow)[]

/** The simulation file: a head and a line a month. Ratios have 4 decimals, money and percents 2. */
export function simulationCsv(rows: readonly SynergyRow[]): string {
  const columns = Object.keys(openingRow(1, 0))
  const lines = rows.map((row) =>
    Object.entries(row).map(([column, value]) =>
      typeof value !== 'number' || wholeNumbers.includes(column)
        ? String(value)
        : value.toFixed(ratios.includes(column) ? 4 : 2),
    ),
  )
  return [columns, ...lines].map((cells) => `${cells.join(',')}\n`).join('')
}

function tierNamed<Tier extends { tier_name: string }>(tiers: readonly Tier[], name: TierName) {
  return tiers.find((tier) => tier.tier_name.trim().toLowerCase() === name.toLowerCase())
}

/** The phase that a month falls in, and the year of history that it lives through. */
function monthOf(phases: readonly Phase[], month: number) {
  let within = month
  for (const phase of phases) {
    if (within < phase.months) {
      const { years } = phase
      const turn = Number.isFinite(phase.months)
        ? Math.floor((within * years.length) / phase.months)
        : Math.floor(within / 12) % years.length
      return { phase, year: years[turn] as keyof typeof history }
    }
    within -= phase.months
  }
  throw new Error('The last phase of a scenario has no end')
}

function firstOfMonth(start: string, months: number) {
  const [year = 0, month = 1] = start.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

function between(min: number, value: number, max: number) {
  return Math.min(max, Math.max(min, value))
}

function percentOf(part: number, all: number) {
  return all === 0 ? 0 : round((part / all) * 100, 2)
}

/** Half away from zero; the tiny amount makes up for decimals that binary numbers cannot hold. Never -0. */
function round(value: number, decimals: number) {
  const scale = 10 ** decimals
  return (Math.sign(value) * Math.round(Math.abs(value) * scale + 1e-9)) / scale + 0
}

/** Numbers from 0 to 1 that a seed decides: mulberry32, by Tommy Ettinger, in the public domain. */
function generator(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A normal deviate, near enough: the sum of twelve uniform ones less six. */
function normal(random: () => number) {
  let sum = -6
  for (let draw = 0; draw < 12; draw += 1) sum += random()
  return sum
}

/** How many events fall in a month when `mean` are expected: Knuth's product of uniforms, or the normal curve from 50 on. */
function poisson(random: () => number, mean: number) {
  if (mean >= 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)))
  const limit = Math.exp(-mean)
  let events = 0
  for (let product = random(); product > limit; product *= random()) events += 1
  return events
}
