import type { Db } from '../../../db/schema'
import { hashToken, newToken } from '~/domain/tokens.server'

import { recordActivity } from './activity.server'
import { deviceOf } from './device.server'
import { deletePendingLoginsOf } from './pending-logins.queries.server'
import * as queries from './sessions.queries.server'

export { endOwnSession, setProven } from './sessions.queries.server'

const minute = 60_000
const day = 24 * 60 * minute

/** A session ends after this long without a request, unless it is remembered. */
export const idleLimit = 30 * minute
/** The lifetime of a session with Remember Me; never an admin's. */
export const rememberedFor = 30 * day
/** The maximum lifetime of other sessions, even active ones. */
const maxLifetime = day

/** How long a login, or a confirmed password, counts as recent. */
const provenFor = 15 * minute

/** How long the token of an expired session still identifies its account. */
const expiredFor = 12 * 60 * minute

/** The account of a session, as the session calls return it. */
export type SessionUser = {
  id: number
  username: string
  email: string
  email_verified: boolean
  admin: boolean
  full_address: string | null
  region_state: string | null
  occupation: string | null
  created_at: Date
  last_login: Date | null
}

export type Session = { id: number; user: SessionUser }

/** Signs an account in with a new 256-bit token, of which only the hash is stored. */
export async function startSession(
  db: Db,
  account: { id: number; admin: boolean },
  caller: { remember: boolean; userAgent: string | null; ip: string | null },
): Promise<SessionToken> {
  const token = newToken()
  const remember = caller.remember && !account.admin
  await queries.insertSession(db, {
    token_hash: hashToken(token),
    user_id: account.id,
    remember,
    expires_at: new Date(Date.now() + (remember ? rememberedFor : maxLifetime)),
    user_agent: caller.userAgent?.slice(0, 500) ?? null,
    ip_address: caller.ip,
  })
  return { token, maxAge: remember ? rememberedFor / 1000 : null }
}

/** A session cookie's value, and its lifetime in seconds (null: until the browser closes). */
export type SessionToken = { token: string; maxAge: number | null }

/** Replaces a session's token; the old one stops working. Returns null when there is no such session. */
export async function replaceToken(
  db: Db,
  session: { id: number; userId: number },
): Promise<SessionToken | null> {
  const token = newToken()
  const row = await queries.updateToken(db, session, hashToken(token))
  if (!row) return null
  const left = Math.max(0, Math.floor((row.expires_at.getTime() - Date.now()) / 1000))
  return { token, maxAge: row.remember ? left : null }
}

/** Returns the live session of a token, or null. Reading counts as activity unless `renew` is false (a poll). */
export async function readSession(
  db: Db,
  token: string,
  { renew }: { renew: boolean },
): Promise<Session | null> {
  const idleSince = new Date(Date.now() - idleLimit)
  const row = await queries.findSession(db, hashToken(token), idleSince)
  if (!row) return null
  const { session_id: id, ...user } = row
  if (renew) recordActivity(db, id)
  return { id, user }
}

/**
 * Returns the id of the admin whose session is live or expired in the last twelve hours, or null. This does not sign anyone in: it only
 * identifies for whom something may be stored. A session that was ended, by its owner or by a password change, has no admin.
 */
export async function readExpiredAdminId(db: Db, token: string) {
  return queries.findExpiredAdminId(db, hashToken(token), lapsedSince())
}

/**
 * Returns how a session expired, and its account; null for one that is live, was ended by someone, or expired more than about twelve hours
 * ago. Does not authenticate.
 */
export async function readExpiredSession(
  db: Db,
  token: string,
): Promise<{ userId: number; reason: 'idle' | 'expired' } | null> {
  const row = await queries.findByToken(db, hashToken(token))
  if (!row) return null
  const isIdle = !row.remember && row.last_seen_at.getTime() <= Date.now() - idleLimit
  if (!isIdle && row.expires_at.getTime() > Date.now()) return null
  return { userId: row.user_id, reason: isIdle ? 'idle' : 'expired' }
}

/** Ends the session of a token; it is no error if it has already ended. */
export async function endSession(db: Db, token: string) {
  await queries.deleteSession(db, hashToken(token))
}

/** Whether a session's owner has just entered the password, so that security settings may be changed without it. */
export async function isProven(db: Db, id: number) {
  return queries.isProvenSince(db, id, new Date(Date.now() - provenFor))
}

/** Ends all sessions of an account except one, and logins that wait for their second step. @returns the number that were live */
export async function endSessionsOf(db: Db, userId: number, { except }: { except: number | null }) {
  await deletePendingLoginsOf(db, userId)
  const ended = await queries.deleteSessionsOf(db, userId, except)
  const now = Date.now()
  return ended.filter(
    ({ expires_at, last_seen_at, remember }) =>
      expires_at.getTime() > now && (remember || last_seen_at.getTime() > now - idleLimit),
  ).length
}

/** An account's live sessions, latest activity first, with their devices in words. */
export async function listSessions(db: Db, userId: number) {
  const sessions = await queries.listSessionsOf(db, userId, new Date(Date.now() - idleLimit))
  return sessions.map(({ user_agent, ...session }) => ({ ...session, device: deviceOf(user_agent) }))
}

/** Deletes sessions that expired more than twelve hours ago. */
export async function removeEndedSessions(db: Db) {
  await queries.deleteEndedSessions(db, lapsedSince())
}

function lapsedSince() {
  return { idle: new Date(Date.now() - idleLimit - expiredFor), expired: new Date(Date.now() - expiredFor) }
}
