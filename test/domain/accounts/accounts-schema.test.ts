import { expect, test } from 'vitest'

import { passwordFormSchema, resetSchema, signupSchema } from '~/domain/accounts/accounts.schema'
import { parseFields } from '~/domain/parse-fields'

test.each([
  ['sign-up', signupSchema, 'password', 'Password must be', 'Passwords do not match'],
  [
    'change',
    passwordFormSchema,
    'new_password',
    'New password must be',
    'New password and confirmation do not match',
  ],
  [
    'reset',
    resetSchema,
    'new_password',
    'New password must be',
    'New password and confirmation do not match',
  ],
] as const)('%s names the mismatch beside a wrong length', (_, schema, name, length, mismatch) => {
  for (const password of ['seven77', 'x'.repeat(129)]) {
    const parsed = parseFields(schema, { [name]: password, [`confirm_${name}`]: 'another' })
    const errors = parsed.ok ? [] : parsed.errors
    expect(errors.find(({ path }) => path === name)?.message).toContain(length)
    expect(errors.find(({ path }) => path === `confirm_${name}`)?.message).toBe(mismatch)
  }
})
