import { guideToTier } from '~/domain/tiers/tier-guide'
import { maxMonthsOfPay, price, ratingFactors, type Applicant, type Employer } from '~/engine/model/price'
import { claimTables } from '~/engine/model/claim-tables'
import { ratingTables } from '~/engine/model/rating-tables'
import { chancesOf, type Policy } from '~/engine/book'

/** The columns of a tier that decide which one an applicant gets, and at what price. */
export type SoldTier = {
  tier_name: string
  base_premium: number
  max_monthly_benefit: number
  vesting_months: number
  min_job_tenure_months: number
}

/** An applicant with the tier that is sold: the requested one, or a lower one when tenure is too short. */
export type PopulationMember<Tier extends SoldTier> = {
  weight: number
  applicant: Applicant
  employer: Employer | null
  tier: Tier
}

/** Returns the applicants of population.csv that get a tier: those with less tenure than every tier requires are declined. */
export function populationMembers<Tier extends SoldTier>(
  rows: readonly Record<string, string>[],
  tiers: readonly Tier[],
  employerOf: (name: string) => Employer | null,
): PopulationMember<Tier>[] {
  const ordered = [...tiers].sort((a, b) => a.max_monthly_benefit - b.max_monthly_benefit)
  return rows.flatMap((row) => {
    const applicant = {
      ...row,
      income: Number(row.income),
      employment_length: Number(row.employment_length),
      credit_score: Number(row.credit_score),
      family_size: Number(row.family_size),
    } as unknown as Applicant
    const tier = tierFor(ordered, applicant)
    if (tier === undefined) return []
    return [{ weight: Number(row.weight), applicant, employer: employerOf(row.employer_name ?? ''), tier }]
  })
}

/** The tier that an applicant gets; 'unsure' follows the site's guide. `tiers` are in order of benefit. */
function tierFor<Tier extends SoldTier>(tiers: readonly Tier[], applicant: Applicant) {
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
  const requested = applicant.coverage_level === 'unsure' ? guided?.tier : applicant.coverage_level
  const place = tiers.findIndex((tier) => tier.tier_name.toLowerCase() === requested)
  return allowed.filter((tier) => tiers.indexOf(tier) <= place).at(-1)
}

/** Returns the policies of a population at the prices of the rating tables. */
export function populationPolicies(members: readonly PopulationMember<SoldTier>[]): Policy[] {
  return members.map(({ weight, applicant, employer, tier }) => {
    const factors = ratingFactors(claimTables, ratingTables, applicant, employer)
    const { capped, benefit, premium } = price(factors, applicant.income, tier)
    return {
      weight,
      industry: applicant.industry,
      tier: tier.tier_name,
      premium,
      benefit,
      combined: capped,
      chance: chancesOf(applicant, employer),
    }
  })
}
