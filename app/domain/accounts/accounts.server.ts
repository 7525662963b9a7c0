import { randomBytes } from 'node:crypto'

import type { Site } from '~/content/metadata'
import { fingerprint } from '~/domain/hashes.server'
import {
  firstResult,
  IdempotencyConflict,
  once,
  type IdempotencyKey,
} from '~/domain/idempotency/idempotency.server'
import type { FieldError } from '~/domain/parse-fields'
import { limitFailures, refund, consume, tryConsume } from '~/domain/rate-limits/rate-limits.server'
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
import { findEmailHolder } from './email-change.queries.server'
import { announceChange } from './email-change.server'
import { notifyAccount } from './notify-account.server'
import { passwordProblem } from './password-rules.server'
import { hashPassword, passwordMatches } from './passwords.server'
import { cancelPendingEmail, pendingEmail, sendCode, notifyOwner } from './verification.server'

export { findAccount, listAdminEmails } from './accounts.queries.server'

/** Success, or the errors by field. */
type Outcome = { ok: true } | { ok: false; errors: FieldError[] }

/** An account whose password was correct, and whether its login needs a second step. */
type ProvenAccount = SessionUser & { has_second_factor: boolean }

/**
 * Returns the account of an email and a password, or null. An unknown email takes as long as a wrong password. Records the login, unless
 * it needs a second step.
 * @throws {HashingBusyError} when too many logins arrive at once.
 */
export async function checkCredentials(
  db: Db,
  email: string,
  password: string,
): Promise<ProvenAccount | null> {
  const account = await queries.findCredentials(db, email)
  const matches = await passwordMatches(password, account?.password_hash ?? null)
  if (!account || !matches) return null
  const { password_hash: _, ...user } = account
  return user.has_second_factor ? user : recordLogin(db, user)
}

/** Stores the time of a login, and returns the account with it. */
export async function recordLogin<User extends SessionUser>(db: Db, user: User): Promise<User> {
  return { ...user, last_login: await queries.recordLogin(db, user.id) }
}

/**
 * Creates an account and mails it a code. For an email that is already in use, the response and its timing are the same, and the account's
 * owner gets a mail about it. A retry keeps the first password.
 * @throws {HashingBusyError} when too many passwords arrive at once; {IdempotencyConflict} when the key is reused with another email.
 * @throws {TooManyAttempts} when the caller's IP has signed up too often; a retry is not counted again.
 */
export async function register(
  db: Db,
  { password, ...account }: Registration,
  { site, ip, key }: { site: Site; ip: string | null; key: IdempotencyKey | null },
): Promise<{ ok: true; repeated: boolean } | Extract<Outcome, { ok: false }>> {
  const problem = passwordProblem(password, { brandName: site.brand.name, email: account.email })
  if (problem !== null) return { ok: false, errors: [{ path: 'password', message: problem }] }
  const content = { email: account.email }
  if (await firstResult(db, key, content)) return { ok: true, repeated: true }
  await consume(db, 'sign-up', ip) // before the hash, which is the expensive part of a flood
  const password_hash = await hashPassword(password, 'sign-ups')
  let outcome: string | null = null // stays null for a retry
  const createAccount = async (trx: Db) => {
    const holder = await findEmailHolder(trx, account.email)
    const id = holder ? null : await queries.insertAccount(trx, { ...account, password_hash })
    outcome = id === null ? 'address in use' : 'created'
    if (id !== null) return sendCode(trx, id, account.email, site).then(() => true)
    const owner = holder ?? (await findEmailHolder(trx, account.email))
    if (owner) await notifyOwner(trx, owner, site)
    return true
  }
  const { repeated } = await withConstantTiming(async () => {
    const registered = await once(db, key, content, createAccount)
    if (outcome !== null)
      await recordSecurityEvent(db, { kind: 'sign-up', email: account.email, details: { outcome } })
    return registered
  })
  if (repeated) await refund(db, 'sign-up', ip)
  return { ok: true, repeated }
}

