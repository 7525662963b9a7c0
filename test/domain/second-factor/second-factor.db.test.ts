import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { Db } from '../../../db/schema'
import { checkCredentials, register } from '~/domain/accounts/accounts.server'
import { recoverByEmail, resetPassword } from '~/domain/accounts/recovery.server'
import { checkCode } from '~/domain/second-factor/check-code.server'
import { decrypt, encrypt } from '~/domain/second-factor/encryption.server'
import { reencryptSecrets } from '~/domain/second-factor/authenticator-app.server'
import {
  confirmApp,
  hasSecondFactor,
  renewRecoveryCodes,
  secondFactorOf,
  startApp,
  turnOff,
  wrongCode,
} from '~/domain/second-factor/second-factor.server'
import {
  endPendingLogin,
  findPendingLogin,
  removeEndedPendingLogins,
  startPendingLogin,
} from '~/domain/sessions/pending-logins.server'
import { endSessionsOf } from '~/domain/sessions/sessions.server'
import { TooManyAttempts } from '~/domain/rate-limits/rate-limits.server'
import { env } from '~/env.server'

import { mailsTo, person, site, tokenOf } from '../../support/accounts'
import { provideDatabase } from '../../support/database'

const provided = provideDatabase()
let db: Db
let count = 0
let user: { id: number; email: string; email_verified: boolean }

// The middle of a time step, so that no step ends between a code and its check.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 15_000 })
})
afterEach(() => vi.useRealTimers())

beforeEach(async () => {
  db = provided.db
  user = await signUp()
})

async function signUp() {
  const email = `second${(count += 1)}@example.com`
  await register(db, { ...person, email }, { site, ip: null, key: null })
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { id, email, email_verified: true }
}

/** The code of the app being set up, some steps of 30 seconds from now. */
async function codeToConfirm(steps = 0) {
  const { setUp } = await secondFactorOf(db, user, 'Holdfast')
  return codeOf(setUp?.key ?? '', steps)
}

function codeOf(key: string, steps = 0) {
  const secret = Secret.fromBase32(key.replaceAll(' ', ''))
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
}

/** Turns two-step login on. @returns the key of the app and the recovery codes */
async function turnOn() {
  await startApp(db, user.id)
  const { setUp } = await secondFactorOf(db, user, 'Holdfast')
  const key = setUp?.key ?? ''
  const confirmed = await confirmApp(db, user.id, codeOf(key, -1), site) // leaves the code of now
  if (!confirmed.ok || !confirmed.codes) throw new Error('not confirmed')
  return { key, codes: confirmed.codes }
}

const check = (code: string, { device = null as string | null, ip = `198.51.100.${count}` } = {}) =>
  checkCode(db, user, code, { device, ip, site })
const notices = async () =>
  (await mailsTo(db, user.email))
    .filter(({ kind }) => kind === 'second factor')
    .map(({ body_text }) => body_text)
const hasEvent = async (kind: string) =>
  (await db.selectFrom('security_events').select('kind').where('account_id', '=', user.id).execute()).some(
    (event) => event.kind === kind,
  )

