import { claimChance, type EmployerRecord, type Insured, type Period } from './model/claim-model'
import { claimTables } from './model/claim-tables'

/** An insured person, or `weight` ones of the same kind. Money in US dollars, the premium a month. */
export type Policy = {
  weight: number
  industry: string
  tier: string
  premium: number
  benefit: number
  /** The combined risk factor; 1 is the average of the bundled population. */
  combined: number
  /** The chance of a payable claim in a year, a fraction. */
  chance: Record<Period, number>
}

/** The columns of a coverage tier that the simulation reads. */
export type BookTier = {
  tier_name: string
  base_premium: number
  max_monthly_benefit: number
  vesting_months: number
  base_churn_rate: number
  tier_churn_factor: number
}

/** The mix of a portfolio, as the simulation needs it. It is plain data, which a worker can receive. */
export type Book = {
  /** The number of policies that the mix was taken from. */
  policies: number
  /** In the order of base premiums. `share` of members, `premium` the mean of its members. */
  tiers: { name: string; share: number; premium: number }[]
  industries: {
    name: string
    share: number
    /** The mean chance of a payable claim in a year. */
    chance: Record<Period, number>
    /** Benefits, and running totals of how likely a claim is to be for each. */
    benefits: number[]
    likelihood: number[]
  }[]
  /** Mean premium a month. */
  premium: number
  /** Mean combined risk factor, and the percentage of members with twice the average and more. */
  combined: number
  highRisk: number
  /** Share of members who leave in a month. */
  churn: number
  /** Months before a new member may claim, whole. */
  vesting: number
  /** Expected claims through the cycle over premiums, percent. */
  lossRatio: number
}

/** The simulation file has a column for each of this number of tiers. */
export const bookTiers = 5

/** A combined factor from which a member counts as of high risk. */
const highRisk = 2

const periods = ['cycle', 'normal', '2009'] as const satisfies Period[]

/** Returns the chances of a payable claim by the claim model. */
export function chancesOf(insured: Insured, employer: EmployerRecord | null): Policy['chance'] {
  return {
    cycle: claimChance(claimTables, insured, employer, 'cycle'),
    normal: claimChance(claimTables, insured, employer, 'normal'),
    '2009': claimChance(claimTables, insured, employer, '2009'),
  }
}

/** Summarizes policies. Throws without policies, or with another number of tiers than the simulation file has columns for. */
export function makeBook(policies: readonly Policy[], tiers: readonly BookTier[]): Book {
  if (tiers.length !== bookTiers)
    throw new Error(`The simulation needs ${bookTiers} tiers and was given ${tiers.length}`)
  const weightOf = (list: readonly Policy[]) => list.reduce((sum, { weight }) => sum + weight, 0)
  const meanOf = (list: readonly Policy[], value: (policy: Policy) => number) =>
    list.reduce((sum, policy) => sum + policy.weight * value(policy), 0) / weightOf(list)
  const total = weightOf(policies)
  if (!(total > 0)) throw new Error('The simulation needs a portfolio of at least one policy')

  const ordered = [...tiers].sort((a, b) => a.base_premium - b.base_premium)
  const tierOf = (policy: Policy) => {
    const tier = ordered.find(({ tier_name }) => tier_name === policy.tier)
    if (tier === undefined) throw new Error(`No tier is named ${policy.tier}`)
    return tier
  }
  const combined = meanOf(policies, (policy) => policy.combined)
  const premium = meanOf(policies, (policy) => policy.premium)
  return {
    policies: policies.length,
    tiers: ordered.map(({ tier_name: name, base_premium }) => {
      const members = policies.filter(({ tier }) => tier === name)
      if (members.length === 0) return { name, share: 0, premium: base_premium * combined }
      return { name, share: weightOf(members) / total, premium: meanOf(members, (policy) => policy.premium) }
    }),
    industries: [...new Set(policies.map(({ industry }) => industry))].sort().map((name) => {
      const members = policies.filter(({ industry }) => industry === name)
      let sum = 0
      return {
        name,
        share: weightOf(members) / total,
        chance: Object.fromEntries(
          periods.map((period) => [period, meanOf(members, ({ chance }) => chance[period])]),
        ) as Record<Period, number>,
        benefits: members.map(({ benefit }) => benefit),
        likelihood: members.map(({ weight, chance }) => (sum += weight * chance.cycle)),
      }
    }),
    premium,
    combined,
    highRisk: 100 * meanOf(policies, (policy) => (policy.combined >= highRisk ? 1 : 0)),
    churn: meanOf(policies, (policy) => tierOf(policy).base_churn_rate * tierOf(policy).tier_churn_factor),
    vesting: Math.round(meanOf(policies, (policy) => tierOf(policy).vesting_months)),
    lossRatio: (100 * meanOf(policies, ({ chance, benefit }) => chance.cycle * benefit)) / (12 * premium),
  }
}
