import { generateKeyPairSync } from 'node:crypto'

import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'

import type { Db } from '../../../db/schema'
import { register } from '~/domain/accounts/accounts.server'
import {
  checkPasskey,
  maxPasskeys,
  optionsToAdd,
  optionsToLogIn,
  removeEndedChallenges,
} from '~/domain/second-factor/passkeys.server'
import {
  addPasskey,
  hasSecondFactor,
  removePasskey,
  secondFactorOf,
} from '~/domain/second-factor/second-factor.server'

import { mailsTo, person, site } from '../../support/accounts'
import { createAuthenticator } from '../../support/authenticator'
import { provideDatabase } from '../../support/database'

const provided = provideDatabase()
let db: Db
let count = 0
let user: { id: number; email: string }

async function signUp() {
  const email = `passkey${(count += 1)}@example.com`
  await register(db, { ...person, email }, { site, ip: null, key: null })
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { id, email }
}

beforeEach(async () => {
  db = provided.db
  user = await signUp()
})

type Authenticator = ReturnType<typeof createAuthenticator>
type Changes = Parameters<Authenticator['get']>[1]

async function add(device: Authenticator, { name = 'My phone', changes = {} } = {}) {
  const { options, token } = await optionsToAdd(db, user, site, null)
  return addPasskey(db, user.id, { name, credential: device.create(options, changes), token }, site)
}

async function withPasskey() {
  const device = createAuthenticator(site.appUrl)
  expect(await add(device)).toMatchObject({ ok: true })
  return device
}

/** Logs in with a passkey: alone, or as the second step of an account. */
async function logIn(device: Authenticator, { userId = null as number | null, changes = {} } = {}) {
  const { options, token } = await optionsToLogIn(db, userId, site, null)
  return checkPasskey(db, userId, { credential: device.get(options, changes), token }, site)
}

