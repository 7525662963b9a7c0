/*
 * The provider's claims: every figure, limit and date on the pages, stated once. Amounts are US dollars. The example tiers that texts use
 * are here; the tiers on sale come from the database.
 */

import { briefMoney, counted } from '~/domain/formats'

/** Business days in which a claim is checked, once it is filed. */
export const claimCheck = { min: 5, max: 7 } as const

/** Business days are Monday to Friday, except US holidays. */
export const facts = {
  minimumAge: 18,
  eliminationDays: 14,
  vestingMonths: { min: 3, max: 6 },
  claimFilingDays: 30,
  claimBusinessDays: `${claimCheck.min}–${claimCheck.max}`,
  quoteBusinessDays: 2,
  reviewBusinessDays: 1,
  processBusinessDays: '3–5',
  applicationMinutes: '5–10',
  replyBusinessDays: { normal: 1, complex: 2 },
  graceDays: 15,
  annualDiscountPercent: 5,
  maxMonthsOfPay: 6,
  resumeMegabytes: 5,
  firstRelease: 'Q4 2025',
  planned: 2025,
  founded: 2024,
  legalTextsUpdated: 'March 22, 2025',
  jobsPosted: { from: '2025-03-01', until: '2025-12-31' },
  accessCodeDays: 14,
  securityLogDays: 180,
  draftDays: 30,
} as const

export const businessDays = (count: number) => counted(count, 'business day')

/** The time for a quote and for the whole process, always stated together. */
export const processTime =
  `Your quote arrives by email within ${businessDays(facts.quoteBusinessDays)}; the whole process, up to your decision, ` +
  `takes ${facts.processBusinessDays} business days.`

/** The rounds of funding, for the home page, Investor Info and the pitch deck. */
export const fundingRounds =
  'We plan two rounds: crowdfunding first, for the people the cover is for, and a Series B after launch. Neither is open.'

/** Example tiers for texts and charts: monthly premium, vesting months, maximum lump sum. */
export const exampleTiers = [
  { name: 'Basic', premium: 25, vestingMonths: 3, coverage: 5000 },
  { name: 'Standard', premium: 35, vestingMonths: 3, coverage: 8000 },
  { name: 'Premium', premium: 60, vestingMonths: 6, coverage: 12_000 },
  { name: 'Elite', premium: 80, vestingMonths: 6, coverage: 18_000 },
  { name: 'Ultra', premium: 110, vestingMonths: 6, coverage: 25_000 },
] as const

/** The lowest base price and the largest lump sum of some tiers, or of the example tiers. A personal price can be below or above the base. */
export function priceRangeOf(tiers: readonly { premium: number | null; coverage: number | null }[]) {
  const sold = tiers.filter(({ premium, coverage }) => premium && coverage)
  const shown = sold.length > 0 ? sold : exampleTiers
  const lowest = Math.min(...shown.map(({ premium }) => Number(premium)))
  const max = Math.max(...shown.map(({ coverage }) => Number(coverage)))
  return `From a base price of ${briefMoney(lowest)} a month, up to ${briefMoney(max)}, once`
}

type PricedTier = { name: string; premium: number | null; coverage: number }

/** An example of a base price and its lump sum; none for a tier without a price. */
export function priceExampleOf({ name, premium, coverage }: PricedTier) {
  if (!premium) return undefined
  return (
    `For example, the base price of ${name} is ${briefMoney(premium)} a month, and it pays up to ` +
    `${briefMoney(coverage)} once. Your own price can be lower or higher.`
  )
}
