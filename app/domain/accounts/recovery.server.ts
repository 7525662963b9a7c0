import type { Site } from '~/content/metadata'
import { parseId } from '~/domain/ids'
import { enqueueMail } from '~/domain/mail/mail.server'
import type { FieldError } from '~/domain/parse-fields'
import { clearLimit, consume, tryConsume } from '~/domain/rate-limits/rate-limits.server'
import { recordSecurityEvent } from '~/domain/security-events/security-events.server'
import { replaceToken, type SessionToken } from '~/domain/sessions/sessions.server'
import { hashToken, newToken } from '~/domain/tokens.server'
import { recoveryMail } from '~/emails/recovery'

import type { Db } from '../../../db/schema'
import { recordNewPassword, setPassword } from './accounts.server'
import { withConstantTiming } from './constant-timing.server'
import { passwordProblem } from './password-rules'
import { hashPassword } from './passwords.server'
import * as queries from './recovery.queries.server'
import { deleteCodes, markVerified } from './verification.queries.server'

/** How long a link can be followed, in minutes. */
const validFor = 30

/** What is said of a link that leads nowhere. */
export const expiredLink = 'This link is no longer valid. Please ask for a new one.'

/** Who asks for a link: an IP address, where it is known. */
type Caller = { site: Site; address: string | null }

/**
 * Mails the account of an address its link and its id. That there is none, nobody learns here.
 * @throws {TooManyAttempts} when the caller has asked too often, in this way or by id.
 */
export async function recoverByEmail(db: Db, email: string, { site, address }: Caller) {
  await consume(db, 'recovery', address)
  await withConstantTiming(async () => {
    const account = await queries.findByEmail(db, email)
    if (account) await sendLink(db, account, { namesId: true }, site)
    await recordSecurityEvent(db, { kind: 'reset requested', email })
  })
}

/**
 * Mails an account its link, if the address is its own; if not, that stays unsaid.
 * @returns whether there is an account with that id.
 * @throws {TooManyAttempts} when the caller has asked too often, in this way or by e-mail address.
 */
export async function recoverById(
  db: Db,
  wanted: { user_id: string; email: string },
  { site, address }: Caller,
) {
  await consume(db, 'recovery', address)
  const id = parseId(wanted.user_id)
  const account = id === null ? undefined : await queries.findById(db, id)
  if (!account) return false
  await withConstantTiming(async () => {
    if (account.email.toLowerCase() === wanted.email.toLowerCase())
      await sendLink(db, account, { namesId: false }, site)
    await recordSecurityEvent(db, { kind: 'reset requested', accountId: account.id })
  })
  return true
}

async function sendLink(
  db: Db,
  account: { id: number; email: string },
  { namesId }: { namesId: boolean },
  site: Site,
) {
  const token = newToken()
  await db.transaction().execute(async (trx) => {
    if (!(await queries.lockEmail(trx, account.id, account.email))) return
    if (!(await maySend(trx, account))) return
    await queries.insertRecovery(trx, {
      user_id: account.id,
      token_hash: hashToken(token),
      expires_at: new Date(Date.now() + validFor * 60_000),
    })
    await enqueueMail(trx, {
      kind: 'recovery',
      to: account.email,
      userId: account.id,
      message: recoveryMail(site, { token, minutes: validFor, userId: namesId ? account.id : null }),
    })
  })
}

/**
 * Whether an account may be mailed another link; the caller is not told. Anybody can ask for one, so further ones are few while one
 * is live; the only live one is always sent, lest strangers who ask keep the owner out.
 */
async function maySend(trx: Db, account: { id: number; email: string }) {
  if (await queries.hasLiveLink(trx, account.id)) {
    const further = await tryConsume(trx, 'further recovery mails', account.email)
    if (!further.allowed) return false
  }
  return (await tryConsume(trx, 'recovery mails', account.email)).allowed
}

/** Whether a link can still be used. Looking does not use it up: programs that check mails follow links too. */
export async function isTokenValid(db: Db, token: string) {
  return (await queries.findLive(db, hashToken(token))) !== undefined
}

/**
 * Sets the password of the account whose link was followed, once. Its sessions end, except for one that the caller may have, which
 * gets a new token. The link has proven the mailbox: the address is verified, a change to another one is forgotten, and so are
 * failed logins.
 * @throws {HashingBusyError}
 * @throws {TooManyAttempts} when the account's password was set too often.
 */
export async function resetPassword(
  db: Db,
  { token, password }: { token: string; password: string },
  { site, session }: { site: Site; session: number | null },
): Promise<{ ok: true; email: string; renewed: SessionToken | null } | { ok: false; errors: FieldError[] }> {
  const dead = { ok: false as const, errors: [{ path: '', message: expiredLink }] }
  const account = await queries.findLive(db, hashToken(token))
  if (!account) return dead
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
  if (ended === null) return dead
  await recordNewPassword(db, 'password reset', account.id, ended)
  const renewed = session === null ? null : await replaceToken(db, { id: session, userId: account.id })
  return { ok: true, email: account.email, renewed }
}
