import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'

import type { Db } from '../../../db/schema'
import { changeProfile, register } from '~/domain/accounts/accounts.server'
import {
  findVerificationLink,
  pendingEmail,
  resendCode,
  verifyByLink,
  verifyEmail,
} from '~/domain/accounts/verification.server'
import { maskSecrets } from '~/domain/mail/mail.server'

import { codeOf, mailsTo, person, site } from '../../support/accounts'
import { provideDatabase } from '../../support/database'

const provided = provideDatabase()
const dead = { ok: false, error: 'This link is no longer valid.' }
let db: Db
let count = 0
/** Each test's account, which is not verified yet. */
let user: { id: number; email: string; email_verified: boolean }

const accountOf = (email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'email_verified'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
const linkIn = (text = '') => /verify-email\?token=([\w-]{43})\b/.exec(text)?.[1] ?? ''
const linkOf = async (email: string) => linkIn((await mailsTo(db, email)).at(-1)?.body_text)

async function signUp(email: string) {
  await register(db, { ...person, email }, { site, ip: null, key: null })
  return accountOf(email)
}

beforeEach(async () => {
  db = provided.db
  user = await signUp(`link${(count += 1)}@example.com`)
})

test('a link verifies its account once, and its code with it', async () => {
  const token = await linkOf(user.email)
  expect(await findVerificationLink(db, token)).toEqual({ userId: user.id, email: user.email })
  expect((await accountOf(user.email)).email_verified).toBe(false)

  const outcomes = await Promise.all([1, 2, 3].map(() => verifyByLink(db, user.id, token, { site })))
  expect(outcomes.filter(({ ok }) => ok)).toEqual([{ ok: true, email: user.email }])
  expect(outcomes.filter(({ ok }) => !ok)).toEqual([dead, dead])
  expect((await accountOf(user.email)).email_verified).toBe(true)
  expect(await findVerificationLink(db, token)).toBeNull()
  expect((await verifyEmail(db, user.id, await codeOf(db, user.email), { site })).ok).toBe(false)
})

test('a link does not work for another account, which leaves it valid', async () => {
  const other = await signUp(`other${count}@example.com`)
  const token = await linkOf(user.email)
  expect(await verifyByLink(db, other.id, token, { site })).toEqual(dead)
  expect(await verifyByLink(db, user.id, token, { site })).toEqual({ ok: true, email: user.email })
  expect((await accountOf(other.email)).email_verified).toBe(false)
})

test.each(['', 'nonsense', '\u0000', 'a'.repeat(100_000), "' or true --"])(
  'a made-up link is not valid (%#)',
  async (token) => {
    expect(await findVerificationLink(db, token)).toBeNull()
    expect(await verifyByLink(db, user.id, token, { site })).toEqual(dead)
  },
)

test('a link ends after ten minutes, with the next mail, and with its code', async () => {
  const first = await linkOf(user.email)
  await resendCode(db, user, { site })
  expect(await verifyByLink(db, user.id, first, { site })).toEqual(dead)

  const second = await linkOf(user.email)
  await sql`update email_verifications set expires_at = expires_at - interval '10 minutes'
    where user_id = ${user.id}`.execute(db)
  expect(await findVerificationLink(db, second)).toBeNull()
  expect(await verifyByLink(db, user.id, second, { site })).toEqual(dead)

  await resendCode(db, user, { site })
  const third = await linkOf(user.email)
  expect(await verifyEmail(db, user.id, await codeOf(db, user.email), { site })).toMatchObject({ ok: true })
  expect(await verifyByLink(db, user.id, third, { site })).toEqual(dead)
})

test('the link of a new email changes the email; neither the database nor the own mails hold it', async () => {
  await verifyByLink(db, user.id, await linkOf(user.email), { site })
  const profile = { username: 'Anna', full_address: null, region_state: null, occupation: null }
  const email = `new${count}@example.com`
  const changed = { ...profile, email, current_password: person.password }
  await changeProfile(db, { ...user, email_verified: true }, changed, { site })
  const token = await linkOf(email)
  const stored = await sql<{ row: string }>`select email_verifications::text as row
    from email_verifications where user_id = ${user.id}`.execute(db)
  expect(JSON.stringify(stored.rows)).not.toContain(token)
  const [mail] = await mailsTo(db, email)
  expect(linkIn(maskSecrets(mail?.body_text ?? ''))).toBe('')

  expect(await verifyByLink(db, user.id, token, { site })).toEqual({ ok: true, email })
  expect(await accountOf(email)).toMatchObject({ id: user.id, email_verified: true })
  expect(await pendingEmail(db, user.id)).toBeNull()
  expect((await mailsTo(db, user.email)).at(-1)?.subject).toMatch(/was changed$/)
})
