import { z } from 'zod'

import { requiredText } from '~/domain/fields'

/** Why an application is corrected. */
export const reasonSchema = z.object({
  reason: requiredText('Reason', {
    min: 10,
    max: 500,
    multiline: true,
    missing: 'Say why, such as what the applicant told you',
  }),
})
