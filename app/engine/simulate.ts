import type { Book } from './book'
import { gamma, pick, poisson, type Random } from './draws'
import { historyTables } from './model/history-tables'
import type { ScenarioName } from './scenario-names'
import { planScenario } from './scenarios'
import { seededRandom } from './seeded-random'

/**
 * Projects a portfolio month by month under a scenario. Pure and deterministic: the same arguments give the same rows. Drawn figures
 * (members who join, claims and their benefits, the mix of risks, overhead shocks) are the only ones that a seed decides; every other
 * column follows from its row and the ones before by the formulas below, on the rounded figures as they are stored. simulation.md
 * explains the claims and gives the source of each figure.
 */

/** Members before the first month, and US dollars in the reserve. */
export const openingMembers = 260
export const openingReserve = 180_000

/** Overhead in US dollars a month: fixed, and for each member (judgement). */
const overhead = { fixed: 3120, perMember: 8 }
/** Growth of the overhead a year (judgement). */
const overheadGrowth = 1.03
/** Claims of twelve months that count in full: within 5% of their mean in 90% of years, if they were independent. */
const fullCredibility = 1082
/** The most that premiums change at once, and the range of the multiplier (judgement). */
const premiumRules = { change: 0.1, lowest: 0.95, highest: 1.3 }

export type SimulationRow = ReturnType<typeof simulatePortfolio>[number]

export type Projection = {
  book: Book
  scenario: ScenarioName
  months: number
  /** First month, YYYY-MM. */
  start: string
  seed: number
  /** Members before the first month. */
  members?: number
  /** US dollars in the reserve before the first month. */
  reserve?: number
}

/** @returns one row a month, with the stored names of the 54-column simulation file */
export function simulatePortfolio({
  book,
  scenario,
  months,
  start,
  seed,
  members: opening = openingMembers,
  reserve = openingReserve,
}: Projection) {
  const random = seededRandom(seed)
  const plan = planScenario(book, scenario, months, random())
  const churnRate = round(book.churn, 4)
  const members: number[] = []
  const rows = []
  const meltdowns = [0, 0, 0, 0]
  const shocks = { year: 1 }
  let lastYear = { claims: 0, premiums: 0, count: 0 }
  let previous = {
    ActiveUsers: opening,
    PremiumMultiplier: 1,
    ReserveBalance: reserve,
    ProfitBalance: 0,
    MeltdownPersistentMonths: 0,
    Meltdown0Persistent: 0,
    ConsecutiveSevereMonths: 0,
  }

  for (const [month, { phase, joining, chances, expected }] of plan.entries()) {
    const before = previous
    const isNewYear = month % 12 === 0

    // Yearly management actions, by the twelve months before
    const change = isNewYear && month > 0 ? premiumChange(book, lastYear) : 0
    const PremiumMultiplier = round(
      Math.min(premiumRules.highest, Math.max(premiumRules.lowest, before.PremiumMultiplier * (1 + change))),
      4,
    )
    if (isNewYear) lastYear = { claims: 0, premiums: 0, count: 0 }
    const ChurnMultiplier = round(1 + 2 * Math.max(0, PremiumMultiplier - 1), 4)
    const moved = round(PremiumMultiplier - before.PremiumMultiplier, 4)
    const ActionsTriggered =
      moved > 0 ? 'Premium multiplier raised' : moved < 0 ? 'Premium multiplier lowered' : 'None'

    // Members
    const ChurnCount = Math.min(
      before.ActiveUsers,
      Math.round(before.ActiveUsers * churnRate * ChurnMultiplier),
    )
    const NewlyActivated = Math.round(before.ActiveUsers * joining * (0.8 + 0.4 * random())) + 10
    const ActiveUsers = before.ActiveUsers + NewlyActivated - ChurnCount
    const MembershipDropRatio = percentOf(ChurnCount, before.ActiveUsers)

    // Premiums
    const mix = 1 + 0.06 * (random() - 0.5)
    const AvgCombinedFactor = round(book.combined * mix, 4)
    const FracHighRisk = round(
      Math.min(100, Math.max(0, book.highRisk + 40 * (mix - 1) + 2 * (random() - 0.5))),
      2,
    )
    const averages = book.tiers.map(({ premium }) => round(premium * mix * PremiumMultiplier, 2))
    const perMember = averages.reduce(
      (sum, average, index) => sum + (book.tiers[index]?.share ?? 0) * average,
      0,
    )
    const PremiumTotal = round(ActiveUsers * perMember, 2)

    // Claims. The claim model is for all members of a book of constant size, most of whom are past vesting: so a growing book has
    // the claims of its size at the time when those who may claim now joined.
    if (isNewYear) shocks.year = gamma(random, deviationOf('year'))
    const shock = gamma(random, deviationOf('month')) * (expected ? shocks.year : 1)
    const exposed = (members[month - book.vesting] ?? opening) * mix * shock
    const { count: ClaimCount, total: ClaimsTotal } = drawClaims(random, book, chances, exposed)
    const AverageClaimSize = ClaimCount === 0 ? 0 : round(ClaimsTotal / ClaimCount, 2)
    const LossRatio = percentOf(ClaimsTotal, PremiumTotal)
    const ReinsuranceCost = round(PremiumTotal * 0.06, 2)
    lastYear.claims += ClaimsTotal
    lastYear.premiums += PremiumTotal
    lastYear.count += ClaimCount

    // Expenses and results
    const OverheadBase = overhead.fixed + overhead.perMember * before.ActiveUsers
    const OverheadGrowthFactor = round(overheadGrowth ** Math.floor(month / 12), 4)
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
      Phase: phase,
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

function deviationOf(shock: keyof typeof historyTables.shocks) {
  return historyTables.shocks[shock].deviation
}

/** Draws the claims of a month: a Poisson count by industry around an expectation with the industry's own shock, each for a benefit. */
function drawClaims(random: Random, book: Book, chances: readonly number[], exposed: number) {
  let [count, total] = [0, 0]
  for (const [index, { share, benefits, likelihood }] of book.industries.entries()) {
    const expected = (exposed * share * (chances[index] ?? 0)) / 12
    const claims = poisson(random, expected * gamma(random, deviationOf('industry')))
    for (let claim = 0; claim < claims; claim += 1) total += benefits[pick(random, likelihood)] ?? 0
    count += claims
  }
  return { count, total: round(total, 2) }
}

/** The change of premiums that a year's claims require, against the book's expectation through the cycle, by their credibility. */
function premiumChange(
  book: Book,
  { claims, premiums, count }: { claims: number; premiums: number; count: number },
) {
  const credibility = Math.min(1, Math.sqrt(count / fullCredibility))
  const excess = percentOf(claims, premiums) / book.lossRatio - 1
  return Math.min(premiumRules.change, Math.max(-premiumRules.change, credibility * excess))
}

function monthAfter(start: string, months: number) {
  const [year = 0, month = 1] = start.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

function percentOf(part: number, whole: number) {
  return whole === 0 ? 0 : round((part / whole) * 100, 2)
}

/** Half away from zero; the tiny amount makes up for decimals that binary numbers cannot hold. */
function round(value: number, decimals: number) {
  const scale = 10 ** decimals
  return (Math.sign(value) * Math.round(Math.abs(value) * scale + 1e-9)) / scale + 0
}
