import { z } from 'zod'

import { facts } from '~/content/facts'
import { addDays, addMonths, longDate } from '~/domain/dates'
import { number, wholeNumber } from '~/domain/fields'
import { parseFields, type FieldError } from '~/domain/parse-fields'

/** What the guide asks: pay in dollars a month, people in the household, months that savings would last. */
export const tierGuideSchema = z.object({
  pay: number('Monthly pay is required', {
    min: 1,
    max: 1_000_000,
    range: 'Enter your monthly pay in dollars, from 1 to 1,000,000',
  }),
  household: wholeNumber('Household size is required', {
    min: 1,
    max: 20,
    range: 'Household size must be a whole number from 1 to 20',
  }),
  reserve: number('Months of reserve is required', {
    min: 0,
    max: 60,
    range: 'Months of reserve must be a number from 0 to 60',
  }),
})

export type TierGuideAnswers = z.output<typeof tierGuideSchema>

/** What the guide needs of a tier: dollars at most, months of vesting. */
export type GuidedTier = { tier: string; coverage: number; vesting: number }

/**
 * Which tier suits whom. One person looks for two months of pay, and half a month more for each further person, six at most,
 * less what savings cover. The suitable tier is the smallest whose lump sum reaches that; none does for high pay, then the largest.
 * A lump sum is never more than `mostMonths` months of pay. Tiers in order of coverage.
 */
export function guideToTier<Tier extends GuidedTier>(
  tiers: readonly Tier[],
  { pay, household, reserve }: TierGuideAnswers,
  mostMonths: number,
) {
  const wanted = Math.max(0, Math.min(mostMonths, 2 + 0.5 * (household - 1)) - reserve)
  const rows = tiers.map((tier) => {
    const sum = Math.min(tier.coverage, mostMonths * pay)
    return { ...tier, sum, months: sum / pay }
  })
  const suitable = rows.find((row) => row.months >= wanted) ?? rows.at(-1) ?? null
  return { wanted, rows, suitable, reached: suitable !== null && suitable.months >= wanted }
}

/** A cover of this tier as days: it starts, has vested, work is lost on that very day, and the sum is due. YYYY-MM-DD. */
export function coverDates(start: string, vestingMonths: number, eliminationDays: number) {
  const loss = addMonths(start, vestingMonths)
  return { start, loss, paid: addDays(loss, eliminationDays) }
}

/** What the guide shows: what was typed, what is wrong with it, and else the tier that fits with the pay each tier covers. */
export type TierGuideAnswer = {
  answers: Record<string, string>
  errors: FieldError[]
  result: {
    suitable: string
    vesting: number
    wanted: string
    reached: boolean
    dates: { start: string; loss: string; paid: string }
    rows: { tier: string; coverage: number; monthsText: string; share: number; fits: boolean }[]
  } | null
}

/** Answers the guide's questions as they were typed; null while nothing was asked. `today` is YYYY-MM-DD. */
export function answerTierGuide(
  tiers: readonly { tier: string; coverage: number | null; vesting: number }[],
  answers: Record<string, string>,
  today: string,
): TierGuideAnswer | null {
  if (!Object.keys(tierGuideSchema.shape).some((name) => name in answers)) return null
  const parsed = parseFields(tierGuideSchema, answers)
  if (!parsed.ok) return { answers, errors: parsed.errors, result: null }
  const sold = tiers.flatMap(({ tier, coverage, vesting }) => (coverage ? [{ tier, coverage, vesting }] : []))
  const { wanted, rows, suitable, reached } = guideToTier(sold, parsed.value, facts.mostMonthsOfPay)
  if (!suitable) return { answers, errors: [], result: null }
  const dates = coverDates(today, suitable.vesting, facts.eliminationDays)
  return {
    answers,
    errors: [],
    result: {
      suitable: suitable.tier,
      vesting: suitable.vesting,
      wanted: wanted.toFixed(1),
      reached,
      dates: { start: longDate(dates.start), loss: longDate(dates.loss), paid: longDate(dates.paid) },
      rows: rows.map((row) => ({
        tier: row.tier,
        coverage: row.sum,
        monthsText: `${row.months.toFixed(1)} months of pay`,
        share: row.months / facts.mostMonthsOfPay,
        fits: row.tier === suitable.tier,
      })),
    },
  }
}
