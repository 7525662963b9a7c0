import { z } from 'zod'

import { wholeNumber } from '~/domain/fields'

const range = 'Quote ID must be a whole number, at least 1'
const limits = { min: 1, max: Number.MAX_SAFE_INTEGER, range }

/** A request to run underwriting: the id of a quote submission. */
export const runRequestSchema = z.object({ quote_id: wholeNumber('Quote ID', limits) })

/** The same by a form, whose number `quoteDigits` has parsed: the message for other text shows the notation. */
export const runFormSchema = z.object({
  quote_id: z
    .number({
      error: ({ input }) =>
        input === undefined || input === null
          ? 'Quote ID is required'
          : `${range}. Write it like 12, Q-12 or #12`,
    })
    .min(1, range)
    .refine(Number.isInteger, range),
})