describe('an authenticator app', () => {
  test('counts only after its code, which comes with ten recovery codes, a notice and an event', async () => {
    await startApp(db, user.id)
    expect(await hasSecondFactor(db, user.id)).toBe(false)
    expect(await confirmApp(db, user.id, '123', site)).toEqual({
      ok: false,
      errors: [{ path: 'code', message: wrongCode }],
    })
    const spaced = (await codeToConfirm()).replace(/^.../, ' $&-')
    const confirmed = await confirmApp(db, user.id, spaced, site)
    expect(confirmed.ok && new Set(confirmed.codes).size).toBe(10)
    expect(await hasSecondFactor(db, user.id)).toBe(true)
    expect(await secondFactorOf(db, user, 'Holdfast')).toMatchObject({
      isOn: true,
      setUp: null,
      codesLeft: 10,
    })
    expect(await notices()).toEqual([expect.stringContaining('An authenticator app was just set up')])
    expect(await hasEvent('second factor changed')).toBe(true)
  })

  test('is shown as a key and as a QR code that names the site and the account', async () => {
    await startApp(db, user.id)
    const { setUp } = await secondFactorOf(db, user, 'Holdfast')
    expect(setUp?.key).toMatch(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
    const url = new URL(setUp?.url ?? '')
    expect([url.protocol, url.searchParams.get('issuer')]).toEqual(['otpauth:', 'Holdfast'])
    expect(decodeURIComponent(url.pathname)).toContain(user.email)
    expect(setUp?.qr.path.length).toBeGreaterThan(1000)
  })

  test('is forgotten half an hour after the start of its set-up', async () => {
    await startApp(db, user.id)
    const code = await codeToConfirm()
    await sql`update authenticator_apps set created_at = now() - interval '31 minutes' where user_id = ${user.id}`.execute(
      db,
    )
    expect((await secondFactorOf(db, user, 'Holdfast')).setUp).toBeNull()
    expect(await confirmApp(db, user.id, code, site)).toMatchObject({ ok: false })
  })

  test('says what to do when the page that showed its recovery codes is loaded again', async () => {
    const { key } = await turnOn()
    expect(await confirmApp(db, user.id, codeOf(key, -1), site)).toMatchObject({
      ok: false,
      errors: [{ message: expect.stringContaining('set up already') }],
    })
  })

  test('keeps working while another is set up, and is replaced by it without new recovery codes', async () => {
    const { key, codes } = await turnOn()
    await startApp(db, user.id)
    expect(await check(codeOf(key))).toBe(true)
    const { setUp } = await secondFactorOf(db, user, 'Holdfast')
    expect(await confirmApp(db, user.id, codeOf(setUp?.key ?? '', -1), site)).toEqual({
      ok: true,
      codes: null,
    })
    expect(await check(codeOf(key, 1))).toBe(false)
    expect(await check(codeOf(setUp?.key ?? ''))).toBe(true)
    expect(await check(codes[0] ?? '')).toBe(true)
  })

  test('of another account is of no use', async () => {
    const { key, codes } = await turnOn()
    user = await signUp()
    await turnOn()
    expect(await check(codeOf(key))).toBe(false)
    expect(await check(codes[0] ?? '')).toBe(false)
  })
})

describe('a code', () => {
  test('works once, and none of an earlier time after it', async () => {
    const { key } = await turnOn()
    const [before, now] = [codeOf(key, -1), codeOf(key)]
    expect(await check(before)).toBe(false) // has confirmed the app
    expect(await check(now)).toBe(true)
    expect(await check(now)).toBe(false)
    expect(await check(before)).toBe(false)
    expect(await check(codeOf(key, 1).replace(/^.../, ' $& - '))).toBe(true)
    expect(await hasEvent('second step failed')).toBe(true)
  })

  test('sent several times at once works once', async () => {
    const { key } = await turnOn()
    const results = await Promise.all([1, 2, 3, 4].map(() => check(codeOf(key))))
    expect(results.filter(Boolean)).toHaveLength(1)
  })

  test.each(['', '000', '１２３４５６', '-1', '1e5', '000000000000', "' or 1=1", '\u0000'.repeat(6)])(
    'written as %j is wrong',
    async (code) => {
      await turnOn()
      expect(await check(code)).toBe(false)
    },
  )

  test('of the day before or the next minutes is wrong', async () => {
    const { key } = await turnOn()
    for (const steps of [-2880, -3, 3, 2880]) expect(await check(codeOf(key, steps)), `${steps}`).toBe(false)
  })
})

describe('a recovery code', () => {
  test('works once, in any notation, and its owner is told how many are left', async () => {
    const { codes } = await turnOn()
    const code = codes[3] ?? ''
    expect(
      await check(` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`),
    ).toBe(true)
    expect(await check(code)).toBe(false)
    expect((await notices()).at(-1)).toContain('9 are left.')
    expect((await secondFactorOf(db, user, 'Holdfast')).codesLeft).toBe(9)
  })

  test('sent several times at once works once', async () => {
    const { codes } = await turnOn()
    const results = await Promise.all([1, 2, 3, 4].map(() => check(codes[0] ?? '')))
    expect(results.filter(Boolean)).toHaveLength(1)
  })

  test('no longer works when new ones are made, nor when two-step login is off', async () => {
    const { codes } = await turnOn()
    const renewed = await renewRecoveryCodes(db, user.id, site)
    const [code = ''] = (renewed.ok && renewed.codes) || []
    expect(await check(codes[0] ?? '')).toBe(false)
    expect(await turnOff(db, user.id, site)).toEqual({ ok: true, codes: null })
    expect(await check(code)).toBe(false)
    expect(await renewRecoveryCodes(db, user.id, site)).toMatchObject({ ok: false })
    expect((await notices()).map((text) => /was just|were just/.test(text))).toEqual([true, true, true])
  })

  test('is stored as a hash, and the key of an app encrypted', async () => {
    const { key, codes } = await turnOn()
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(a)::text as row from authenticator_apps a
      union all select to_jsonb(c)::text from recovery_codes c`.execute(db)
    const stored = rows
      .map(({ row }) => row)
      .join()
      .toLowerCase()
    const hex = Secret.fromBase32(key.replaceAll(' ', '')).hex.toLowerCase()
    const bare = codes.map((code) => code.replaceAll('-', ''))
    const spellings = [
      ...bare,
      ...bare.map((code) => Buffer.from(code).toString('hex')),
      hex,
      key.replaceAll(' ', ''),
    ]
    expect(spellings.filter((text) => stored.includes(text.toLowerCase()))).toEqual([])
  })
})

describe('wrong codes', () => {
  test('are limited by account, warn the owner, and leave known browsers and recovery codes', async () => {
    const { key, codes } = await turnOn()
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect(await check('000000', { ip: `203.0.113.${attempt}` })).toBe(false)
    await expect(check(codeOf(key), { ip: '203.0.113.99' })).rejects.toThrow(TooManyAttempts)
    await expect(check(codeOf(key), { ip: '203.0.113.98' })).rejects.toThrow(TooManyAttempts)
    const warnings = (await notices()).filter((text) => text.includes('too many wrong codes'))
    expect(warnings.length).toBeGreaterThan(0)
    expect(warnings.length).toBeLessThan(3)
    expect(await check(codeOf(key), { device: `browser ${user.id}` })).toBe(true)
    expect(await check(codes[0] ?? '')).toBe(true)
  })

  test('are forgotten after a right one', async () => {
    const { key } = await turnOn()
    for (let attempt = 0; attempt < 9; attempt += 1) await check('000000')
    expect(await check(codeOf(key))).toBe(true)
    for (let attempt = 0; attempt < 9; attempt += 1) expect(await check('000000')).toBe(false)
  })
})

describe('a login that waits for its second step', () => {
  const start = () => startPendingLogin(db, { userId: user.id, remember: true })

  test('is found by its token, and ends once', async () => {
    const token = await start()
    expect(await findPendingLogin(db, token)).toMatchObject({ user: { id: user.id }, remember: true })
    expect(JSON.stringify(await findPendingLogin(db, token))).not.toMatch(/argon2|token/)
    expect(await findPendingLogin(db, `${token}x`)).toBeNull()
    expect(await Promise.all([endPendingLogin(db, token), endPendingLogin(db, token)])).toContain(false)
    expect(await findPendingLogin(db, token)).toBeNull()
  })

  test('is over after ten minutes, after a new password, and when all sessions end', async () => {
    const [old, reset] = [await start(), await start()]
    await sql`update pending_logins set expires_at = expires_at - interval '11 minutes'
      where token_hash = sha256(${old}::bytea)`.execute(db)
    expect(await findPendingLogin(db, old)).toBeNull()
    expect(await endPendingLogin(db, old)).toBe(false)
    await removeEndedPendingLogins(db)
    await recoverByEmail(db, user.email, { site, ip: null })
    const token = await tokenOf(db, user.email)
    await resetPassword(db, { token, password: 'another fine password' }, { site, session: null })
    expect(await findPendingLogin(db, reset)).toBeNull()
    const ended = await start()
    await endSessionsOf(db, user.id, { except: null })
    expect(await findPendingLogin(db, ended)).toBeNull()
  })
})

test('a new password by mail leaves the second step, and the password alone records no login', async () => {
  await turnOn()
  await recoverByEmail(db, user.email, { site, ip: null })
  const password = 'another fine password'
  await resetPassword(db, { token: await tokenOf(db, user.email), password }, { site, session: null })
  expect(await checkCredentials(db, user.email, password)).toMatchObject({
    has_second_factor: true,
    last_login: null,
  })
})

test('a key decrypts for its account alone, and is encrypted again after a rotation of secrets', async () => {
  const { key } = await turnOn()
  const secret = Secret.fromBase32(key.replaceAll(' ', '')).bytes
  expect(decrypt(encrypt(secret, user.id), user.id)).toEqual(Buffer.from(secret))
  expect(decrypt(encrypt(secret, user.id), user.id + 1)).toBeNull()

  const before = [...env.SESSION_SECRET] as typeof env.SESSION_SECRET
  try {
    env.SESSION_SECRET = ['a newer secret than before', ...before]
    await reencryptSecrets(db)
    env.SESSION_SECRET = ['a newer secret than before']
    expect(await check(codeOf(key))).toBe(true)
    env.SESSION_SECRET = ['a secret that was never used']
    expect(await check(codeOf(key, 1))).toBe(false)
  } finally {
    env.SESSION_SECRET = ['a newer secret than before', ...before]
    await db.deleteFrom('authenticator_apps').execute()
    env.SESSION_SECRET = before
  }
})
