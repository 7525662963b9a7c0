import { expect, test } from 'vitest'

import { codeSchema, passwordFormSchema, resetSchema, signupSchema } from '~/domain/accounts/accounts.schema'
import { withPasswordProblem } from '~/domain/accounts/password-rules.server'
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

test.each(['967036', ' 967 036 ', '967-036', '9 6 7\u20110 3 6', '\u200b967\u00a0036\ufeff'])(
  'a verification code may be written as %j',
  (code) => {
    expect(parseFields(codeSchema, { code })).toEqual({ ok: true, value: { code: '967036' } })
  },
)

test('a password that is easy to guess is reported with the other errors, in the order of the form', () => {
  const schema = withPasswordProblem(signupSchema, 'password', { brandName: 'Holdfast' })
  const errorsOf = (fields: object) => {
    const parsed = parseFields(schema, { ...fields })
    return parsed.ok ? [] : parsed.errors.map(({ path, message }) => `${path}: ${message}`)
  }
  const filled = { username: 'ann', full_address: '1 Main Street', region_state: 'NY', occupation: 'Diver' }
  expect(errorsOf({ ...filled, email: 'ann@', password: 'password1', confirm_password: 'other' })).toEqual([
    'email: Please enter a valid email address',
    'password: This password is too common. Please choose another one.',
    'confirm_password: Passwords do not match',
  ])
  const email = 'ann.walker@example.com'
  expect(errorsOf({ ...filled, email, password: email, confirm_password: email })).toEqual([
    'password: Your password must not be your email address. Please choose another one.',
  ])
  expect(
    errorsOf({ password: 'a diver over water', confirm_password: 'a diver over water' }),
  ).not.toContainEqual(expect.stringMatching(/^password/))
  expect(errorsOf({ ...filled, email, password: 'short', confirm_password: 'short' })).toEqual([
    'password: Password must be at least 8 characters',
  ])
})
