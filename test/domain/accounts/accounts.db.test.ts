import { describe, expect, test } from 'vitest'

import { checkCredentials, createAdmin, ensureFirstAdmin, register } from '~/domain/accounts/accounts.server'
import { HashingBusyError, hashPassword, passwordMatches } from '~/domain/accounts/passwords.server'
import { formsPerHour, tryConsume, TooManyAttempts } from '~/domain/rate-limits/rate-limits.server'

import { person, site } from '../../support/accounts'
import { provideDatabase } from '../../support/database'

const provided = provideDatabase()
const admins = () =>
  provided.db.selectFrom('users').selectAll().where('admin', '=', true).orderBy('id').execute()

describe('the first admin', () => {
  test('is created with a generated password only on the embedded database', async () => {
    const settings = { email: undefined, password: undefined, fallbackEmail: 'first@example.com' }
    expect(await ensureFirstAdmin(provided.db, { ...settings, embedded: false })).toBeNull()
    expect(await admins()).toEqual([])

    const created = await ensureFirstAdmin(provided.db, { ...settings, embedded: true })
    expect(created?.email).toBe('first@example.com')
    expect(created?.password.length).toBeGreaterThanOrEqual(16)
    expect(await checkCredentials(provided.db, 'FIRST@example.com', created?.password ?? '')).toMatchObject({
      admin: true,
      email_verified: true,
    })
    expect(await ensureFirstAdmin(provided.db, { ...settings, embedded: true })).toBeNull()
  })

  test('named in the environment is created if missing and never changed', async () => {
    const named = { email: 'named@example.com', embedded: false, fallbackEmail: 'unused@example.com' }
    expect(await ensureFirstAdmin(provided.db, { ...named, password: 'the first password' })).toBeNull()
    const before = await admins()
    await ensureFirstAdmin(provided.db, { ...named, password: 'another password' })
    expect(await admins()).toEqual(before)
    expect(await checkCredentials(provided.db, named.email, 'another password')).toBeNull()
    expect(await checkCredentials(provided.db, named.email, 'the first password')).not.toBeNull()
  })
})

describe('credentials', () => {
  test('return the account without its hash, and record the login', async () => {
    await createAdmin(provided.db, { email: 'cara@example.com', password: 'correct horse battery' })
    const user = await checkCredentials(provided.db, 'cara@example.com', 'correct horse battery')
    expect(user).toMatchObject({ email: 'cara@example.com' })
    expect(JSON.stringify(user)).not.toContain('argon2')
    const row = (await admins()).find(({ email }) => email === 'cara@example.com')
    expect(row?.last_login).toBeInstanceOf(Date)
  })

  test.each([
    ['cara@example.com', 'Correct horse battery'],
    ['cara@example.com', ''],
    ['nobody@example.com', 'correct horse battery'],
    ['%@example.com', 'correct horse battery'],
  ])('%s with %j are rejected', async (email, password) => {
    expect(await checkCredentials(provided.db, email, password)).toBeNull()
  })
})

describe('a password', () => {
  test('is stored as argon2id at 19 MiB and two passes, with its own salt', async () => {
    const [first, second] = [await hashPassword('a password'), await hashPassword('a password')]
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(first).not.toBe(second)
    expect(await passwordMatches('a password', first)).toBe(true)
    expect(await passwordMatches('a passworD', first)).toBe(false)
    expect(await passwordMatches('a password', null)).toBe(false)
  })

  test('is checked two at a time; a flood is rejected as busy', async () => {
    const stored = await hashPassword('a password')
    const flood = await Promise.allSettled(
      Array.from({ length: 90 }, () => passwordMatches('a password', stored)),
    )
    const refused = flood.filter((check) => check.status === 'rejected')
    expect(refused).toHaveLength(90 - 66) // two running, 64 waiting
    expect(refused.every(({ reason }) => reason instanceof HashingBusyError)).toBe(true)
    expect(await passwordMatches('a password', stored)).toBe(true)
  })

  test('is checked during a flood of sign-ups, with two hashes running at most', async () => {
    const stored = await hashPassword('a password')
    let signUps = 0
    const flood = Promise.allSettled(
      Array.from({ length: 90 }, () => hashPassword('a password', 'sign-ups').then(() => (signUps += 1))),
    )
    for (let login = 0; login < 3; login += 1) expect(await passwordMatches('a password', stored)).toBe(true)
    expect(signUps).toBeLessThan(20) // those running when a login arrived, and one alongside each login
    expect((await flood).filter(({ status }) => status === 'fulfilled')).toHaveLength(66)
  })
})

test('sign-ups over their limit are rejected before hashing', async () => {
  const ip = '192.0.2.77'
  const signUp = (email: string) => register(provided.db, { ...person, email }, { site, ip, key: null })
  for (let time = 0; time < formsPerHour; time += 1) await tryConsume(provided.db, 'sign-up', ip)
  // Most of these would find the hash queue full. On a busy machine some do not get a connection in time.
  const refused = await Promise.allSettled(
    Array.from({ length: 120 }, (_, index) => signUp(`beyond${index}@example.com`)),
  )
  const reasons = refused.map((outcome) =>
    outcome.status === 'rejected' ? (outcome.reason as unknown) : 'accepted',
  )
  expect(reasons.some((reason) => reason instanceof TooManyAttempts)).toBe(true)
  expect(reasons.filter((reason) => reason === 'accepted' || reason instanceof HashingBusyError)).toEqual([])
})
