import { beforeEach, describe, expect, test } from 'vitest'

import type { Db } from '../../../db/schema'
import { changePassword, changeProfile, checkCredentials, register } from '~/domain/accounts/accounts.server'
import { isTokenValid, recoverByEmail, recoverById, resetPassword } from '~/domain/accounts/recovery.server'
import { pendingEmail, resendCode, verifyEmail } from '~/domain/accounts/verification.server'
import { listOwnMails } from '~/domain/mail/mail.server'
import { tryConsume } from '~/domain/rate-limits/rate-limits.server'
import { readSession, startSession } from '~/domain/sessions/sessions.server'

import { codeOf, mailsTo, person, site, tokenOf, wrongCode } from '../../support/accounts'
import { provideDatabase } from '../../support/database'

const provided = provideDatabase()
const caller = { site, ip: null }
let db: Db
let count = 0
/** A new account for each test. */
let user: { id: number; email: string; email_verified: boolean }

async function accountOf(email: string) {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
}
const signUp = (changes: object = {}) => register(db, { ...person, ...changes }, { ...caller, key: null })
const session = async () =>
  startSession(db, { id: user.id, admin: false }, { remember: false, userAgent: null, ip: null })
const lives = async (token: string) => (await readSession(db, token, { renew: false })) !== null
const kinds = async (email: string) => (await mailsTo(db, email)).map(({ kind }) => kind)
const age = (table: 'email_verifications' | 'account_recoveries', minutes: number) =>
  db
    .updateTable(table)
    .set({ expires_at: new Date(Date.now() - minutes * 60_000) })
    .where('user_id', '=', user.id)
    .execute()

beforeEach(async () => {
  db = provided.db
  const email = `ann${(count += 1)}@example.com`
  expect(await signUp({ email })).toEqual({ ok: true, repeated: false })
  user = await accountOf(email)
})

describe('signing up', () => {
  test('creates an unverified account and mails it a code', async () => {
    expect(user).toMatchObject({ email_verified: false, admin: false, username: 'Ann', occupation: 'Diver' })
    expect(await checkCredentials(db, user.email, person.password)).toMatchObject({ id: user.id })
    const [mail] = await mailsTo(db, user.email)
    expect(mail).toMatchObject({ kind: 'verification', user_id: user.id, status: 'pending' })
    expect(await codeOf(db, user.email)).toMatch(/^\d{6}$/)
    expect(mail?.body_text).toContain('valid for 10 minutes')
  })

  test('with an email in use responds the same, notifies its owner and changes nothing', async () => {
    const before = await accountOf(user.email)
    const again = await signUp({ email: user.email.toUpperCase(), password: 'another good one' })
    expect(again).toEqual({ ok: true, repeated: false })
    expect(await accountOf(user.email)).toEqual(before)
    expect(await kinds(user.email)).toEqual(['verification', 'address in use'])
    expect((await mailsTo(db, user.email))[1]?.body_text).toContain(`${site.appUrl}/account-recovery`)
  })

  test('twice with one form creates one account and one mail', async () => {
    const email = `twice${user.id}@example.com`
    const key = { scope: '/signup', key: `form-${user.id}` }
    await register(db, { ...person, email }, { ...caller, key })
    await register(db, { ...person, email }, { ...caller, key })
    expect(await kinds(email)).toEqual(['verification'])
  })

  test('with an invalid password creates no account', async () => {
    const email = `refused${user.id}@example.com`
    expect(await signUp({ email, password: 'password123' })).toEqual({
      ok: false,
      errors: [{ path: 'password', message: 'This password is too common. Please choose another one.' }],
    })
    expect(await mailsTo(db, email)).toEqual([])
  })
})

