import { z } from 'zod'

import { requiredText } from '~/domain/fields'

import { reasonLength } from './answers'

/** Why an application is corrected. */
export const reasonSchema = z.object({
  reason: requiredText('Reason', {
    min: 10,
    max: reasonLength,
    multiline: true,
    missing: 'Say why, such as what the applicant told you',
  }),
})
