import { z } from 'zod'

import { email, optionalText } from '~/domain/fields'

/** The input of the login form and the login call. `remember_me` is the form's yes or no. */
export const loginSchema = z.object({
  email: email(),
  // Longer than any password that can be set: rejected before hashing.
  password: z.string('Password is required').max(1000, 'Invalid email or password. Please try again.'),
  remember_me: z
    .string()
    .nullish()
    .transform((answer) => answer?.toLowerCase() === 'yes'),
  /** The second step of the login call: a code of the account's app, or a recovery code. The page asks for it later. */
  code: optionalText('Code', { max: 40 }),
})