describe('a verification code', () => {
  const codeExpired = { ok: false, error: 'This code is no longer valid. Please request a new one.' }

  test('verifies its email, once', async () => {
    const code = await codeOf(db, user.email)
    expect(await verifyEmail(db, user.id, code, { site })).toEqual({ ok: true, email: user.email })
    expect(await accountOf(user.email)).toMatchObject({ email_verified: true })
    expect(await verifyEmail(db, user.id, code, { site })).toEqual(codeExpired)
    expect(await resendCode(db, { ...user, email_verified: true }, { site })).toEqual({
      ok: false,
      error: 'Your email address is already verified',
    })
  })

  test('is stored as a hash and expires after 10 minutes', async () => {
    const row = await db
      .selectFrom('email_verifications')
      .selectAll()
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(row.code_hash.length).toBe(32)
    expect((row.expires_at.getTime() - row.created_at.getTime()) / 60_000).toBeCloseTo(10, 0)
    await age('email_verifications', 0)
    expect(await verifyEmail(db, user.id, await codeOf(db, user.email), { site })).toEqual(codeExpired)
  })

  test('proves ownership: failed logins are cleared', async () => {
    for (let time = 0; time < 10; time += 1) await tryConsume(db, 'login by account', user.email)
    expect((await tryConsume(db, 'login by account', user.email)).allowed).toBe(false)
    await verifyEmail(db, user.id, await codeOf(db, user.email), { site })
    expect((await tryConsume(db, 'login by account', user.email)).allowed).toBe(true)
  })

  test('allows 5 wrong attempts, even concurrent ones', async () => {
    const code = await codeOf(db, user.email)
    const attempts = await Promise.all(
      Array.from({ length: 8 }, () => verifyEmail(db, user.id, wrongCode(code), { site })),
    )
    expect(attempts.filter((tried) => !tried.ok && /not correct/.test(tried.error))).toHaveLength(4)
    expect(await verifyEmail(db, user.id, code, { site })).toEqual(codeExpired)
    await resendCode(db, user, { site })
    expect(await verifyEmail(db, user.id, await codeOf(db, user.email), { site })).toMatchObject({ ok: true })
  })

  test('is replaced by a newer one, and works for its account only', async () => {
    const older = await codeOf(db, user.email)
    expect(await resendCode(db, user, { site })).toEqual({ ok: true, email: user.email })
    const newer = await codeOf(db, user.email)
    if (older !== newer) expect(await verifyEmail(db, user.id, older, { site })).toMatchObject({ ok: false })
    expect(await verifyEmail(db, 987_654, newer, { site })).toEqual(codeExpired)
    expect(await verifyEmail(db, user.id, newer, { site })).toMatchObject({ ok: true })
  })
})

