import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { passwordProblem } from '~/domain/accounts/password-rules.server'

const account = { brandName: 'Holdfast', email: 'ann.diver@example.com' }

describe('a new password', () => {
  test.each(['password1', 'Password123', 'QWERTYUIOP', '12345678'])('%s is too common', (password) => {
    expect(passwordProblem(password, account)).toBe('This password is too common. Please choose another one.')
  })
  test.each(['holdfast', 'Holdfast2026!', '##HOLDFAST##'])('%s is the brand', (password) => {
    expect(passwordProblem(password, account)).toBe(
      'Your password must not be Holdfast. Please choose another one.',
    )
  })
  test.each(['ann.diver', 'Ann.Diver1', 'ann.diver@example.com', 'my ann.diver@example.com!'])(
    '%s is the email',
    (password) => {
      expect(passwordProblem(password, account)).toBe(
        'Your password must not be your email address. Please choose another one.',
      )
    },
  )
  test.each(['correct horse battery', 'aaaaaaaaaaaaaaaaaaaa', 'hold that rope fast', '8472910384'])(
    '%s is accepted: no character classes are required',
    (password) => {
      expect(passwordProblem(password, account)).toBeNull()
    },
  )
  test.each(
    [
      [
        'Summer2026',
        'Winter2026!',
        '2026Spring',
        'autumn-26',
        'FALL 2026!!',
        'October2026',
        'Monday123',
        'Sep-2026',
      ],
      ['25.December.2026', '12/may/1988'],
    ].flat(),
  )('%s is a date, which is too common', (password) => {
    expect(passwordProblem(password, account)).toBe('This password is too common. Please choose another one.')
  })
  test.each(['summer rain 2026', 'marching 2026', 'winter847291038', 'may I come in'])(
    '%s is more than a date',
    (password) => {
      expect(passwordProblem(password, account)).toBeNull()
    },
  )

  test('is compared with more than 3,000 common ones of 8 characters and more, in lower case and sorted', () => {
    const passwords = readFileSync('db/reference/common_passwords.txt', 'utf8').trimEnd().split('\n')
    expect(new Set(passwords).size).toBeGreaterThan(3000)
    expect(passwords).toEqual([...passwords].sort())
    expect(passwords.filter((text) => text.length < 8 || text !== text.toLowerCase())).toEqual([])
    for (const password of [passwords[0], passwords[5000], passwords.at(-1)])
      expect(passwordProblem((password ?? '').toUpperCase(), account), password).toContain('too common')
  })
})
