import { createHash, randomInt, timingSafeEqual } from 'node:crypto'

import type { Site } from '~/content/metadata'
import { enqueueMail } from '~/domain/mail/mail.server'
import { sendReceipt } from '~/domain/mail/receipts.server'
import { clearLimit, limitFailures, consume, tryConsume } from '~/domain/rate-limits/rate-limits.server'
import { recordSecurityEvent } from '~/domain/security-events/security-events.server'
import { addressInUseMail } from '~/emails/address-in-use'
import { verificationMail } from '~/emails/verification'

import { isUniqueViolation } from '../../../db/errors'
import type { Db } from '../../../db/schema'
import { endRecoveries } from './accounts.queries.server'
import { withConstantTiming } from './constant-timing.server'
import { findHolder } from './email-change.queries.server'
import { concludeChange } from './email-change.server'
import * as queries from './verification.queries.server'

/** How long a code can be entered, in minutes. */
const validFor = 10
/** How many wrong tries a code stands. */
const tries = 5

type Outcome = { ok: true; email: string } | { ok: false; error: string }

const spent = { ok: false, error: 'This code is no longer valid. Please request a new one.' } as const

/**
 * Sends an account the code for an address, and ends its earlier codes. An address that is another account's gets no code but
 * its owner a word, and the caller learns nothing of it; nor of an address that has had too many codes, where the earlier one stays.
 */
export async function sendCode(trx: Db, userId: number, email: string, site: Site) {
  const holder = await findHolder(trx, email)
  const isForeign = holder !== undefined && holder.id !== userId
  const isSent = !isForeign && (await tryConsume(trx, 'verification mails by recipient', email)).allowed
  if (!isSent && !isForeign && (await queries.hasCodeFor(trx, userId, email))) return
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await queries.replaceCode(trx, {
    user_id: userId,
    email,
    code_hash: codeHash(userId, code),
    expires_at: new Date(Date.now() + validFor * 60_000),
  })
  if (isForeign) return notifyOwner(trx, holder, site)
  if (isSent)
    await enqueueMail(trx, {
      kind: 'verification',
      to: email,
      userId,
      message: verificationMail(site, { code, minutes: validFor }),
    })
}

/** Tells the owner of an address that somebody wanted an account with it. */
export async function notifyOwner(trx: Db, owner: { id: number; email: string }, site: Site) {
  await sendReceipt(trx, {
    kind: 'address in use',
    to: owner.email,
    userId: owner.id,
    message: addressInUseMail(site),
  })
}

/** The new address of an account that waits for its code, or null. */
export async function pendingEmail(db: Db, userId: number) {
  return (await queries.findPendingEmail(db, userId))?.email ?? null
}

/** Gives up a change of address that waits for its code. @returns whether there was one */
export async function cancelPendingEmail(trx: Db, userId: number) {
  if (!(await queries.findPendingEmail(trx, userId))) return false
  await queries.deleteCodes(trx, userId)
  return true
}

/** As cancelPendingEmail, at the owner's wish. */
export async function cancelChangeOf(db: Db, userId: number) {
  if (await db.transaction().execute((trx) => cancelPendingEmail(trx, userId)))
    await recordSecurityEvent(db, { kind: 'email change cancelled', accountId: userId })
}

/**
 * A new code for the address that waits for one: a new one of the account, or its own while it is not verified.
 * @throws {TooManyAttempts} when the account has had too many sent.
 */
export async function resendCode(
  db: Db,
  user: { id: number; email: string; email_verified: boolean },
  site: Site,
): Promise<Outcome> {
  const send = async (trx: Db): Promise<Outcome> => {
    const waiting = (await pendingEmail(trx, user.id)) ?? (user.email_verified ? null : user.email)
    if (waiting === null) return { ok: false, error: 'Your email address is already verified' }
    await consume(trx, 'verification mails', String(user.id))
    await sendCode(trx, user.id, waiting, site)
    return { ok: true, email: waiting }
  }
  return withConstantTiming(() => db.transaction().execute(send))
}

/**
 * Takes the code of the newest verification mail: the address to which it went becomes the account's, verified. A try counts
 * whether it is right or wrong, so that many at once get no more than their number. Who has the mailbox is the owner: failed logins
 * to the account are forgotten.
 * @throws {TooManyAttempts} when the account has entered too many wrong ones.
 */
export async function verifyEmail(db: Db, userId: number, code: string, site: Site): Promise<Outcome> {
  const attempt = await limitFailures(
    db,
    'verification tries',
    String(userId),
    () => tryCode(db, userId, code, site),
    ({ ok }) => !ok,
  )
  const kind = !attempt.ok ? 'verification failed' : attempt.changed ? 'email changed' : 'email verified'
  await recordSecurityEvent(db, { kind, accountId: userId })
  if (attempt.ok) await clearLimit(db, 'login by account', attempt.email)
  return attempt.ok ? { ok: true, email: attempt.email } : attempt
}

type Attempt = { ok: true; email: string; changed: boolean } | { ok: false; error: string }

async function tryCode(db: Db, userId: number, code: string, site: Site): Promise<Attempt> {
  try {
    return await db.transaction().execute(async (trx): Promise<Attempt> => {
      const found = await queries.takeTry(trx, userId, tries)
      if (!found) return spent
      if (!timingSafeEqual(found.code_hash, codeHash(userId, code)))
        return found.attempts < tries
          ? { ok: false, error: 'The code is not correct. Please check it and try again.' }
          : spent
      const holder = await findHolder(trx, found.email)
      if (holder && holder.id !== userId) return spent
      await queries.markUsed(trx, found.id)
      const before = await queries.setVerifiedEmail(trx, userId, found.email)
      const changed = before.email.toLowerCase() !== found.email.toLowerCase()
      if (changed) {
        await endRecoveries(trx, userId) // their links went to the address before
        await concludeChange(trx, { id: userId, ...before }, site)
      }
      return { ok: true, email: found.email, changed }
    })
  } catch (error) {
    // Somebody has made an account with the address since the code was sent.
    if (isUniqueViolation(error, 'users_email')) return spent
    throw error
  }
}

function codeHash(userId: number, code: string) {
  return createHash('sha256').update(`${userId} ${code}`).digest()
}