describe('recovery', () => {
  test('sends a link that sets a password once, and ends all sessions', async () => {
    const { token: elsewhere } = await session()
    expect(await recoverById(db, { user_id: String(user.id), email: user.email.toUpperCase() }, caller)).toBe(
      true,
    )
    const token = await tokenOf(db, user.email)
    expect(token).toHaveLength(43)
    expect((await mailsTo(db, user.email)).at(-1)?.body_text).not.toContain('User ID')
    expect(await isTokenValid(db, token)).toBe(true)

    const reset = (password: string) => resetPassword(db, { token, password }, { site, session: null })
    expect(await reset('holdfast')).toMatchObject({ ok: false, errors: [{ path: 'new_password' }] })
    expect(await reset('a new long password')).toEqual({ ok: true, email: user.email, renewed: null })
    expect(await checkCredentials(db, user.email, 'a new long password')).not.toBeNull()
    expect(await checkCredentials(db, user.email, person.password)).toBeNull()
    expect(await lives(elsewhere)).toBe(false)
    expect((await kinds(user.email)).at(-1)).toBe('password changed')
    expect(await isTokenValid(db, token)).toBe(false)
    // Sent again after a lost response, it sets no other password, and says what to try first.
    expect(await reset('once more, with feeling')).toEqual({
      ok: false,
      errors: [{ path: '', message: expect.stringMatching(/just set a new password.* log in/) as string }],
    })
    expect(await checkCredentials(db, user.email, 'a new long password')).not.toBeNull()
    await age('account_recoveries', 0)
    const expired = {
      ok: false,
      errors: [{ path: '', message: 'This link is no longer valid. Please ask for a new one.' }],
    }
    expect(await reset('once more, with feeling')).toEqual(expired)
    const unknown = { token: 'x', password: 'once more' }
    expect(await resetPassword(db, unknown, { site, session: null })).toEqual(expired)
  })

  test('by email mails the user ID', async () => {
    await recoverByEmail(db, user.email, caller)
    expect((await mailsTo(db, user.email)).at(-1)?.body_text).toContain(`Your User ID is ${user.id}.`)
  })

  test('reveals whether an id exists, and nothing about emails', async () => {
    for (const user_id of ['987654', '0', '-1', 'x', '99999999999', '1.5'])
      expect(await recoverById(db, { user_id, email: user.email }, caller)).toBe(false)
    expect(await recoverById(db, { user_id: String(user.id), email: 'other@example.com' }, caller)).toBe(true)
    await recoverByEmail(db, 'nobody@example.com', caller)
    expect(await kinds(user.email)).toEqual(['verification'])
    expect(await mailsTo(db, 'nobody@example.com')).toEqual([])
    expect(await mailsTo(db, 'other@example.com')).toEqual([])
  })

  test('expires after 30 minutes; using one link invalidates the others', async () => {
    await recoverByEmail(db, user.email, caller)
    const first = await tokenOf(db, user.email)
    await recoverByEmail(db, user.email, caller)
    const second = await tokenOf(db, user.email)
    expect([await isTokenValid(db, first), await isTokenValid(db, second)]).toEqual([true, true])
    await resetPassword(db, { token: first, password: 'a new long password' }, { site, session: null })
    expect(await isTokenValid(db, second)).toBe(false)
    await recoverByEmail(db, user.email, caller)
    await age('account_recoveries', 0)
    expect(await isTokenValid(db, await tokenOf(db, user.email))).toBe(false)
    expect(await isTokenValid(db, '')).toBe(false)
  })

  test('proves access to the mailbox: the email is verified, failed logins and a pending email are cleared', async () => {
    const profile = { username: 'Ann', full_address: null, region_state: null, occupation: null }
    const email = `thief${user.id}@example.com`
    await changeProfile(db, user, { ...profile, email, current_password: person.password }, { site })
    const code = await codeOf(db, email)
    for (let time = 0; time < 10; time += 1) await tryConsume(db, 'login by account', user.email)
    await recoverByEmail(db, user.email, caller)
    const token = await tokenOf(db, user.email)
    await resetPassword(db, { token, password: 'a new long password' }, { site, session: null })
    expect(await accountOf(user.email)).toMatchObject({ email_verified: true })
    expect((await tryConsume(db, 'login by account', user.email)).allowed).toBe(true)
    expect(await pendingEmail(db, user.id)).toBeNull()
    expect(await verifyEmail(db, user.id, code, { site })).toMatchObject({ ok: false })
  })

  test('renews the token of the session that follows the link', async () => {
    const here = await session()
    const id = (await readSession(db, here.token, { renew: false }))?.id ?? 0
    await recoverByEmail(db, user.email, caller)
    const token = await tokenOf(db, user.email)
    const reset = await resetPassword(db, { token, password: 'a new long password' }, { site, session: id })
    expect(await lives(here.token)).toBe(false)
    expect(reset.ok && (await lives(reset.renewed?.token ?? ''))).toBe(true)
  })

  test('of another account leaves the browser’s session unchanged', async () => {
    const other = { email: `other${user.id}@example.com` }
    await signUp(other)
    const here = await session()
    const id = (await readSession(db, here.token, { renew: false }))?.id ?? 0
    await recoverByEmail(db, other.email, caller)
    const token = await tokenOf(db, other.email)
    const reset = await resetPassword(db, { token, password: 'a new long password' }, { site, session: id })
    expect(reset).toMatchObject({ ok: true, renewed: null })
    expect(await lives(here.token)).toBe(true)
  })

  test('always leaves a live link in the mailbox, however often strangers request one', async () => {
    let stranger = 0
    const ask = async () => {
      await recoverByEmail(db, user.email, { site, ip: `10.0.0.${(stranger += 1)}` })
      return (await kinds(user.email)).filter((kind) => kind === 'recovery').length
    }
    for (let time = 0; time < 6; time += 1) await ask()
    expect(await ask()).toBe(5)
    for (let halfHour = 1; halfHour <= 4; halfHour += 1) {
      await age('account_recoveries', 0)
      expect(await ask()).toBe(5 + halfHour)
      expect(await ask()).toBe(5 + halfHour)
      expect(await isTokenValid(db, await tokenOf(db, user.email))).toBe(true)
    }
  })

  test('sets the password once when two requests use a link concurrently', async () => {
    await recoverByEmail(db, user.email, caller)
    const token = await tokenOf(db, user.email)
    const both = await Promise.all(
      ['the first password', 'the second password'].map((password) =>
        resetPassword(db, { token, password }, { site, session: null }),
      ),
    )
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  })
})

describe('changing the password', () => {
  test('requires the current one, renews this session, ends the others and mails the owner', async () => {
    const here = await session()
    const elsewhere = await session()
    const id = (await readSession(db, here.token, { renew: false }))?.id ?? 0
    const change = (current_password: string, new_password: string) =>
      changePassword(db, user, { current_password, new_password }, { site, session: id })
    await recoverByEmail(db, user.email, caller)
    const link = await tokenOf(db, user.email)

    expect(await change('not the password', 'a new long password')).toEqual({
      ok: false,
      errors: [{ path: 'current_password', message: 'Current password is incorrect' }],
    })
    expect(await change(person.password, user.email)).toMatchObject({ errors: [{ path: 'new_password' }] })
    expect(await change(person.password, person.password)).toEqual({
      ok: false,
      errors: [{ path: 'new_password', message: 'The new password must not be the current one' }],
    })
    expect(await lives(elsewhere.token)).toBe(true)

    const changed = await change(person.password, 'a new long password')
    expect(changed).toEqual({ ok: true, renewed: { token: expect.any(String) as string, maxAge: null } })
    expect(await checkCredentials(db, user.email, 'a new long password')).not.toBeNull()
    expect([await lives(here.token), await lives(elsewhere.token)]).toEqual([false, false])
    const renewed = changed.ok ? (changed.renewed?.token ?? '') : ''
    expect((await readSession(db, renewed, { renew: false }))?.id).toBe(id)
    expect((await kinds(user.email)).at(-1)).toBe('password changed')
    expect(await isTokenValid(db, link)).toBe(false)
  })
})

