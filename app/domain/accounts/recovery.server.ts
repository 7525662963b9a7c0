import type { Site } from '~/content/metadata'
import { firstResult, once, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { parseId } from '~/domain/ids'
import { enqueueMail } from '~/domain/mail/mail.server'
import type { FieldError } from '~/domain/parse-fields'
import { clearLimit, consume, refund, tryConsume } from '~/domain/rate-limits/rate-limits.server'
import { recordSecurityEvent } from '~/domain/security-events/security-events.server'
import { replaceToken, type SessionToken } from '~/domain/sessions/sessions.server'
import { hashToken, newToken } from '~/domain/tokens.server'
import { recoveryMail } from '~/emails/recovery'

import type { Db } from '../../../db/schema'
import { findAccount, findByEmail } from './accounts.queries.server'
import { recordNewPassword, setPassword } from './accounts.server'
import { withConstantTiming } from './constant-timing.server'
import { passwordProblem } from './password-rules.server'
import { hashPassword } from './passwords.server'
import * as queries from './recovery.queries.server'
import { deleteCodes, markVerified } from './verification.queries.server'

export { removeEndedRecoveries } from './recovery.queries.server'

/** The lifetime of a link, in minutes. */
const validMinutes = 30

const expiredLink = 'This link is no longer valid. Please ask for a new one.'
const usedLink =
  'This link is no longer valid. If you have just set a new password with it, log in with that password. Otherwise please ask for a new link.'

/** The caller that requests a link, with its IP if known. A retry has the same key. */
type Caller = { site: Site; ip: string | null; key?: IdempotencyKey | null }

/**
 * Mails an account its link and its id, by email. The response does not reveal whether there is such an account.
 * @throws {TooManyAttempts} after too many requests, by email or by id; a retry is not counted again.
 * @throws {IdempotencyConflict} when the key was used for another request.
 */
export async function recoverByEmail(db: Db, email: string, caller: Caller) {
  await recoverOnce(db, { email }, caller, async (trx) => {
    const account = await findByEmail(trx, email)
    if (account) await sendLink(trx, account, { namesId: true }, caller.site)
    return { email }
  })
}

/**
 * Mails an account its link if the email matches; the response does not reveal whether it does.
 * @returns whether there is an account with that id.
 * @throws {TooManyAttempts} after too many requests, by id or by email; a retry is not counted again.
 * @throws {IdempotencyConflict} when the key was used for another request.
 */
export async function recoverById(db: Db, input: { user_id: string; email: string }, caller: Caller) {
  return recoverOnce(db, input, caller, async (trx) => {
    const id = parseId(input.user_id)
    const account = id === null ? undefined : await findAccount(trx, id)
    if (!account) return null
    if (account.email.toLowerCase() === input.email.toLowerCase())
      await sendLink(trx, account, { namesId: false }, caller.site)
    return { accountId: account.id }
  })
}

/**
 * Runs `recover` unless it is a retry. The key is stored whether or not there is an account, so that it does not reveal that.
 * @param recover returns the subject of the security event, null if there is no account. @returns whether there is one.
 */
async function recoverOnce(
  db: Db,
  content: object,
  { ip, key = null }: Caller,
  recover: (trx: Db) => Promise<{ email: string } | { accountId: number } | null>,
) {
  const first = await firstResult<{ found: boolean }>(db, key, content)
  if (first) return first.found
  let subject: Awaited<ReturnType<typeof recover>> = null // stays null for a retry
  await consume(db, 'recovery', ip)
  return withConstantTiming(async () => {
    const { result, repeated } = await once(db, key, content, async (trx) => {
      subject = await recover(trx)
      return { found: subject !== null }
    })
    if (repeated) await refund(db, 'recovery', ip)
    if (subject !== null) await recordSecurityEvent(db, { kind: 'reset requested', ...subject })
    return result.found
  })
}

async function sendLink(
  trx: Db,
  account: { id: number; email: string },
  { namesId }: { namesId: boolean },
  site: Site,
) {
  const token = newToken()
  if (!(await queries.lockEmail(trx, account.id, account.email))) return
  if (!(await maySend(trx, account))) return
  await queries.insertRecovery(trx, {
    user_id: account.id,
    token_hash: hashToken(token),
    expires_at: new Date(Date.now() + validMinutes * 60_000),
  })
  await enqueueMail(trx, {
    kind: 'recovery',
    to: account.email,
    userId: account.id,
    message: recoveryMail(site, { token, minutes: validMinutes, userId: namesId ? account.id : null }),
  })
}

/**
 * Whether an account may be mailed another link; not revealed to the caller. Anyone can request one, so while a link is live, few further
 * ones are sent. If none is live, one is always sent: strangers' requests must not lock out the owner.
 */
async function maySend(trx: Db, account: { id: number; email: string }) {
  if (await queries.hasLiveLink(trx, account.id)) {
    const further = await tryConsume(trx, 'further recovery mails', account.email)
    if (!further.allowed) return false
  }
  return (await tryConsume(trx, 'recovery mails', account.email)).allowed
}

/** Whether a link is valid. Does not consume it: mail scanners follow links too. */
export async function isTokenValid(db: Db, token: string) {
  return (await queries.findLive(db, hashToken(token))) !== undefined
}

/** Returns the message for an invalid link. One that was used may be sent again, as after a lost response. */
export async function invalidLinkMessage(db: Db, token: string) {
  return (await queries.isUsed(db, hashToken(token))) ? usedLink : expiredLink
}

/**
 * Sets the password of the link's account; the link works once. The account's sessions end, except the caller's own, if any, which gets a
 * new token. The link proves access to the mailbox: the email becomes verified, and a pending change of email and failed logins are
 * cleared.
 * @throws {HashingBusyError}
 * @throws {TooManyAttempts} after too many password changes of the account.
 */
export async function resetPassword(
  db: Db,
  { token, password }: { token: string; password: string },
  { site, session }: { site: Site; session: number | null },
): Promise<{ ok: true; email: string; renewed: SessionToken | null } | { ok: false; errors: FieldError[] }> {
  const invalid = async () => {
    return { ok: false as const, errors: [{ path: '', message: await invalidLinkMessage(db, token) }] }
  }
  const account = await queries.findLive(db, hashToken(token))
  if (!account) return invalid()
  const problem = passwordProblem(password, { brandName: site.brand.name, email: account.email })
  if (problem !== null) return { ok: false, errors: [{ path: 'new_password', message: problem }] }
  await consume(db, 'new passwords', String(account.id))
  const hash = await hashPassword(password)
  const ended = await db.transaction().execute(async (trx) => {
    if (!(await queries.useUp(trx, hashToken(token)))) return null
    await deleteCodes(trx, account.id)
    await markVerified(trx, account.id)
    await clearLimit(trx, 'login by account', account.email)
    return setPassword(trx, account.id, { hash }, { site, session })
  })
  if (ended === null) return invalid()
  await recordNewPassword(db, 'password reset', account.id, ended)
  const renewed = session === null ? null : await replaceToken(db, { id: session, userId: account.id })
  return { ok: true, email: account.email, renewed }
}
