import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'

import type { Db } from '../../../db/schema'
import { changeProfile, checkCredentials, register } from '~/domain/accounts/accounts.server'
import {
  cancelChange,
  isCancelLinkValid,
  removeEndedEmailChangeLinks,
} from '~/domain/accounts/email-change.server'
import { isTokenValid, recoverByEmail } from '~/domain/accounts/recovery.server'
import { pendingEmail, resendCode, verifyEmail } from '~/domain/accounts/verification.server'
import { offersOf } from '~/domain/offers/offers.server'
import { readSession, startSession } from '~/domain/sessions/sessions.server'

import { codeOf, mailsTo, person, site, tokenOf } from '../../support/accounts'
import { provideDatabase } from '../../support/database'
import { insertQuote } from '../../support/quotes'

const provided = provideDatabase()
const caller = { site, ip: null }
const profile = { username: 'Anna', full_address: null, region_state: null, occupation: null }
let db: Db
let count = 0
/** Each test's account, with a verified email, and the email that it changes to. */
let user: { id: number; email: string; email_verified: boolean }
let next: string

const accountOf = (id: number) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const findByEmail = (email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
const request = async (email: string, password: { current_password?: string | null } = {}) =>
  changeProfile(
    db,
    await accountOf(user.id),
    { ...profile, email, current_password: person.password, ...password },
    { site },
  )
/** Requests a change and enters its code. */
async function change(email: string) {
  expect(await request(email)).toEqual({ ok: true, pending: email })
  expect(await verifyEmail(db, user.id, await codeOf(db, email), { site })).toEqual({ ok: true, email })
}
/** The token of the newest cancel link mailed to an email. */
async function cancelToken(email: string) {
  const texts = (await mailsTo(db, email)).map(({ body_text }) => body_text)
  const tokens = texts.map((text) => /cancel-email-change\?token=([\w-]+)/.exec(text)?.[1])
  return tokens.findLast((token) => token !== undefined) ?? ''
}

beforeEach(async () => {
  db = provided.db
  const email = `cancel${(count += 1)}@example.com`
  next = `next${count}@example.com`
  await register(db, { ...person, email }, { ...caller, key: null })
  const { id } = (await findByEmail(email))!
  await verifyEmail(db, id, await codeOf(db, email), { site })
  user = { id, email, email_verified: true }
})

describe('a new email', () => {
  test.each([null, undefined, ''])(
    'is rejected without the current password (%j)',
    async (current_password) => {
      expect(await request(next, { current_password })).toEqual({
        ok: false,
        errors: [{ path: 'current_password', message: 'Current password is required' }],
      })
      expect(await pendingEmail(db, user.id)).toBeNull()
      expect((await accountOf(user.id)).username).toBe('Ann')
    },
  )

  test('is rejected with a wrong password, which counts as an attempt', async () => {
    for (let time = 0; time < 10; time += 1)
      expect(await request(next, { current_password: 'a wrong password' })).toEqual({
        ok: false,
        errors: [{ path: 'current_password', message: 'Current password is incorrect' }],
      })
    await expect(request(next)).rejects.toThrow('Too many attempts')
    expect((await accountOf(user.id)).username).toBe('Ann')
  })

  test('keeps the applications sent under the verified one before it, without being logged in', async () => {
    const id = await insertQuote(db, { email: user.email.toUpperCase() })
    await insertQuote(db, { email: next.replace('next', 'other') })
    await change(next)
    expect((await offersOf(db, user.id)).map((quote) => quote.id)).toEqual([id])
    const writtenTo = async () =>
      db.selectFrom('quote_submissions').select('email').where('id', '=', id).executeTakeFirst()
    expect(await writtenTo()).toEqual({ email: next })
    await cancelChange(db, await cancelToken(user.email), { site })
    expect(await writtenTo()).toEqual({ email: user.email })
  })

  test('takes no applications of a stranger, whose email was mistyped at sign-up', async () => {
    await db.updateTable('users').set({ email_verified: false }).where('id', '=', user.id).execute()
    await insertQuote(db, { email: user.email })
    await change(next)
    expect(await offersOf(db, user.id)).toEqual([])
  })
})

describe('the link mailed to the old email', () => {
  test('cancels a pending change, once, and ends sessions and recovery links', async () => {
    await request(next)
    const code = await codeOf(db, next)
    const session = await startSession(
      db,
      { id: user.id, admin: false },
      { remember: true, userAgent: null, ip: null },
    )
    await recoverByEmail(db, user.email, caller)
    const recovery = await tokenOf(db, user.email)
    const token = await cancelToken(user.email)
    expect([token.length, await isCancelLinkValid(db, token)]).toEqual([43, true])

    const outcomes = await Promise.all([cancelChange(db, token, { site }), cancelChange(db, token, { site })])
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    expect(await pendingEmail(db, user.id)).toBeNull()
    expect(await verifyEmail(db, user.id, code, { site })).toMatchObject({ ok: false })
    expect(await accountOf(user.id)).toMatchObject({ email: user.email, email_verified: true })
    expect(await readSession(db, session.token, { renew: false })).toBeNull()
    expect(await isTokenValid(db, recovery)).toBe(false)
    expect((await mailsTo(db, user.email)).at(-1)?.subject).toMatch(/was cancelled$/)
    expect(await checkCredentials(db, user.email, person.password)).not.toBeNull()
  })

  test.each(['requested', 'done'])('sent when the change was %s restores the old email', async (when) => {
    await request(next)
    const first = await cancelToken(user.email)
    await verifyEmail(db, user.id, await codeOf(db, next), { site })
    const second = await cancelToken(user.email)
    expect(second).not.toBe(first)
    expect(await cancelChange(db, when === 'done' ? second : first, { site })).toBe(true)
    expect(await accountOf(user.id)).toMatchObject({ email: user.email, email_verified: true })
    expect(await findByEmail(next)).toBeUndefined()
    expect([await isCancelLinkValid(db, first), await isCancelLinkValid(db, second)]).toEqual([false, false])
  })

  test('restores the first email after several changes, and outlives the links of later ones', async () => {
    await change(next)
    const owners = await cancelToken(user.email)
    await change(`third${count}@example.com`)
    const thiefs = await cancelToken(next)
    expect(await cancelChange(db, thiefs, { site })).toBe(true)
    expect((await accountOf(user.id)).email).toBe(next)
    expect(await cancelChange(db, owners, { site })).toBe(true)
    expect((await accountOf(user.id)).email).toBe(user.email)
  })

  test('invalidates the links of later changes', async () => {
    await change(next)
    const owners = await cancelToken(user.email)
    await request(`third${count}@example.com`)
    const thiefs = await cancelToken(next)
    await cancelChange(db, owners, { site })
    expect(await cancelChange(db, thiefs, { site })).toBe(false)
    expect((await accountOf(user.id)).email).toBe(user.email)
  })

  test('reserves the old email against sign-ups and changes', async () => {
    await change(next)
    await register(db, { ...person, email: user.email.toUpperCase() }, { ...caller, key: null })
    expect((await mailsTo(db, user.email)).at(-1)?.kind).toBe('address in use')
    expect(await findByEmail(user.email)).toBeUndefined()

    const other = `other${count}@example.com`
    await register(db, { ...person, email: other }, { ...caller, key: null })
    const thief = (await findByEmail(other))!
    const fields = { ...profile, email: user.email, current_password: person.password }
    await changeProfile(db, thief, fields, { site })
    expect((await mailsTo(db, user.email)).at(-1)?.kind).toBe('address in use')
    expect(await cancelChange(db, await cancelToken(user.email), { site })).toBe(true)
    expect((await accountOf(user.id)).email).toBe(user.email)
  })

  test('is valid for 7 days, after which the old email is free', async () => {
    await change(next)
    const token = await cancelToken(user.email)
    const pass = (time: string) =>
      sql`update email_change_links set expires_at = expires_at - ${time}::interval where user_id = ${user.id}`.execute(
        db,
      )
    await pass('6 days 23 hours')
    expect(await isCancelLinkValid(db, token)).toBe(true)
    await pass('2 hours')
    expect(await isCancelLinkValid(db, token)).toBe(false)
    expect(await cancelChange(db, token, { site })).toBe(false)
    await removeEndedEmailChangeLinks(db)
    await register(db, { ...person, email: user.email }, { ...caller, key: null })
    expect(await findByEmail(user.email)).toBeDefined()
  })

  test('cannot restore an email that was never verified', async () => {
    const mistyped = `mistyped${count}@example.com`
    await register(db, { ...person, email: mistyped }, { ...caller, key: null })
    user = (await findByEmail(mistyped))!
    await request(next)
    const token = await cancelToken(mistyped)
    expect(await isCancelLinkValid(db, token)).toBe(true)
    await verifyEmail(db, user.id, await codeOf(db, next), { site })
    expect(await cancelToken(mistyped)).toBe(token)
    expect(await cancelChange(db, token, { site })).toBe(false)
    expect((await accountOf(user.id)).email).toBe(next)
  })

  test.each(['', 'x', "' or 1=1 --"])('is invalid with the token %j', async (token) => {
    expect(await cancelChange(db, token, { site })).toBe(false)
  })
})

test('a recovery that races a change of email sends no link', async () => {
  await change(next)
  await recoverByEmail(db, user.email, caller)
  expect(await tokenOf(db, user.email)).toBe('')
  expect(await resendCode(db, await accountOf(user.id), { site })).toMatchObject({ ok: false })
})
