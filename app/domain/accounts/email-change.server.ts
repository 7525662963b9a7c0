import { isUniqueViolation } from '../../../db/errors'
import type { Db } from '../../../db/schema'
import type { Site } from '~/content/metadata'
import { recordSecurityEvent } from '~/domain/security-events/security-events.server'
import { endSessionsOf } from '~/domain/sessions/sessions.server'
import { hashToken, newToken } from '~/domain/tokens.server'
import { emailChangeRequestedMail, emailChangeCancelledMail, emailChangedMail } from '~/emails/email-changed'

import { endRecoveries } from './accounts.queries.server'
import * as queries from './email-change.queries.server'
import { notifyAccount } from './notify-account.server'
import { deleteCodes } from './verification.queries.server'

export { removeEndedEmailChangeLinks } from './email-change.queries.server'

/** The number of days during which the old email can cancel a change. */
const cancelDays = 7

/** The message for an invalid link. */
export const expiredCancelLink = 'This link is no longer valid.'

type Account = { id: number; email: string; email_verified: boolean }

/** Notifies an account's current email that a change was requested, with a link that cancels it. */
export async function announceChange(trx: Db, account: Account, site: Site) {
  const token = await insertLink(trx, account)
  await notifyAccount(trx, account, {
    kind: 'email changed',
    message: emailChangeRequestedMail(site, {
      token,
      days: cancelDays,
      isVerified: account.email_verified,
    }),
  })
}

/**
 * Notifies an account's previous email that it was replaced. A verified email can cancel that for some days, and the account keeps the
 * applications sent under it. An unverified one may be a stranger's, mistyped at sign-up: its links are invalidated. We write about the
 * account's applications to the new email.
 */
export async function concludeChange(trx: Db, before: Account, email: string, site: Site) {
  if (before.email_verified) await queries.claimQuotes(trx, before)
  await queries.moveQuotes(trx, before.id, { from: before.email, to: email })
  if (!before.email_verified) await queries.endLinksTo(trx, before.id, before.email)
  const link = before.email_verified
    ? { token: await insertLink(trx, before), days: cancelDays, isVerified: true }
    : null
  await notifyAccount(trx, before, { kind: 'email changed', message: emailChangedMail(site, link) })
}

async function insertLink(trx: Db, account: Account) {
  const token = newToken()
  await queries.insertLink(trx, {
    user_id: account.id,
    old_email: account.email,
    token_hash: hashToken(token),
    expires_at: new Date(Date.now() + cancelDays * 24 * 60 * 60_000),
  })
  return token
}

/** Whether a link is valid. Does not consume it: mail scanners follow links too. */
export async function isCancelLinkValid(db: Db, token: string) {
  return (await queries.findLiveLink(db, hashToken(token))) !== undefined
}

/**
 * Cancels a change of email: a pending email is dropped, an active one is replaced by the old one. Ends the account's sessions and recovery
 * links.
 * @returns whether the link was valid.
 */
export async function cancelChange(db: Db, token: string, { site }: { site: Site }): Promise<boolean> {
  try {
    const ended = await db.transaction().execute(async (trx) => {
      const link = await queries.findLiveLink(trx, hashToken(token))
      if (!link) return null
      await deleteCodes(trx, link.user_id) // first: entering a code locks it before the account
      const account = await queries.lockAccount(trx, link.user_id)
      if (!account || !(await queries.useUp(trx, link))) return null
      const isOld = account.email.toLowerCase() === link.old_email.toLowerCase()
      if (!isOld) {
        await queries.setVerifiedEmail(trx, account.id, link.old_email)
        await queries.moveQuotes(trx, account.id, { from: account.email, to: link.old_email })
      }
      await endRecoveries(trx, account.id)
      const sessions = await endSessionsOf(trx, account.id, { except: null })
      await notifyAccount(
        trx,
        isOld ? account : { id: account.id, email: link.old_email, email_verified: true },
        { kind: 'email changed', message: emailChangeCancelledMail(site) },
      )
      return { accountId: account.id, sessions }
    })
    if (ended === null) return false
    const { accountId, sessions } = ended
    await recordSecurityEvent(db, { kind: 'email change cancelled', accountId, details: { by: 'link' } })
    if (sessions > 0) {
      const details = { by: 'email change cancelled', sessions }
      await recordSecurityEvent(db, { kind: 'session ended', accountId, details })
    }
    return true
  } catch (error) {
    // The email was taken by another account, created from the command line.
    if (isUniqueViolation(error, 'users_email')) return false
    throw error
  }
}
