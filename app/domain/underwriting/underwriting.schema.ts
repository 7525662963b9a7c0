import { z } from 'zod'

import { wholeNumber } from '~/domain/fields'
import { maxId } from '~/domain/ids'

/** A request to run underwriting: the id of a quote submission. */
export const runRequestSchema = z.object({
  quote_id: wholeNumber('Quote ID', {
    min: 1,
    max: maxId,
    range: 'Quote ID must be a whole number, at least 1',
  }),
})
