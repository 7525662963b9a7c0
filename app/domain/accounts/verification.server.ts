import { createHash, randomInt, timingSafeEqual } from 'node:crypto'

import type { Site } from '~/content/metadata'
import { firstResult, once, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { enqueueMail } from '~/domain/mail/mail.server'
import { sendReceipt } from '~/domain/mail/receipts.server'
import { clearLimit, limitFailures, consume, tryConsume } from '~/domain/rate-limits/rate-limits.server'
import { recordSecurityEvent } from '~/domain/security-events/security-events.server'
import { hashToken, newToken } from '~/domain/tokens.server'
import { emailInUseMail } from '~/emails/email-in-use'
import { verificationMail } from '~/emails/verification'

import { isUniqueViolation } from '../../../db/errors'
import type { Db } from '../../../db/schema'
import { endRecoveries } from './accounts.queries.server'
import { withConstantTiming } from './constant-timing.server'
import { findEmailHolder } from './email-change.queries.server'
import { concludeChange } from './email-change.server'
import * as queries from './verification.queries.server'

/** The lifetime of a code, in minutes. */
const validMinutes = 10
/** The maximum number of attempts on a code. */
const maxAttempts = 5

type Outcome = { ok: true; email: string } | { ok: false; error: string }

/** The message for an invalid link. */
export const expiredVerificationLink = 'This link is no longer valid.'

const linkExpired = { ok: false, error: expiredVerificationLink } as const
const codeExpired = { ok: false, error: 'This code is no longer valid. Please request a new one.' } as const

/**
 * Mails an account the code for an email and invalidates its earlier codes. If the email belongs to another account, it gets no code, but
 * its owner gets a notice. The caller does not learn of this, nor of an email that has reached its limit of codes, for which the earlier
 * code stays valid.
 */
export async function sendCode(trx: Db, userId: number, email: string, site: Site) {
  const holder = await findEmailHolder(trx, email)
  const isForeign = holder !== undefined && holder.id !== userId
  const isSent = !isForeign && (await tryConsume(trx, 'verification mails by recipient', email)).allowed
  if (!isSent && !isForeign && (await queries.hasCodeFor(trx, userId, email))) return
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const token = newToken()
  await queries.replaceCode(trx, {
    user_id: userId,
    email,
    code_hash: codeHash(userId, code),
    token_hash: hashToken(token),
    expires_at: new Date(Date.now() + validMinutes * 60_000),
  })
  if (isForeign) return notifyOwner(trx, holder, site)
  if (isSent)
    await enqueueMail(trx, {
      kind: 'verification',
      to: email,
      userId,
      message: verificationMail(site, { code, token, minutes: validMinutes }),
    })
}

/** Notifies the owner of an email that someone tried to use it for an account. */
export async function notifyOwner(trx: Db, owner: { id: number; email: string }, site: Site) {
  await sendReceipt(trx, {
    kind: 'address in use',
    to: owner.email,
    userId: owner.id,
    message: emailInUseMail(site),
  })
}

/** Returns the email of an account that is pending verification, or null. */
export async function pendingEmail(db: Db, userId: number) {
  return (await queries.findPendingEmail(db, userId))?.email ?? null
}

/** Cancels a pending change of email. @returns whether there was one */
export async function cancelPendingEmail(trx: Db, userId: number) {
  if (!(await queries.findPendingEmail(trx, userId))) return false
  await queries.deleteCodes(trx, userId)
  return true
}

/** Cancels a pending change of email at its owner's request, and records it. */
export async function cancelChangeOf(db: Db, userId: number) {
  if (await db.transaction().execute((trx) => cancelPendingEmail(trx, userId)))
    await recordSecurityEvent(db, { kind: 'email change cancelled', accountId: userId })
}

/**
 * Sends a new code for the pending email: a new email of the account, or its current one while unverified.
 * @throws {TooManyAttempts} after too many codes for the account; a retry is not counted again.
 */
export async function resendCode(
  db: Db,
  user: { id: number; email: string; email_verified: boolean },
  { site, key = null }: { site: Site; key?: IdempotencyKey | null },
): Promise<Outcome> {
  const send = async (trx: Db): Promise<Outcome> => {
    const waiting = (await pendingEmail(trx, user.id)) ?? (user.email_verified ? null : user.email)
    if (waiting === null) return { ok: false, error: 'Your email address is already verified' }
    await consume(trx, 'verification mails', String(user.id))
    await sendCode(trx, user.id, waiting, site)
    return { ok: true, email: waiting }
  }
  return withConstantTiming(async () => (await once(db, key, {}, send)).result)
}

/**
 * Checks the code of the newest verification mail: its email becomes the account's, verified. Every attempt counts, right or wrong, so that
 * concurrent ones do not exceed the limit. Access to the mailbox proves ownership, so failed logins to the account are cleared.
 * @throws {TooManyAttempts} after too many wrong codes.
 * @throws {IdempotencyConflict} when the key was used for another code.
 */
export async function verifyEmail(
  db: Db,
  userId: number,
  code: string,
  { site, key = null }: { site: Site; key?: IdempotencyKey | null },
): Promise<Outcome> {
  const first = await firstResult<Attempt>(db, key, { code })
  if (first) return outcomeOf(first)
  const { result, repeated } = await limitFailures(
    db,
    'verification tries',
    String(userId),
    () => tryCode(db, userId, code, { site, key }),
    ({ result, repeated }) => !result.ok && !repeated,
  )
  return repeated ? outcomeOf(result) : concludeAttempt(db, userId, result)
}

/** The account and the email of a link, or null. Does not consume the link: mail scanners follow links too. */
export async function findVerificationLink(db: Db, token: string) {
  const link = await queries.findLink(db, hashToken(token))
  return link ? { userId: link.user_id, email: link.email } : null
}

/**
 * Verifies an email like verifyEmail, by the link of the mail. It works only for its own account: the recipient of a mail that someone else
 * requested must not verify the email for that account.
 */
export async function verifyByLink(
  db: Db,
  userId: number,
  token: string,
  { site }: { site: Site },
): Promise<Outcome> {
  const { result } = await attemptOnce(db, null, {}, async (trx) => {
    const link = await queries.useLink(trx, userId, hashToken(token))
    return link ? takeEmail(trx, userId, link.email, site) : linkExpired
  })
  return concludeAttempt(db, userId, result)
}

type Attempt = { ok: true; email: string; changed: boolean } | { ok: false; error: string }

/** Records an attempt; a successful one clears the failed logins to the account. */
async function concludeAttempt(db: Db, userId: number, attempt: Attempt): Promise<Outcome> {
  const kind = !attempt.ok ? 'verification failed' : attempt.changed ? 'email changed' : 'email verified'
  await recordSecurityEvent(db, { kind, accountId: userId })
  if (attempt.ok) await clearLimit(db, 'login by account', attempt.email)
  return outcomeOf(attempt)
}

function outcomeOf(attempt: Attempt): Outcome {
  return attempt.ok ? { ok: true, email: attempt.email } : attempt
}

async function tryCode(
  db: Db,
  userId: number,
  code: string,
  { site, key }: { site: Site; key: IdempotencyKey | null },
) {
  return attemptOnce(db, key, { code }, async (trx) => {
    const stored = await queries.countAttempt(trx, userId, maxAttempts)
    if (!stored) return codeExpired
    if (!timingSafeEqual(stored.code_hash, codeHash(userId, code)))
      return stored.attempts < maxAttempts
        ? { ok: false, error: 'The code is not correct. Please check it and try again.' }
        : codeExpired
    await queries.markUsed(trx, stored.id)
    return takeEmail(trx, userId, stored.email, site)
  })
}

async function attemptOnce(
  db: Db,
  key: IdempotencyKey | null,
  content: object,
  attempt: (trx: Db) => Promise<Attempt>,
): Promise<{ result: Attempt; repeated: boolean }> {
  try {
    return await once(db, key, content, attempt)
  } catch (error) {
    // Another account took the email after the mail was sent.
    if (isUniqueViolation(error, 'users_email')) return { result: codeExpired, repeated: false }
    throw error
  }
}

/** Makes a proven email that of the account. */
async function takeEmail(trx: Db, userId: number, email: string, site: Site): Promise<Attempt> {
  const holder = await findEmailHolder(trx, email)
  if (holder && holder.id !== userId) return codeExpired
  const before = await queries.replaceEmail(trx, userId, email)
  const changed = before.email.toLowerCase() !== email.toLowerCase()
  if (changed) {
    await endRecoveries(trx, userId) // their links went to the previous email
    await concludeChange(trx, { id: userId, ...before }, email, site)
  }
  return { ok: true, email, changed }
}

function codeHash(userId: number, code: string) {
  return createHash('sha256').update(`${userId} ${code}`).digest()
}
