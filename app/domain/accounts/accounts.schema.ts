import { z } from 'zod'

import { withoutSeparators } from '~/domain/codes'
import {
  agreement,
  countCharacters,
  email,
  isAtMost,
  isValid,
  optionalText,
  requiredText,
} from '~/domain/fields'

const passwordLength = { min: 8, max: 128 }

/** A new password. It is not trimmed, and no character classes are required. */
function newPassword({ missing, short, long }: { missing: string; short: string; long: string }) {
  return z
    .string(missing)
    .refine((text) => isAtMost(text, passwordLength.max), { error: long, when: isValid })
    .refine((text) => countCharacters(text) >= passwordLength.min, { error: short, when: isValid })
}

/** Adds an error to the second of two fields when they differ, even when other fields are invalid. */
function withConfirmation<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  [password, confirmation]: [string, string],
  message: string,
) {
  return schema.refine(
    (fields: Record<string, unknown>) =>
      fields[confirmation] === undefined || fields[password] === fields[confirmation],
    { path: [confirmation], error: message, when: () => true },
  )
}

/** The input of the sign-up call: callers confirm the password themselves. */
export const registrationSchema = z.object({
  username: requiredText('Username', { min: 3, max: 50 }),
  email: email(),
  password: newPassword({
    missing: 'Password is required',
    short: 'Password must be at least 8 characters',
    long: 'Password must be at most 128 characters',
  }),
  full_address: requiredText('Full address', { min: 5, max: 255 }),
  region_state: requiredText('State or region', { min: 2, max: 100 }),
  occupation: requiredText('Occupation', { min: 2, max: 100 }),
})

export type Registration = z.output<typeof registrationSchema>

/** The input of the sign-up form, in the order of its fields. */
export const signupSchema = withConfirmation(
  z.object({
    username: registrationSchema.shape.username,
    email: registrationSchema.shape.email,
    password: registrationSchema.shape.password,
    confirm_password: z.string('Confirm password is required'),
    full_address: registrationSchema.shape.full_address,
    region_state: registrationSchema.shape.region_state,
    occupation: registrationSchema.shape.occupation,
  }),
  ['password', 'confirm_password'],
  'Passwords do not match',
)

/** The 6 digits of a verification mail. */
export const codeSchema = z.object({
  code: z
    .string('Verification code is required')
    .transform(withoutSeparators)
    .refine((text) => text !== '', 'Verification code is required'),
})

export const recoveryByEmailSchema = z.object({ email: email() })

/** A non-numeric id passes: the lookup reports it as an unknown account. */
export const recoveryByIdSchema = z.object({
  user_id: z.string('User ID is required').trim().min(1, 'User ID is required'),
  email: email(),
})

/**
 * The password that confirms an account's owner. The limit exceeds any password that can be set, and rejects longer ones before hashing.
 */
const currentPassword = z.string('Current password is required').max(1000, 'Current password is incorrect')

const replacement = newPassword({
  missing: 'New password must be at least 8 characters long',
  short: 'New password must be at least 8 characters long',
  long: 'New password must be at most 128 characters long',
})
const mismatch = 'New password and confirmation do not match'

/** The input of the password call. */
export const passwordChangeSchema = z.object({
  current_password: currentPassword,
  new_password: replacement,
})

/** The input of the form that changes the password. */
export const passwordFormSchema = withConfirmation(
  z.object({ ...passwordChangeSchema.shape, confirm_new_password: z.string(mismatch) }),
  ['new_password', 'confirm_new_password'],
  mismatch,
)

/** The input of the page behind a recovery link. */
export const resetSchema = withConfirmation(
  z.object({
    token: z.string().default(''),
    new_password: replacement,
    confirm_new_password: z.string(mismatch),
  }),
  ['new_password', 'confirm_new_password'],
  mismatch,
)

/** The input of the page that deletes an account. */
export const deletionSchema = z.object({
  current_password: currentPassword,
  confirm: agreement('Tick the box to confirm that your account is to be deleted'),
})

const profileSchema = z.object({
  username: registrationSchema.shape.username,
  email: email(),
  /** Required for a new email. */
  current_password: currentPassword.nullish(),
  full_address: optionalText('Full address', { max: 255 }),
  region_state: optionalText('State or region', { max: 100 }),
  occupation: optionalText('Occupation', { max: 100 }),
})

export type Profile = z.output<typeof profileSchema>

/** A profile. Changing its email requires the password; a missing one is reported with the other errors. */
export function profileSchemaOf(ownEmails: readonly (string | null)[]) {
  const own = new Set(ownEmails.map((email) => email?.toLowerCase()))
  return profileSchema.refine(
    ({ email, current_password }: Record<string, unknown>) =>
      typeof email !== 'string' || own.has(email.toLowerCase()) || Boolean(current_password),
    { path: ['current_password'], error: 'Current password is required', when: () => true },
  )
}
