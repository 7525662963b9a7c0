import { z } from 'zod'

import { requiredText } from '~/domain/fields'

/** A code of an app or a recovery code, as typed: longer than any, with spaces or dashes. */
const code = (missing: string) =>
  requiredText('Code', { max: 40, missing, range: 'The code is not correct. Please check it and try again.' })

/** The code that confirms an app, or that completes a login. */
export const appCodeSchema = z.object({ code: code('Enter the 6 digits that your app shows') })

/** The recovery code that completes a login. */
export const recoveryCodeSchema = z.object({ recovery_code: code('Enter one of your recovery codes') })

/** What a browser answers with a passkey, as JSON, and the passkey's name where it is added. */
export const passkeySchema = z.object({
  credential: z.string('No passkey was sent').max(20_000, 'The passkey could not be read'),
})
export const newPasskeySchema = z.object({
  name: requiredText('Name', { max: 50 }),
  ...passkeySchema.shape,
})

/** The password that confirms the owner of a session. The limit exceeds any password that can be set. */
export const proofSchema = z.object({
  current_password: z.string('Current password is required').max(1000, 'Current password is incorrect'),
})
