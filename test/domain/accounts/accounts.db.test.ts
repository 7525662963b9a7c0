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
  test('is made and told once where nobody is named, and only on the embedded database', async () => {
    const wanted = { email: undefined, password: undefined, fallbackEmail: 'first@example.com' }
    expect(await ensureFirstAdmin(provided.db, { ...wanted, embedded: false })).toBeNull()
    expect(await admins()).toEqual([])

    const made = await ensureFirstAdmin(provided.db, { ...wanted, embedded: true })
    expect(made?.email).toBe('first@example.com')
    expect(made?.password.length).toBeGreaterThanOrEqual(16)
    expect(await checkCredentials(provided.db, 'FIRST@example.com', made?.password ?? '')).toMatchObject({
      admin: true,
      email_verified: true,
    })
    expect(await ensureFirstAdmin(provided.db, { ...wanted, embedded: true })).toBeNull()
  })

  test('that is named is made if absent and never changed if present', async () => {
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
  test('give the account without its hash, and note the login', async () => {
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
  ])('%s with %j are refused', async (email, password) => {
    expect(await checkCredentials(provided.db, email, password)).toBeNull()
  })
})

describe('a password', () => {
  test('is stored as argon2id at 19 MiB and two passes, with a salt of its own', async () => {
    const [first, second] = [await hashPassword('a password'), await hashPassword('a password')]
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(first).not.toBe(second)
    expect(await passwordMatches('a password', first)).toBe(true)
    expect(await passwordMatches('a passworD', first)).toBe(false)
    expect(await passwordMatches('a password', null)).toBe(false)
  })

  test('is checked two at a time; a flood is told to come back', async () => {
    const stored = await hashPassword('a password')
    const flood = await Promise.allSettled(
      Array.from({ length: 90 }, () => passwordMatches('a password', stored)),
    )
    const refused = flood.filter((check) => check.status === 'rejected')
    expect(refused).toHaveLength(90 - 66) // two at work, 64 waiting
    expect(refused.every(({ reason }) => reason instanceof HashingBusyError)).toBe(true)
    expect(await passwordMatches('a password', stored)).toBe(true)
  })

  test('is checked while sign-ups flood, and no more than two are hashed at once', async () => {
    const stored = await hashPassword('a password')
    let signUps = 0
    const flood = Promise.allSettled(
      Array.from({ length: 90 }, () => hashPassword('a password', 'sign-ups').then(() => (signUps += 1))),
    )
    for (let login = 0; login < 3; login += 1) expect(await passwordMatches('a password', stored)).toBe(true)
    expect(signUps).toBeLessThan(20) // those at work when a login came, and one beside each login
    expect((await flood).filter(({ status }) => status === 'fulfilled')).toHaveLength(66)
  })
})

test('sign-ups beyond their limit cost no hash', async () => {
  const ip = '192.0.2.77'
  const signUp = (email: string) => register(provided.db, { ...person, email }, { site, ip, key: null })
  for (let time = 0; time < formsPerHour; time += 1) await tryConsume(provided.db, 'sign-up', ip)
  // Of so many hashes most would find no room in the queue.
  const refused = await Promise.allSettled(
    Array.from({ length: 120 }, (_, index) => signUp(`beyond${index}@example.com`)),
  )
  const reasons = refused.map((outcome) =>
    outcome.status === 'rejected' ? (outcome.reason as unknown) : null,
  )
  expect(reasons.every((reason) => reason instanceof TooManyAttempts)).toBe(true)
})
