import { describe, expect, test } from 'vitest'

import { commonPasswords } from '~/domain/accounts/common-passwords'
import { passwordProblem } from '~/domain/accounts/password-rules'

const known = { brandName: 'Holdfast', email: 'ann.diver@example.com' }

describe('a new password', () => {
  test.each(['password1', 'Password123', 'QWERTYUIOP', '12345678'])('%s is too common', (password) => {
    expect(passwordProblem(password, known)).toBe('This password is too common. Please choose another one.')
  })
  test.each(['holdfast', 'Holdfast2026!', '##HOLDFAST##'])('%s is the brand', (password) => {
    expect(passwordProblem(password, known)).toBe(
      'Your password must not be Holdfast. Please choose another one.',
    )
  })
  test.each(['ann.diver', 'Ann.Diver1', 'ann.diver@example.com', 'my ann.diver@example.com!'])(
    '%s is the address',
    (password) => {
      expect(passwordProblem(password, known)).toBe(
        'Your password must not be your email address. Please choose another one.',
      )
    },
  )
  test.each(['correct horse battery', 'aaaaaaaaaaaaaaaaaaaa', 'hold that rope fast', '8472910384'])(
    '%s is taken: no kinds of characters are asked for',
    (password) => {
      expect(passwordProblem(password, known)).toBeNull()
    },
  )
  test('is compared with some hundred common ones that are long enough to be tried', () => {
    expect(commonPasswords.size).toBeGreaterThan(400)
    expect([...commonPasswords].filter((text) => text.length < 8 || text !== text.toLowerCase())).toEqual([])
  })
})
