import { seededRandom } from './seeded-random'

/**
 * Projects the portfolio month by month, from the tier parameters and a scenario. Pure and deterministic: the same arguments give
 * the same rows. Drawn figures (members who join, claims, their size, the mix of risks, shocks) are the only ones that a seed decides;
 * every other column follows from its row and the one before by the formulas below, on the rounded figures as they are stored.
 */

/** The parameters of a coverage tier that the simulation reads. */
export type SimulatedTier = {
  tier_name: string
  base_premium: number
  max_monthly_benefit: number
  base_churn_rate: number
  tier_churn_factor: number
  claim_base_rate: number
  claim_severity_factor: number
}

/** Months of a scenario, in order: how fast members join and how claims run against the long-run mean. */
type Phase = { name: string; months: number; joining: number; claims: number }

/** The claim level of 2009, the worst year of the layoff series from 2001 on, is about 1.35 times its mean. */
const recession = 1.35

export const scenarios = {
  baseline: [
    { name: 'Pilot', months: 8, joining: 0.06, claims: 0.95 },
    { name: 'Growth', months: 14, joining: 0.07, claims: 1 },
    { name: 'Stress', months: 6, joining: 0.03, claims: recession },
    { name: 'Recovery', months: 8, joining: 0.04, claims: 1.03 },
    { name: 'Steady', months: Infinity, joining: 0.045, claims: 0.99 },
  ],
  downturn: [
    { name: 'Pilot', months: 8, joining: 0.05, claims: 1 },
    { name: 'Stress', months: 12, joining: 0.02, claims: 1.18 },
    { name: 'Recovery', months: Infinity, joining: 0.04, claims: 1.02 },
  ],
  recession: [
    { name: 'Pilot', months: 8, joining: 0.05, claims: 1 },
    { name: 'Stress', months: 18, joining: 0.01, claims: recession },
    { name: 'Recovery', months: Infinity, joining: 0.035, claims: 1.08 },
  ],
  growth: [
    { name: 'Pilot', months: 6, joining: 0.1, claims: 0.95 },
    { name: 'Growth', months: Infinity, joining: 0.1, claims: 1 },
  ],
} as const satisfies Record<string, readonly Phase[]>

export type ScenarioName = keyof typeof scenarios

/** Share of members in each tier, lowest premium first. */
const mix = [0.3, 0.32, 0.22, 0.1, 0.06]

/** Months before a new member may claim, on average over the tiers. */
const vesting = 4
const openingMembers = 260
const overheadBase = 5200

export type SimulationRow = ReturnType<typeof simulatePortfolio>[number]

/**
 * @param start first month, YYYY-MM
 * @param openingReserve US dollars in the reserve before the first month
 * @returns one row a month, with the stored names of the 54-column simulation file
 */
