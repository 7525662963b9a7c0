import { randomBytes } from 'node:crypto'

import type { Site } from '~/content/metadata'
import { firstAnswer, once, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import type { FieldError } from '~/domain/parse-fields'
import { limitFailures, giveBack, consume, tryConsume } from '~/domain/rate-limits/rate-limits.server'
import { recordSecurityEvent } from '~/domain/security-events/security-events.server'
import {
  endSessionsOf,
  replaceToken,
  type SessionToken,
  type SessionUser,
} from '~/domain/sessions/sessions.server'
import { passwordChangedMail } from '~/emails/password-changed'

import type { Db } from '../../../db/schema'
import * as queries from './accounts.queries.server'
import type { Profile, Registration } from './accounts.schema'
import { withConstantTiming } from './constant-timing.server'
import { findHolder } from './email-change.queries.server'
import { announceChange } from './email-change.server'
import { notifyAccount } from './notify-account.server'
import { passwordProblem } from './password-rules'
import { hashPassword, passwordMatches } from './passwords.server'
import { cancelPendingEmail, pendingEmail, sendCode, notifyOwner } from './verification.server'

/** Either done, or what is wrong with which field. */
type Outcome = { ok: true } | { ok: false; errors: FieldError[] }

/**
 * The account of an e-mail address and a password, or null. An unknown address takes as long as a wrong password.
 * @throws {HashingBusyError} when too many logins come at once.
 */
export async function checkCredentials(db: Db, email: string, password: string): Promise<SessionUser | null> {
  const found = await queries.findCredentials(db, email)
  const matches = await passwordMatches(password, found?.password_hash ?? null)
  if (!found || !matches) return null
  const { password_hash: _, ...user } = found
  return { ...user, last_login: await queries.noteLogin(db, found.id) }
}

/**
 * Makes an account and sends its address a code. For an address that has an account already, the answer and its time are the
 * same, and its owner gets a mail that says so.
 * @throws {HashingBusyError} when too many passwords come at once; {IdempotencyConflict} when the key comes with another address.
 * @throws {TooManyAttempts} when the caller's address has signed up too many; a retry is not counted again.
 */
export async function register(
  db: Db,
  { password, ...account }: Registration,
  { site, address, key }: { site: Site; address: string | null; key: IdempotencyKey | null },
): Promise<Outcome> {
  const problem = passwordProblem(password, { brandName: site.brand.name, email: account.email })
  if (problem !== null) return { ok: false, errors: [{ path: 'password', message: problem }] }
  const content = { email: account.email }
  if (await firstAnswer(db, key, content)) return { ok: true }
  await consume(db, 'sign-up', address) // before the hash, which is what a flood would cost
  const password_hash = await hashPassword(password, 'sign-ups')
  let outcome: string | null = null // stays null for a retry
  const make = async (trx: Db) => {
    const holder = await findHolder(trx, account.email)
    const id = holder ? null : await queries.insertAccount(trx, { ...account, password_hash })
    outcome = id === null ? 'address in use' : 'created'
    if (id !== null) return sendCode(trx, id, account.email, site).then(() => true)
    const owner = holder ?? (await findHolder(trx, account.email))
    if (owner) await notifyOwner(trx, owner, site)
    return true
  }
  const { repeated } = await withConstantTiming(async () => {
    const registered = await once(db, key, content, make)
    if (outcome !== null)
      await recordSecurityEvent(db, { kind: 'sign-up', email: account.email, details: { outcome } })
    return registered
  })
  if (repeated) await giveBack(db, 'sign-up', address)
  return { ok: true }
}

/**
 * Sends the mail of a sign-up again: a new code, or to the owner of a verified account the word that it exists. The caller learns
 * nothing of which, nor that an address has had too many.
 * @throws {TooManyAttempts} when the caller's address has signed up or asked too often.
 */
export async function resendRegistration(
  db: Db,
  email: string,
  { site, address }: { site: Site; address: string | null },
) {
  await consume(db, 'sign-up', address)
  const send = async (trx: Db) => {
    const account = await queries.findByEmail(trx, email)
    if (account?.email_verified) return notifyOwner(trx, account, site)
    if (!account || (await pendingEmail(trx, account.id)) !== null) return
    const { allowed } = await tryConsume(trx, 'verification mails', String(account.id))
    if (allowed) await sendCode(trx, account.id, account.email, site)
  }
  await withConstantTiming(() => db.transaction().execute(send))
}

/** The account with an id, as an administrator sees it. */
export async function findAccount(db: Db, id: number) {
  return queries.findAccount(db, id)
}

/**
 * Checks the password of an account in a session of its own. Wrong ones are counted apart from logins, which strangers could use up.
 * @returns the stored hash that it belongs to, or null.
 * @throws {HashingBusyError}
 * @throws {TooManyAttempts} when it was wrong too often.
 */
async function provePassword(db: Db, userId: number, password: string) {
  const proven = await limitFailures(db, 'current passwords', String(userId), async () => {
    const hash = await queries.findPasswordHash(db, userId)
    return (await passwordMatches(password, hash)) ? hash : null
  })
  if (proven === null) await recordSecurityEvent(db, { kind: 'password check failed', accountId: userId })
  return proven
}

const wrongPassword = {
  ok: false as const,
  errors: [{ path: 'current_password', message: 'Current password is incorrect' }],
}

/**
 * Sets a new password for who knows the present one. The session gets a new token: whoever has copied the old one is out.
 * @throws {HashingBusyError}
 * @throws {TooManyAttempts} when the present one was wrong too often, or new ones were set too often.
 */
export async function changePassword(
  db: Db,
  user: { id: number; email: string },
  passwords: { current_password: string; new_password: string },
  { site, session }: { site: Site; session: number },
): Promise<{ ok: true; renewed: SessionToken | null } | { ok: false; errors: FieldError[] }> {
  const stored = await provePassword(db, user.id, passwords.current_password)
  if (stored === null) return wrongPassword
  const problem =
    passwords.new_password === passwords.current_password
      ? 'The new password must not be the current one'
      : passwordProblem(passwords.new_password, { brandName: site.brand.name, email: user.email })
  if (problem !== null) return { ok: false, errors: [{ path: 'new_password', message: problem }] }
  await consume(db, 'new passwords', String(user.id))
  const hash = await hashPassword(passwords.new_password)
  const ended = await db
    .transaction()
    .execute((trx) => setPassword(trx, user.id, { hash, expected: stored }, { site, session }))
  if (ended === null) return wrongPassword
  await recordNewPassword(db, 'password changed', user.id, ended)
  return { ok: true, renewed: await replaceToken(db, { id: session, userId: user.id }) }
}

/**
 * Puts a password in place, ends the account's recovery links and its sessions, except for the one that is kept, and tells its owner.
 * @returns how many live sessions ended; null when the hash is no longer the `expected` one, and nothing was done.
 */
export async function setPassword(
  trx: Db,
  userId: number,
  password: { hash: string; expected?: string },
  { site, session }: { site: Site; session: number | null },
) {
  const account = await queries.updatePassword(trx, userId, password)
  if (!account) return null
  await queries.endRecoveries(trx, userId)
  const ended = await endSessionsOf(trx, userId, { except: session })
  await notifyAccount(trx, account, { kind: 'password changed', message: passwordChangedMail(site) })
  return ended
}

/** Records that a new password is in place, and that sessions ended with the old one. */
export async function recordNewPassword(
  db: Db,
  kind: 'password changed' | 'password reset',
  accountId: number,
  sessions: number,
) {
  await recordSecurityEvent(db, { kind, accountId })
  const details = { by: 'password change', sessions }
  if (sessions > 0) await recordSecurityEvent(db, { kind: 'session ended', accountId, details })
}

/**
 * Changes what an account says of its owner. A new e-mail address takes the current password, and counts once its code has been
 * entered: until then the old one stays, and gets a link that cancels the change. How long that takes does not reveal whether
 * another account has the address.
 * @returns the address that waits for its code, or null.
 * @throws {HashingBusyError}
 * @throws {TooManyAttempts} when the account has had too many codes sent, or its password was wrong too often.
 */
export async function changeProfile(
  db: Db,
  user: { id: number; email: string; email_verified: boolean },
  { email, current_password, ...profile }: Profile,
  site: Site,
): Promise<{ ok: true; pending: string | null } | { ok: false; errors: FieldError[] }> {
  const same = (address: string | null) => address?.toLowerCase() === email.toLowerCase()
  const isOwn = same(user.email)
  const isNew = !isOwn && !same(await pendingEmail(db, user.id))
  if (isNew) {
    if (!current_password)
      return { ok: false, errors: [{ path: 'current_password', message: 'Current password is required' }] }
    if ((await provePassword(db, user.id, current_password)) === null) return wrongPassword
  }
  let event: 'email change requested' | 'email change cancelled' | null = null
  const change = async (trx: Db) => {
    await queries.updateProfile(trx, user.id, profile)
    if (isOwn && (await cancelPendingEmail(trx, user.id))) event = 'email change cancelled'
    if (!isNew) return
    await consume(trx, 'verification mails', String(user.id))
    await sendCode(trx, user.id, email, site)
    await announceChange(trx, user, site)
    event = 'email change requested'
  }
  await withConstantTiming(() => db.transaction().execute(change))
  if (event !== null) await recordSecurityEvent(db, { kind: event, accountId: user.id })
  return { ok: true, pending: isOwn ? null : email }
}

/** Creates a verified admin, `by` a command or the first start. An account that has this e-mail address already is never changed. */
export async function createAdmin(
  db: Db,
  { email, password }: { email: string; password: string },
  by: 'command' | 'first start' = 'command',
) {
  const id = await queries.insertAccount(db, {
    username: 'Administrator',
    email,
    password_hash: await hashPassword(password),
    email_verified: true,
    admin: true,
  })
  if (id !== null) await recordSecurityEvent(db, { kind: 'admin created', accountId: id, details: { by } })
  return id !== null
}

/**
 * Makes sure that a new installation has its first admin: the one named in the environment if it is absent; on the embedded
 * database, when none is named and there is no admin yet, one with a password made here.
 * @returns the credentials to print once, when a password was made here; else null.
 */
export async function ensureFirstAdmin(
  db: Db,
  wanted: {
    email: string | undefined
    password: string | undefined
    embedded: boolean
    fallbackEmail: string
  },
) {
  if (wanted.email !== undefined && wanted.password !== undefined) {
    await createAdmin(db, { email: wanted.email, password: wanted.password }, 'first start')
    return null
  }
  if (!wanted.embedded || (await queries.anyAdmin(db))) return null
  const credentials = {
    email: wanted.email ?? wanted.fallbackEmail,
    password: wanted.password ?? randomBytes(12).toString('base64url'),
  }
  const created = await createAdmin(db, credentials, 'first start')
  return created && wanted.password === undefined ? credentials : null
}
