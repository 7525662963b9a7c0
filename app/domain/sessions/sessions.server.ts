import type { Db } from '../../../db/schema'
import { hashToken, newToken } from '~/domain/tokens.server'

import { deviceOf } from './device.server'
import * as queries from './sessions.queries.server'

const minute = 60_000
const day = 24 * 60 * minute

/** A session ends after this long without a request, unless it is remembered. */
export const idleLimit = 30 * minute
/** Remember Me keeps a session this long; never an admin's. */
export const rememberedFor = 30 * day
/** No session that is not remembered outlives this, however busy. */
const longest = day

/** How long after a session ended by itself its token still tells whose it was. */
const lapsedFor = 12 * 60 * minute

/** The account that a session speaks for, as the session calls answer it. */
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

/** Signs an account in: a new 256-bit token, of which only the hash is stored. */
export async function startSession(
  db: Db,
  account: { id: number; admin: boolean },
  caller: { remember: boolean; userAgent: string | null; address: string | null },
): Promise<SessionToken> {
  const token = newToken()
  const remember = caller.remember && !account.admin
  await queries.insertSession(db, {
    token_hash: hashToken(token),
    user_id: account.id,
    remember,
    expires_at: new Date(Date.now() + (remember ? rememberedFor : longest)),
    user_agent: caller.userAgent?.slice(0, 500) ?? null,
    ip_address: caller.address,
  })
  return { token, maxAge: remember ? rememberedFor / 1000 : null }
}

/** What a session's cookie holds, and for how many seconds it lasts (null: until the browser closes). */
export type SessionToken = { token: string; maxAge: number | null }

/** Gives a session of an account a new token; the old one opens nothing any more. Null where there is no such session. */
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

/** The live session of a token, or null. Reading it counts as activity unless `renew` is false (a poll). */
export async function readSession(
  db: Db,
  token: string,
  { renew }: { renew: boolean },
): Promise<Session | null> {
  const idleSince = new Date(Date.now() - idleLimit)
  const row = renew
    ? await queries.renewSession(db, hashToken(token), idleSince)
    : await queries.findSession(db, hashToken(token), idleSince)
  if (!row) return null
  const { session_id, ...user } = row
  return { id: session_id, user }
}

/**
 * The admin whose session ended by itself in the last twelve hours, or null. It is signed in no more: this only says for whom
 * something may be put by. A session that was ended, by its owner or with a password, is nobody's.
 */
export async function readExpiredAdmin(db: Db, token: string) {
  return queries.findLapsedAdmin(db, hashToken(token), lapsedSince())
}

/**
 * How a session ended by itself, and whose it was; null for one that lives, was ended by somebody, or ended more than about twelve
 * hours ago. It signs nobody in.
 */
export async function readEndedSession(
  db: Db,
  token: string,
): Promise<{ userId: number; reason: 'idle' | 'expired' } | null> {
  const row = await queries.findByToken(db, hashToken(token))
  if (!row) return null
  const isIdle = !row.remember && row.last_seen_at.getTime() <= Date.now() - idleLimit
  if (!isIdle && row.expires_at.getTime() > Date.now()) return null
  return { userId: row.user_id, reason: isIdle ? 'idle' : 'expired' }
}

/** Ends the session of a token; one that has ended already is no error. */
export async function endSession(db: Db, token: string) {
  await queries.deleteSession(db, hashToken(token))
}

/** Ends an account's sessions, wherever they are, except the one that is kept. @returns how many were live */
export async function endSessionsOf(db: Db, userId: number, { except }: { except: number | null }) {
  const ended = await queries.deleteSessionsOf(db, userId, except)
  const now = Date.now()
  return ended.filter(
    ({ expires_at, last_seen_at, remember }) =>
      expires_at.getTime() > now && (remember || last_seen_at.getTime() > now - idleLimit),
  ).length
}

/** An account's live sessions, the latest activity first, with their devices in words. */
export async function listSessions(db: Db, userId: number) {
  const sessions = await queries.listSessionsOf(db, userId, new Date(Date.now() - idleLimit))
  return sessions.map(({ user_agent, ...session }) => ({ ...session, device: deviceOf(user_agent) }))
}

/** Ends one of an account's own sessions, wherever it is. @returns whether there was one: another account's is none. */
export async function endOwnSession(db: Db, userId: number, sessionId: number) {
  return queries.deleteOwnSession(db, userId, sessionId)
}

/** Removes sessions that ended by themselves twelve hours ago. */
export async function removeEndedSessions(db: Db) {
  await queries.deleteEndedSessions(db, lapsedSince())
}

function lapsedSince() {
  return { idle: new Date(Date.now() - idleLimit - lapsedFor), expired: new Date(Date.now() - lapsedFor) }
}