describe('a new passkey', () => {
  test('turns two-step login on, with recovery codes and a notice; a second one comes without', async () => {
    const first = await add(createAuthenticator(site.appUrl))
    expect(first.ok && first.codes).toHaveLength(10)
    expect(await hasSecondFactor(db, user.id)).toBe(true)
    expect(await add(createAuthenticator(site.appUrl), { name: 'My key' })).toEqual({ ok: true, codes: null })
    const { passkeys } = await secondFactorOf(db, user, 'Holdfast')
    expect(passkeys.map(({ name }) => name)).toEqual(['My phone', 'My key'])
    expect(Object.keys(passkeys[0] ?? {})).toEqual(['id', 'name', 'created_at', 'last_used_at'])
    const mails = (await mailsTo(db, user.email)).filter(({ kind }) => kind === 'second factor')
    expect(mails).toHaveLength(2)
    const { transports } = await db
      .selectFrom('passkeys')
      .select('transports')
      .where('user_id', '=', user.id)
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(transports).toBe('internal')
  })

  test.each<[string, Changes]>([
    ['another site', { origin: 'https://www.holdfast.example.evil.example' }],
    ['the site over http', { origin: 'http://www.holdfast.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['another ceremony', { type: 'webauthn.get' }],
  ])('made for %s is refused', async (_, changes) => {
    expect(await add(createAuthenticator(site.appUrl), { changes })).toMatchObject({ ok: false })
    expect(await hasSecondFactor(db, user.id)).toBe(false)
  })

  test('needs a challenge of its own account, once, and in time', async () => {
    const device = createAuthenticator(site.appUrl)
    const { options, token } = await optionsToAdd(db, user, site, null)
    const credential = device.create(options)
    const other = await signUp()
    const attempt = (id: number, answer: { token: string | null; credential?: string }) =>
      addPasskey(db, id, { name: 'A', credential, ...answer }, site)
    expect(await attempt(user.id, { token: null })).toMatchObject({ ok: false })
    expect(await attempt(user.id, { token: `${token}x` })).toMatchObject({ ok: false })
    expect(await attempt(other.id, { token })).toMatchObject({ ok: false })
    expect(await checkPasskey(db, user.id, { credential, token }, site)).toBeNull()
    expect(await attempt(user.id, { token })).toMatchObject({ ok: true })
    expect(await attempt(user.id, { token })).toMatchObject({ ok: false })

    const late = await optionsToAdd(db, user, site, null)
    await sql`update passkey_challenges set expires_at = now() - interval '1 second'`.execute(db)
    const made = createAuthenticator(site.appUrl).create(late.options)
    expect(await attempt(user.id, { token: late.token, credential: made })).toMatchObject({ ok: false })
    await removeEndedChallenges(db)
    expect(await db.selectFrom('passkey_challenges').selectAll().execute()).toEqual([])
  })

  test('of another account, or beyond the tenth, is refused', async () => {
    const device = await withPasskey()
    user = await signUp()
    expect(await add(device)).toMatchObject({ ok: false })
    expect(await hasSecondFactor(db, user.id)).toBe(false)
    for (let number = 0; number < maxPasskeys; number += 1) await add(createAuthenticator(site.appUrl))
    expect(await add(createAuthenticator(site.appUrl))).toMatchObject({ ok: false })
  })

  const nonsense = [
    '',
    'null',
    '[]',
    '{}',
    '"text"',
    '{"id":"a","response":{}}',
    '{"id":"\\u0000","response":{}}',
    '{',
  ]
  test.each([...nonsense, `{"id":"a","response":${'['.repeat(5000)}`])(
    'sent as %s is refused',
    async (credential) => {
      const { token } = await optionsToAdd(db, user, site, null)
      expect(await addPasskey(db, user.id, { name: 'A', credential, token }, site)).toMatchObject({
        ok: false,
      })
      const login = await optionsToLogIn(db, null, site, null)
      expect(await checkPasskey(db, null, { credential, token: login.token }, site)).toBeNull()
    },
  )
})

describe('a login with a passkey', () => {
  test('is that of its account, alone and as a second step, and notes its use', async () => {
    const device = await withPasskey()
    expect(await logIn(device)).toBe(user.id)
    expect(await logIn(device, { userId: user.id })).toBe(user.id)
    const { passkeys } = await secondFactorOf(db, user, 'Holdfast')
    expect(passkeys[0]?.last_used_at).toBeInstanceOf(Date)
  })

  test('alone demands that the device has verified its owner; after a password presence is enough', async () => {
    const device = await withPasskey()
    expect(await logIn(device, { changes: { verified: false } })).toBeNull()
    expect(await logIn(device, { userId: user.id, changes: { verified: false } })).toBe(user.id)
  })

  test.each<[string, Changes]>([
    ['another site', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['another ceremony', { type: 'webauthn.create' }],
    ['another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
  ])('signed for %s is refused', async (_, changes) => {
    const device = await withPasskey()
    expect(await logIn(device, { changes })).toBeNull()
    expect(await logIn(device, { userId: user.id, changes })).toBeNull()
  })

  test('with each part of the answer changed is refused', async () => {
    const device = await withPasskey()
    for (const part of ['clientDataJSON', 'authenticatorData', 'signature'] as const) {
      const { options, token } = await optionsToLogIn(db, null, site, null)
      const answer = JSON.parse(device.get(options)) as { response: Record<string, string> }
      const bytes = Buffer.from(answer.response[part] ?? '', 'base64url')
      bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20)
      answer.response[part] = bytes.toString('base64url')
      const credential = JSON.stringify(answer)
      expect(await checkPasskey(db, null, { credential, token }, site), part).toBeNull()
    }
  })

  test('does not work twice, not even at once', async () => {
    const device = await withPasskey()
    const { options, token } = await optionsToLogIn(db, null, site, null)
    const credential = device.get(options)
    const attempts = await Promise.all(
      [1, 2, 3].map(() => checkPasskey(db, null, { credential, token }, site)),
    )
    expect(attempts.filter((id) => id !== null)).toEqual([user.id])
  })

  test('is not the second step of another account, nor is a challenge of one use good for another', async () => {
    const device = await withPasskey()
    const owner = user
    user = await signUp()
    await withPasskey()
    expect(await logIn(device, { userId: user.id })).toBeNull()
    const alone = await optionsToLogIn(db, null, site, null)
    expect(
      await checkPasskey(db, owner.id, { credential: device.get(alone.options), token: alone.token }, site),
    ).toBeNull()
    const second = await optionsToLogIn(db, owner.id, site, null)
    expect(
      await checkPasskey(db, null, { credential: device.get(second.options), token: second.token }, site),
    ).toBeNull()
  })

  test('of a copied device, whose counter stays behind, is refused', async () => {
    const device = await withPasskey()
    expect(await logIn(device, { changes: { counter: 7 } })).toBe(user.id)
    expect(await logIn(device, { changes: { counter: 7 } })).toBeNull()
    expect(await logIn(device, { changes: { counter: 6 } })).toBeNull()
    expect(await logIn(device, { changes: { counter: 8 } })).toBe(user.id)
  })

  test('names no account to whoever asks without a password', async () => {
    const device = await withPasskey()
    const { options } = await optionsToLogIn(db, null, site, null)
    expect(JSON.stringify(options)).not.toContain(device.id)
    expect(options.userVerification).toBe('required')
    const second = await optionsToLogIn(db, user.id, site, null)
    expect(second.options.allowCredentials?.map(({ id }) => id)).toEqual([device.id])
  })
})

test('a removed passkey no longer logs in, nor can another account remove it; the last one turns two-step login off', async () => {
  const device = await withPasskey()
  await add(createAuthenticator(site.appUrl))
  const { passkeys } = await secondFactorOf(db, user, 'Holdfast')
  const [first, second] = passkeys.map(({ id }) => id)
  const other = await signUp()
  expect(await removePasskey(db, other.id, first ?? 0, site)).toMatchObject({ ok: false })
  expect(await logIn(device)).toBe(user.id)
  expect(await removePasskey(db, user.id, first ?? 0, site)).toMatchObject({ ok: true })
  expect(await removePasskey(db, user.id, first ?? 0, site)).toMatchObject({ ok: false })
  expect(await logIn(device)).toBeNull()
  expect(await hasSecondFactor(db, user.id)).toBe(true)
  expect(await removePasskey(db, user.id, second ?? 0, site)).toMatchObject({ ok: true })
  expect(await secondFactorOf(db, user, 'Holdfast')).toMatchObject({ isOn: false, codesLeft: 0 })
})
