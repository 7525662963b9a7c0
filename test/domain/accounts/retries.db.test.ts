import { beforeEach, describe, expect, test } from 'vitest'

import type { Db } from '../../../db/schema'
import { changePassword, checkCredentials, register } from '~/domain/accounts/accounts.server'
import { recoverByEmail, recoverById } from '~/domain/accounts/recovery.server'
import { resendCode, verifyEmail } from '~/domain/accounts/verification.server'
import { IdempotencyConflict } from '~/domain/idempotency/idempotency.server'
import { readSession, startSession } from '~/domain/sessions/sessions.server'

import { codeOf, mailsTo, person, site, wrongCode } from '../../support/accounts'
import { provideDatabase } from '../../support/database'

const provided = provideDatabase()
let db: Db
let count = 0
/** A new account and a new key for each test. */
let user: { id: number; email: string; email_verified: boolean }
let key: { scope: string; key: string }

const kinds = async (email: string) => (await mailsTo(db, email)).map(({ kind }) => kind)
const events = async (kind: string) => {
  const rows = await db.selectFrom('security_events').select('id').where('kind', '=', kind).execute()
  return rows.length
}

beforeEach(async () => {
  db = provided.db
  const email = `ann${(count += 1)}@example.com`
  await register(db, { ...person, email }, { site, ip: null, key: null })
  user = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  key = { scope: 'a call', key: `key-${count}` }
})

test('a code that is requested again with the same key is mailed once, even if both requests arrive together', async () => {
  const send = () => resendCode(db, user, { site, key })
  const sent = { ok: true, email: user.email }
  expect(await Promise.all([send(), send()])).toEqual([sent, sent])
  expect(await send()).toEqual(sent)
  expect(await kinds(user.email)).toEqual(['verification', 'verification']) // the first is that of the sign-up
})

describe('a code that is sent again with the same key', () => {
  const verify = (code: string) => verifyEmail(db, user.id, code, { site, key })

  test('is verified once, and a retry gets the same answer', async () => {
    const before = await events('email verified')
    const code = await codeOf(db, user.email)
    const verified = { ok: true, email: user.email }
    expect(await Promise.all([verify(code), verify(code)])).toEqual([verified, verified])
    expect(await verify(code)).toEqual(verified)
    expect(await events('email verified')).toBe(before + 1)
    expect(await verifyEmail(db, user.id, code, { site })).toMatchObject({ ok: false })
  })

  test('counts once if it is wrong', async () => {
    const code = await codeOf(db, user.email)
    const wrong = wrongCode(code)
    const first = await verify(wrong)
    for (let times = 0; times < 6; times += 1) expect(await verify(wrong)).toEqual(first)
    await expect(verify(code)).rejects.toThrow(IdempotencyConflict)
    expect(await verifyEmail(db, user.id, code, { site })).toMatchObject({ ok: true })
  })
})

describe('a recovery that is requested again with the same key', () => {
  test.each([
    ['by email', () => recoverByEmail(db, user.email, { site, ip: null, key })],
    [
      'by id',
      () => recoverById(db, { user_id: String(user.id), email: user.email }, { site, ip: null, key }),
    ],
  ])('%s sends one mail', async (_, recover) => {
    const before = await events('reset requested')
    const [first, second] = await Promise.all([recover(), recover()])
    expect(second).toBe(first)
    expect(await recover()).toBe(first)
    expect(await kinds(user.email)).toEqual(['verification', 'recovery'])
    expect(await events('reset requested')).toBe(before + 1)
  })

  test('does not reveal by its key who has an account', async () => {
    for (const email of [user.email, 'nobody@example.com']) {
      const own = { site, ip: null, key: { scope: 'a call', key: email } }
      await recoverByEmail(db, email, own)
      await expect(recoverByEmail(db, 'another@example.com', own)).rejects.toThrow(IdempotencyConflict)
    }
    const unknown = { user_id: '987654', email: user.email }
    expect(await recoverById(db, unknown, { site, ip: null, key })).toBe(false)
    expect(await recoverById(db, unknown, { site, ip: null, key })).toBe(false)
  })
})

test('a password that is changed again with the same key is changed once, and no other password passes for it', async () => {
  const { token } = await startSession(
    db,
    { id: user.id, admin: false },
    { remember: false, userAgent: null, ip: null },
  )
  const session = (await readSession(db, token, { renew: false }))?.id ?? 0
  const change = (new_password: string) =>
    changePassword(db, user, { current_password: person.password, new_password }, { site, session, key })
  const both = await Promise.all([change('a new good one 1'), change('a new good one 1')])
  expect(both).toMatchObject([{ ok: true }, { ok: true }])
  expect(await change('a new good one 1')).toEqual({ ok: true, renewed: null })
  await expect(change('a new good one 2')).rejects.toThrow(IdempotencyConflict)
  const unkeyed = { current_password: person.password, new_password: 'a new good one 1' }
  expect(await changePassword(db, user, unkeyed, { site, session })).toEqual({ ok: true, renewed: null })
  expect(await kinds(user.email)).toEqual(['verification', 'password changed'])
  expect(await checkCredentials(db, user.email, 'a new good one 1')).toMatchObject({ id: user.id })
  const stored = await db.selectFrom('idempotency_keys').selectAll().where('key', '=', key.key).execute()
  expect(stored).toMatchObject([{ body: 0 }])
})