/**
 * Resends the mail of a sign-up: a new code or, for a verified account, a notice to its owner. The response does not reveal which, nor that
 * the email has reached its limit.
 * @throws {TooManyAttempts} when the caller's IP has signed up or resent too often.
 */
export async function resendRegistration(
  db: Db,
  email: string,
  { site, ip }: { site: Site; ip: string | null },
) {
  await consume(db, 'sign-up', ip)
  const send = async (trx: Db) => {
    const account = await queries.findByEmail(trx, email)
    if (account?.email_verified) return notifyOwner(trx, account, site)
    if (!account || (await pendingEmail(trx, account.id)) !== null) return
    const { allowed } = await tryConsume(trx, 'verification mails', String(account.id))
    if (allowed) await sendCode(trx, account.id, account.email, site)
  }
  await withConstantTiming(() => db.transaction().execute(send))
}

/**
 * Checks an account's password within its own session. Failures are counted separately from logins, whose limit strangers could use up.
 * @returns the stored hash that the password matches, or null.
 * @throws {HashingBusyError}
 * @throws {TooManyAttempts} after too many wrong passwords.
 */
export async function verifyPassword(db: Db, userId: number, password: string) {
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
 * Replaces the password after checking the current one. The session gets a new token, so that a copied one no longer works. Without a key too,
 * a change that is sent again succeeds.
 * @throws {HashingBusyError}
 * @throws {TooManyAttempts} after too many wrong current passwords or too many changes.
 * @throws {IdempotencyConflict} when the key was used for another password.
 */
export async function changePassword(
  db: Db,
  user: { id: number; email: string },
  passwords: { current_password: string; new_password: string },
  { site, session, key = null }: { site: Site; session: number; key?: IdempotencyKey | null },
): Promise<{ ok: true; renewed: SessionToken | null } | { ok: false; errors: FieldError[] }> {
  if ((await firstResult(db, key, {})) !== null) return repeatChange(db, user.id, passwords)
  const stored = await verifyPassword(db, user.id, passwords.current_password)
  if (stored === null) {
    // The form was sent before, and its response was lost.
    const hash = await queries.findPasswordHash(db, user.id)
    const isDone = await passwordMatches(passwords.new_password, hash)
    return isDone ? { ok: true, renewed: null } : wrongPassword
  }
  const problem =
    passwords.new_password === passwords.current_password
      ? 'The new password must not be the current one'
      : passwordProblem(passwords.new_password, { brandName: site.brand.name, email: user.email })
  if (problem !== null) return { ok: false, errors: [{ path: 'new_password', message: problem }] }
  await consume(db, 'new passwords', String(user.id))
  const hash = await hashPassword(passwords.new_password)
  const { result: ended, repeated } = await once(db, key, {}, (trx) =>
    setPassword(trx, user.id, { hash, expected: stored }, { site, session }),
  )
  if (ended === null) return wrongPassword
  if (repeated) return repeatChange(db, user.id, passwords)
  await recordNewPassword(db, 'password changed', user.id, ended)
  return { ok: true, renewed: await replaceToken(db, { id: session, userId: user.id }) }
}

/** Responds to a retry of a change. The key holds no fingerprint of the passwords, which a thief could guess by: the new one itself proves the retry. */
async function repeatChange(db: Db, userId: number, { new_password }: { new_password: string }) {
  if ((await verifyPassword(db, userId, new_password)) === null)
    throw new IdempotencyConflict('This key was used for another password')
  return { ok: true as const, renewed: null }
}

/**
 * Stores a new password hash, invalidates the account's recovery links, ends its sessions except `session`, and notifies its owner.
 * @returns the number of live sessions ended; null, with no change made, when the hash is no longer the `expected` one.
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

/** Records a password change, and the sessions that it ended. */
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

/** A profile as its form shows it: the email is the one that waits for its code, if there is one. */
type ShownProfile = Record<'username' | 'email' | 'full_address' | 'region_state' | 'occupation', string>

/** Returns a profile as its form shows it. */
export function shownProfile(
  { username, email, full_address, region_state, occupation }: Omit<Profile, 'current_password'>,
  pending: string | null = null,
): ShownProfile {
  return {
    username,
    email: pending ?? email,
    full_address: full_address ?? '',
    region_state: region_state ?? '',
    occupation: occupation ?? '',
  }
}

const savedElsewhere =
  'Since you opened this form, your profile was saved with other values, as in another window. Save again to keep what stands here.'

/** Returns the version of a profile that a form is based on. */
export function profileVersion(profile: ShownProfile) {
  return fingerprint(profile)
}

/**
 * Updates an account's profile. A new email requires the current password and takes effect when its code has been entered; until then the
 * old one stays, and receives a link that cancels the change. The timing does not reveal whether another account uses the email. With the
 * version that a form is `basedOn`, a profile that was saved since with other values is returned, and nothing is changed.
 * @returns the email whose verification is pending, or null.
 * @throws {HashingBusyError}
 * @throws {TooManyAttempts} after too many codes or too many wrong passwords.
 */
export async function changeProfile(
  db: Db,
  user: { id: number; email: string; email_verified: boolean },
  { email, current_password, ...profile }: Profile,
  { site, basedOn }: { site: Site; basedOn?: string },
): Promise<
  { ok: true; pending: string | null } | { ok: false; errors: FieldError[]; stored?: ShownProfile }
> {
  const same = (other: string | null) => other?.toLowerCase() === email.toLowerCase()
  const isOwn = same(user.email)
  const isNew = !isOwn && !same(await pendingEmail(db, user.id))
  if (isNew) {
    if (!current_password)
      return { ok: false, errors: [{ path: 'current_password', message: 'Current password is required' }] }
    if ((await verifyPassword(db, user.id, current_password)) === null) return wrongPassword
  }
  let event: 'email change requested' | 'email change cancelled' | null = null
  const change = async (trx: Db) => {
    const stored = basedOn === undefined ? null : await savedSince(trx, user.id, basedOn)
    const typed = profileVersion(shownProfile({ email, ...profile }))
    if (stored !== null && profileVersion(stored) !== typed) return stored
    await queries.updateProfile(trx, user.id, profile)
    if (isOwn && (await cancelPendingEmail(trx, user.id))) event = 'email change cancelled'
    if (!isNew) return null
    await consume(trx, 'verification mails', String(user.id))
    await sendCode(trx, user.id, email, site)
    await announceChange(trx, user, site)
    event = 'email change requested'
    return null
  }
  const stored = await withConstantTiming(() => db.transaction().execute(change))
  if (stored !== null) return { ok: false, errors: [{ path: '', message: savedElsewhere }], stored }
  if (event !== null) await recordSecurityEvent(db, { kind: event, accountId: user.id })
  return { ok: true, pending: isOwn ? null : email }
}

/** Returns the stored profile if it is not the one that a form is based on, and locks it. */
async function savedSince(trx: Db, userId: number, basedOn: string) {
  const row = await queries.lockProfile(trx, userId)
  if (!row) return null
  const stored = shownProfile(row, await pendingEmail(trx, userId))
  return profileVersion(stored) === basedOn ? null : stored
}

/** Creates a verified admin, by the command or the first start. An existing account with this email is never changed. */
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
 * Ensures that a new installation has an admin: the one named in the environment if it is missing; on the embedded database, if none is
 * named and there is no admin, one with a generated password.
 * @returns the credentials to print once if the password was generated; else null.
 */
export async function ensureFirstAdmin(
  db: Db,
  settings: {
    email: string | undefined
    password: string | undefined
    embedded: boolean
    fallbackEmail: string
  },
) {
  if (settings.email !== undefined && settings.password !== undefined) {
    if (!(await queries.findByEmail(db, settings.email)))
      await createAdmin(db, { email: settings.email, password: settings.password }, 'first start')
    return null
  }
  if (!settings.embedded || (await queries.anyAdmin(db))) return null
  const credentials = {
    email: settings.email ?? settings.fallbackEmail,
    password: settings.password ?? randomBytes(12).toString('base64url'),
  }
  const created = await createAdmin(db, credentials, 'first start')
  return created ? { ...credentials, isGiven: settings.password !== undefined } : null
}
