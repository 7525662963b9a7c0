import { z } from 'zod'

import { facts } from '~/content/facts'
import { addDays, addMonths, longDate } from '~/domain/dates'
import { number, wholeNumber } from '~/domain/fields'
import { parseFields, type FieldError } from '~/domain/parse-fields'
import { payRange, usualPay } from '~/domain/quotes/usual-pay'

/** The guide's questions: pay in dollars a month, household size, months that savings would last. */
export const tierGuideSchema = z.object({
  pay: number('Monthly pay', {
    ...usualPay,
    range: payRange,
  }),
  household: wholeNumber('Household size', { min: 1, max: 20 }),
  reserve: number('Months of reserve', { min: 0, max: 60 }),
})

export type TierGuideAnswers = z.output<typeof tierGuideSchema>

/** The tier data that the guide needs: maximum coverage in dollars, months of vesting. */
export type GuidedTier = { tier: string; coverage: number; vesting: number }

/**
 * Recommends a tier. A single person needs two months of pay, each further person half a month more, up to six, minus the months that
 * savings cover. The suitable tier is the smallest whose lump sum reaches that; if none does, as for high pay, the largest. A lump sum is
 * never more than `maxMonths` months of pay. `tiers` are in order of coverage.
 */
export function guideToTier<Tier extends GuidedTier>(
  tiers: readonly Tier[],
  { pay, household, reserve }: TierGuideAnswers,
  maxMonths: number,
) {
  const neededMonths = Math.max(0, Math.min(maxMonths, 2 + 0.5 * (household - 1)) - reserve)
  const rows = tiers.map((tier) => {
    const sum = Math.min(tier.coverage, maxMonths * pay)
    return { ...tier, sum, months: sum / pay }
  })
  const halfCent = 0.005 // months are quotients: 6 x pay / pay may be less than 6
  const reaches = ({ sum }: { sum: number }) => sum >= neededMonths * pay - halfCent
  const suitable = rows.find(reaches) ?? rows.at(-1) ?? null
  return { neededMonths, rows, suitable, reached: suitable !== null && reaches(suitable) }
}

/** The dates of a policy: its start, a job loss on the day it vests, and the payment. YYYY-MM-DD. */
export function coverDates(start: string, vestingMonths: number, eliminationDays: number) {
  const loss = addMonths(start, vestingMonths)
  return { start, loss, paid: addDays(loss, eliminationDays) }
}

/** The guide's result: the answers as entered, and either their errors or the suitable tier with the pay that each tier covers. */
export type TierGuideResult = {
  answers: Record<string, string>
  errors: FieldError[]
  result: {
    suitable: string
    vesting: number
    neededMonths: string
    /** The savings last as long as the cover would. */
    hasEnough: boolean
    reached: boolean
    dates: { start: string; loss: string; paid: string }
    rows: { tier: string; coverage: number; monthsText: string; share: number; badge: string | null }[]
  } | null
}

/** Evaluates the guide's answers; null if there are none. `today` is YYYY-MM-DD. */
export function evaluateTierGuide(
  tiers: readonly { tier: string; coverage: number | null; vesting: number }[],
  answers: Record<string, string>,
  today: string,
): TierGuideResult | null {
  if (!Object.keys(tierGuideSchema.shape).some((name) => name in answers)) return null
  const parsed = parseFields(tierGuideSchema, answers)
  if (!parsed.ok) return { answers, errors: parsed.errors, result: null }
  const sold = tiers.flatMap(({ tier, coverage, vesting }) => (coverage ? [{ tier, coverage, vesting }] : []))
  const { neededMonths, rows, suitable, reached } = guideToTier(sold, parsed.value, facts.maxMonthsOfPay)
  if (!suitable) return { answers, errors: [], result: null }
  const badge = neededMonths === 0 ? 'Smallest' : reached ? 'Fits you' : 'Closest'
  const dates = coverDates(today, suitable.vesting, facts.eliminationDays)
  return {
    answers,
    errors: [],
    result: {
      suitable: suitable.tier,
      vesting: suitable.vesting,
      neededMonths: neededMonths.toFixed(1),
      hasEnough: neededMonths === 0,
      reached,
      dates: { start: longDate(dates.start), loss: longDate(dates.loss), paid: longDate(dates.paid) },
      rows: rows.map((row) => ({
        tier: row.tier,
        coverage: row.sum,
        monthsText: `${row.months.toFixed(1)} months of pay`,
        share: row.months / facts.maxMonthsOfPay,
        badge: row.tier === suitable.tier ? badge : null,
      })),
    },
  }
}