describe('changing the profile', () => {
  const profile = {
    username: 'Anna',
    full_address: null,
    region_state: 'ME',
    occupation: null,
    current_password: person.password,
  }

  test('stores fields other than the email immediately', async () => {
    const { current_password: _, ...unproven } = profile
    const changed = await changeProfile(db, user, { ...unproven, email: user.email.toUpperCase() }, { site })
    expect(changed).toEqual({ ok: true, pending: null })
    expect(await accountOf(user.email)).toMatchObject(unproven)
    expect(await kinds(user.email)).toEqual(['verification'])
  })

  test('activates a new email once its code is entered, and notifies the old one', async () => {
    await verifyEmail(db, user.id, await codeOf(db, user.email), { site })
    const email = `new${user.id}@example.com`
    expect(await changeProfile(db, user, { ...profile, email }, { site })).toEqual({
      ok: true,
      pending: email,
    })
    expect(await accountOf(user.email)).toMatchObject({ email_verified: true })
    expect(await pendingEmail(db, user.id)).toBe(email)
    expect((await kinds(user.email)).at(-1)).toBe('email changed')
    expect((await mailsTo(db, user.email)).at(-1)?.body_text).not.toContain(email)

    const { current_password: _, ...unproven } = profile
    await changeProfile(db, user, { ...unproven, email }, { site }) // saved again: no further mails, no password
    expect(await kinds(email)).toEqual(['verification'])
    expect(await resendCode(db, { ...user, email_verified: true }, { site })).toEqual({ ok: true, email })

    await recoverByEmail(db, user.email, caller)
    const link = await tokenOf(db, user.email)
    expect(await verifyEmail(db, user.id, await codeOf(db, email), { site })).toEqual({ ok: true, email })
    expect(await accountOf(email)).toMatchObject({ id: user.id, email_verified: true })
    expect(await pendingEmail(db, user.id)).toBeNull()
    expect((await kinds(user.email)).filter((kind) => kind === 'email changed')).toHaveLength(2)
    expect(await isTokenValid(db, link)).toBe(false)
  })

  test('is cancelled by entering the old email', async () => {
    const email = `up${user.id}@example.com`
    await changeProfile(db, user, { ...profile, email }, { site })
    const code = await codeOf(db, email)
    await changeProfile(db, user, { ...profile, email: user.email }, { site })
    expect(await pendingEmail(db, user.id)).toBeNull()
    expect(await verifyEmail(db, user.id, code, { site })).toMatchObject({ ok: false })
  })

  test('to another account’s email notifies its owner and sends no code', async () => {
    const owner = `owner${user.id}@example.com`
    await signUp({ email: owner })
    expect(await changeProfile(db, user, { ...profile, email: owner }, { site })).toEqual({
      ok: true,
      pending: owner,
    })
    expect(await kinds(owner)).toEqual(['verification', 'address in use'])
    expect(await pendingEmail(db, user.id)).toBe(owner)
  })

  test('to an email that another account has taken since is rejected', async () => {
    const email = `raced${user.id}@example.com`
    await changeProfile(db, user, { ...profile, email }, { site })
    const code = await codeOf(db, email)
    await signUp({ email })
    expect(await verifyEmail(db, user.id, code, { site })).toMatchObject({ ok: false })
    expect(await accountOf(user.email)).toMatchObject({ id: user.id })
  })
})

test('an account lists its own mails, newest first, without codes and tokens', async () => {
  await recoverByEmail(db, user.email, caller)
  const token = await tokenOf(db, user.email)
  const [, verification] = await mailsTo(db, user.email).then((mails) => mails.reverse())
  const mails = await listOwnMails(db, user.id)
  expect(mails.map(({ kind }) => kind)).toEqual(['recovery', 'verification'])
  const text = JSON.stringify(mails)
  expect(text).not.toContain(token)
  expect(text).not.toContain(/^ {4}(\d{6})$/m.exec(verification?.body_text ?? '')?.[1])
  expect(text).toContain('reset?token=••••••')
})
