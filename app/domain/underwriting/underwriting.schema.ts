import { z } from 'zod'

import { wholeNumber } from '~/domain/fields'
import { maxId } from '~/domain/ids'

const quoteId = { min: 1, max: maxId, range: 'Quote ID must be a whole number, at least 1' }

/** A request to run underwriting: the id of a quote submission. */
export const runRequestSchema = z.object({ quote_id: wholeNumber('Quote ID', quoteId) })

/** The same by a form, whose number `quoteDigits` has read. */
export const runFormSchema = z.object({
  quote_id: wholeNumber('Quote ID', { ...quoteId, notation: 'Write it like 12, Q-12 or #12' }),
})