export function simulatePortfolio({
  tiers,
  scenario,
  months,
  start,
  seed,
  openingReserve = 180_000,
}: {
  tiers: readonly SimulatedTier[]
  scenario: ScenarioName
  months: number
  start: string
  seed: number
  openingReserve?: number
}) {
  const ordered = [...tiers].sort((a, b) => a.base_premium - b.base_premium)
  if (ordered.length !== mix.length)
    throw new Error(`The simulation needs ${mix.length} tiers and was given ${ordered.length}`)
  const weighted = (value: (tier: SimulatedTier) => number) =>
    ordered.reduce((sum, tier, index) => sum + (mix[index] ?? 0) * value(tier), 0)
  const churnRate = round(
    weighted((tier) => tier.base_churn_rate * tier.tier_churn_factor),
    4,
  )
  const claimRate = weighted((tier) => tier.claim_base_rate)
  const claimSize =
    weighted((tier) => tier.claim_base_rate * tier.max_monthly_benefit * tier.claim_severity_factor) /
    claimRate

  const random = seededRandom(seed)
  const rows = []
  const members: number[] = []
  const meltdowns = [0, 0, 0, 0]
  let previous = {
    ActiveUsers: openingMembers,
    LossRatio: 62,
    PremiumMultiplier: 1,
    ReserveBalance: openingReserve,
    ProfitBalance: 0,
    MeltdownPersistentMonths: 0,
    Meltdown0Persistent: 0,
    ConsecutiveSevereMonths: 0,
  }

  for (let month = 0; month < months; month += 1) {
    const phase = phaseOf(scenarios[scenario], month)
    const before = previous

    // What management does about the month before
    const change = before.LossRatio > 72 ? 0.02 : before.LossRatio < 58 ? -0.01 : 0
    const PremiumMultiplier = round(Math.min(1.3, Math.max(0.95, before.PremiumMultiplier + change)), 4)
    const ChurnMultiplier = round(1 + 2 * Math.max(0, PremiumMultiplier - 1), 4)
    const moved = round(PremiumMultiplier - before.PremiumMultiplier, 4)
    const ActionsTriggered =
      moved > 0 ? 'Premium multiplier raised' : moved < 0 ? 'Premium multiplier lowered' : 'None'

    // Members
    const ChurnCount = Math.round(before.ActiveUsers * churnRate * ChurnMultiplier)
    const NewlyActivated = Math.round(before.ActiveUsers * phase.joining * (0.8 + 0.4 * random())) + 10
    const ActiveUsers = before.ActiveUsers + NewlyActivated - ChurnCount
    const MembershipDropRatio = percentOf(ChurnCount, before.ActiveUsers)

    // Premiums
    const AvgCombinedFactor = round(1 + 0.06 * (random() - 0.5) + 0.04 * (phase.claims - 1), 4)
    const FracHighRisk = round(Math.max(0, 6 + 40 * (AvgCombinedFactor - 1) + 2 * (random() - 0.5)), 2)
    const averages = ordered.map((tier) =>
      round(tier.base_premium * AvgCombinedFactor * PremiumMultiplier, 2),
    )
    const perMember = averages.reduce((sum, average, index) => sum + (mix[index] ?? 0) * average, 0)
    const PremiumTotal = round(ActiveUsers * perMember, 2)

    // Claims, of members who have been in for the vesting months
    const vested = members[month - vesting] ?? Math.round(openingMembers * 0.8)
    const expected = vested * claimRate * phase.claims * AvgCombinedFactor
    const ClaimCount = Math.max(0, Math.round(expected + Math.sqrt(expected) * 0.5 * gaussian(random)))
    const ClaimsTotal = round(ClaimCount * claimSize * (0.97 + 0.06 * random()), 2)
    const AverageClaimSize = ClaimCount === 0 ? 0 : round(ClaimsTotal / ClaimCount, 2)
    const LossRatio = percentOf(ClaimsTotal, PremiumTotal)
    const ReinsuranceCost = round(PremiumTotal * 0.06, 2)

    // Expenses and results
    const OverheadBase = overheadBase
    const OverheadGrowthFactor = round(1.02 ** month, 4)
    const OverheadShock = random() < 0.05 ? round(1500 + 2500 * random(), 2) : 0
    const OverheadUsed = round(OverheadBase * OverheadGrowthFactor + OverheadShock, 2)
    const ExtraOverhead = round(NewlyActivated * 9, 2)
    const ExpenseForMonth = round(OverheadUsed + ExtraOverhead, 2)
    const ProfitBeforeOverhead = round(PremiumTotal - ClaimsTotal - ReinsuranceCost, 2)
    const ProfitAfterOverhead = round(ProfitBeforeOverhead - OverheadUsed, 2)
    const ProfitForMonth = round(ProfitBeforeOverhead - ExpenseForMonth, 2)
    const leftover = round(Math.max(0, ProfitForMonth) * 0.25, 2)
    const ReserveBalance = round(before.ReserveBalance + ProfitForMonth - leftover, 2)
    const ProfitBalance = round(before.ProfitBalance + leftover, 2)

    // Capital
    const RBCRequiredThisMonth = round(Math.max(75_000, 1.6 * PremiumTotal), 2)
    const rbc_ratio = round(ReserveBalance / RBCRequiredThisMonth, 4)
    const ForecastedRBCRatio = round((ReserveBalance + 3 * ProfitForMonth) / RBCRequiredThisMonth, 4)
    const MeltdownProbability = round(
      Math.min(100, Math.max(0, 60 * (1.3 - rbc_ratio)) + Math.max(0, LossRatio - 75) / 2),
      2,
    )
    const severity =
      MeltdownProbability >= 70 ? 3 : MeltdownProbability >= 35 ? 2 : MeltdownProbability >= 10 ? 1 : 0
    meltdowns[severity] = (meltdowns[severity] ?? 0) + 1
    const reasons = [
      ...(rbc_ratio < 1.3 ? ['Reserve near required capital'] : []),
      ...(LossRatio > 75 ? ['Loss ratio above 75%'] : []),
    ]

    const health =
      40 * Math.min(1, Math.max(0, rbc_ratio / 2)) +
      40 * Math.min(1, Math.max(0, (100 - LossRatio) / 40)) +
      20 * Math.min(1, Math.max(0, 1 - MembershipDropRatio / 8))

    const row = {
      SimDate: monthAfter(start, month),
      ScenarioName: scenario as string,
      ScenarioMode: 'Projection',
      Phase: phase.name,
      ActiveUsers,
      NewlyActivated,
      PremiumTotal,
      ClaimsTotal,
      ClaimCount,
      AverageClaimSize,
      LossRatio,
      rbc_ratio,
      ForecastedRBCRatio,
      RBCRequiredThisMonth,
      RBCConfLabel:
        rbc_ratio >= 2 ? 'Strong' : rbc_ratio >= 1.3 ? 'Adequate' : rbc_ratio >= 1 ? 'Watch' : 'Action',
      meltdown_count: meltdowns[3] ?? 0,
      Meltdown: severity === 3,
      PartialMeltdownFlag: severity === 2,
      MeltdownReason: severity === 0 ? 'None' : reasons.join('; '),
      MeltdownProbability,
      MeltdownPersistentMonths: severity >= 2 ? before.MeltdownPersistentMonths + 1 : 0,
      Meltdown0Persistent: severity === 0 ? before.Meltdown0Persistent + 1 : 0,
      MeltdownConfLabel: MeltdownProbability >= 35 ? 'High' : MeltdownProbability >= 10 ? 'Moderate' : 'Low',
      ExpenseForMonth,
      OverheadBase,
      OverheadUsed,
      OverheadGrowthFactor,
      OverheadShock,
      ExtraOverhead,
      ProfitBeforeOverhead,
      ProfitAfterOverhead,
      ProfitForMonth,
      ReinsuranceCost,
      ReserveBalance,
      ProfitBalance,
      leftover,
      PremiumMultiplier,
      ChurnMultiplier,
      ChurnCount,
      ConsecutiveSevereMonths: LossRatio > 75 ? before.ConsecutiveSevereMonths + 1 : 0,
      MembershipDropRatio,
      ActionsTriggered,
      AvgCombinedFactor,
      FracHighRisk,
      CompositeBusinessHealthScore: round(health, 4),
      AvgPrem_Basic: averages[0] ?? 0,
      AvgPrem_Standard: averages[1] ?? 0,
      AvgPrem_Premium: averages[2] ?? 0,
      AvgPrem_Elite: averages[3] ?? 0,
      AvgPrem_Ultra: averages[4] ?? 0,
      meltdown_0: meltdowns[0] ?? 0,
      meltdown_1: meltdowns[1] ?? 0,
      meltdown_2: meltdowns[2] ?? 0,
      meltdown_3: meltdowns[3] ?? 0,
    }
    members.push(ActiveUsers)
    rows.push(row)
    previous = row
  }
  return rows
}

function phaseOf(phases: readonly Phase[], month: number): Phase {
  let left = month
  for (const phase of phases) {
    if (left < phase.months) return phase
    left -= phase.months
  }
  throw new Error('A scenario ends with a phase without end')
}

function monthAfter(start: string, months: number) {
  const [year = 0, month = 1] = start.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

function percentOf(part: number, whole: number) {
  return whole === 0 ? 0 : round((part / whole) * 100, 2)
}

/** Half away from zero; the tiny amount makes up for decimals that binary numbers cannot hold. */
export function round(value: number, decimals: number) {
  const scale = 10 ** decimals
  return (Math.sign(value) * Math.round(Math.abs(value) * scale + 1e-9)) / scale + 0
}

/** A normal deviate, near enough: the sum of twelve uniform ones less six. */
function gaussian(random: () => number) {
  let sum = -6
  for (let draw = 0; draw < 12; draw += 1) sum += random()
  return sum
}
