import { z } from 'zod'

import { agreement, email, optionalText, requiredText } from '~/domain/fields'

export const passwordLength = { min: 8, max: 128 }

/** A password that is to be set. Nothing is taken off its ends, and no kinds of characters are asked for. */
function newPassword({ missing, short, long }: { missing: string; short: string; long: string }) {
  return z
    .string(missing)
    .max(2 * passwordLength.max, { error: long, abort: true }) // a character has one or two code units
    .refine((text) => [...text].length >= passwordLength.min, short)
    .refine((text) => [...text].length <= passwordLength.max, long)
}

/** Whether two fields hold the same, said of the second; also where other fields are wrong. */
function confirmed<Shape extends z.ZodRawShape>(
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

/** What the sign-up call takes: callers confirm the password themselves. */
export const registrationSchema = z.object({
  username: requiredText('Username is required', {
    min: 3,
    max: 50,
    range: 'Username must be 3 to 50 characters',
  }),
  email: email(),
  password: newPassword({
    missing: 'Password is required',
    short: 'Password must be at least 8 characters',
    long: 'Password must be at most 128 characters',
  }),
  full_address: requiredText('Full address is required', {
    min: 5,
    max: 255,
    range: 'Full address must be 5 to 255 characters',
  }),
  region_state: requiredText('State or region is required', {
    min: 2,
    max: 100,
    range: 'State or region must be 2 to 100 characters',
  }),
  occupation: requiredText('Occupation is required', {
    min: 2,
    max: 100,
    range: 'Occupation must be 2 to 100 characters',
  }),
})

export type Registration = z.output<typeof registrationSchema>

/** What the sign-up form takes, its fields in the order of the page. */
export const signupSchema = confirmed(
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

/** The 6 digits of a verification mail, however they were set apart. */
export const codeSchema = z.object({
  code: z
    .string('Verification code is required')
    .transform((text) => text.replace(/\s/g, ''))
    .refine((text) => text !== '', 'Verification code is required'),
})

export const recoveryByEmailSchema = z.object({ email: email() })

/** What is no number is no account's, and said so where accounts are looked up. */
export const recoveryByIdSchema = z.object({
  user_id: z.string('User ID is required').trim().min(1, 'User ID is required'),
  email: email(),
})

/** The password that somebody gives again to prove who they are. Longer than any that can be set: refused before it costs a hash. */
const currentPassword = z.string('Current password is required').max(1000, 'Current password is incorrect')

const replacement = newPassword({
  missing: 'New password must be at least 8 characters long',
  short: 'New password must be at least 8 characters long',
  long: 'New password must be at most 128 characters long',
})
const mismatch = 'New password and confirmation do not match'

/** What the password call takes. */
export const passwordChangeSchema = z.object({
  current_password: currentPassword,
  new_password: replacement,
})

/** What the form that changes the password takes. */
export const passwordFormSchema = confirmed(
  z.object({ ...passwordChangeSchema.shape, confirm_new_password: z.string(mismatch) }),
  ['new_password', 'confirm_new_password'],
  mismatch,
)

/** What the page behind a recovery link takes. */
export const resetSchema = confirmed(
  z.object({
    token: z.string().default(''),
    new_password: replacement,
    confirm_new_password: z.string(mismatch),
  }),
  ['new_password', 'confirm_new_password'],
  mismatch,
)

/** What the page that deletes an account takes. */
export const deletionSchema = z.object({
  current_password: currentPassword,
  confirm: agreement('Tick the box to confirm that your account is to be deleted'),
})

export const profileSchema = z.object({
  username: requiredText('Username is required', {
    min: 3,
    max: 50,
    range: 'Username must be 3 to 50 characters',
  }),
  email: email(),
  /** For a new address. */
  current_password: currentPassword.nullish(),
  full_address: optionalText({ max: 255, range: 'Full address must be at most 255 characters' }),
  region_state: optionalText({ max: 100, range: 'State or region must be at most 100 characters' }),
  occupation: optionalText({ max: 100, range: 'Occupation must be at most 100 characters' }),
})

export type Profile = z.output<typeof profileSchema>
