import { employerRatio, type EmployerRecord, type Insured } from './claim-model'
import { cents } from './money'
import { multiplier, type ClaimTables, type RatingTable } from './tables'

/*
 * The price that the rating tables give:
 *
 *   premium = tier's base premium x min(cap, employer x product of the rating tables) x benefit / the tier's maximum benefit
 *
 * 1 is the mean of the bundled population. Persistency, the portfolio's factor and decisions are the engine's.
 */

/** The highest product of rating factors. Above it, a year of Standard costs more than a quarter of the benefit. */
export const productCap = 5

/** The benefit is at most this many months of income. */
export const maxMonthsOfPay = 6

/** Dollars a month and dollars. */
export type PricedTier = { base_premium: number; max_monthly_benefit: number }

/** The columns of an employer's row that are rated. */
export type Employer = EmployerRecord & {
  employer_stability_rating: number | null
  layoff_mentions: number | null
  financial_health: string | null
}

export type Applicant = Insured & { income: number } & Record<string, string | number>

/** Tables about the employer are part of its one estimate; the others multiply. */
function isAboutEmployer(table: RatingTable) {
  return table.input.startsWith('employer.')
}

/** Returns each rating factor of an applicant by table, the employer's estimate as `employer`. */
export function ratingFactors(
  claimTables: ClaimTables,
  ratingTables: readonly RatingTable[],
  applicant: Applicant,
  employer: Employer | null,
): Record<string, number> {
  const values: Record<string, string | number | null> = { ...applicant }
  for (const [name, value] of Object.entries(employer ?? {})) values[`employer.${name}`] = value
  const factors = ratingTables.map((table) => ({ table, factor: multiplier(table, values[table.input]) }))
  const signs = factors.filter(({ table }) => isAboutEmployer(table))
  const prior = product(signs.map(({ factor }) => factor))
  return {
    ...Object.fromEntries(
      factors.filter(({ table }) => !isAboutEmployer(table)).map(({ table, factor }) => [table.name, factor]),
    ),
    employer: employerRatio(claimTables, applicant.employer_size, employer, prior),
  }
}

/** Returns the product of rating factors before and after the cap, the benefit and the premium. Money in dollars, in cents. */
export function price(factors: Record<string, number>, income: number, tier: PricedTier) {
  const raw = product(Object.values(factors))
  const capped = Math.min(productCap, raw)
  const benefit = cents(Math.min(tier.max_monthly_benefit, maxMonthsOfPay * income))
  const premium = cents((tier.base_premium * capped * benefit) / tier.max_monthly_benefit)
  return { raw, capped, benefit, premium }
}

function product(values: readonly number[]) {
  return values.reduce((result, value) => result * value, 1)
}
