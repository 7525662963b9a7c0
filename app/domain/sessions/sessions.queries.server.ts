import { sql, type Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'
import { accountColumns } from '~/domain/accounts/account-columns.server'

export async function insertSession(db: Db, session: Insertable<Database['sessions']>) {
  await db.insertInto('sessions').values(session).execute()
}

/** Whether a session is live: not expired, and either remembered or seen since `idleSince`. */
function isLive(idleSince: Date) {
  return sql<boolean>`expires_at > now() and (remember or last_seen_at > ${idleSince})`
}

/** Returns a live session and its account. */
export async function findSession(db: Db, tokenHash: Buffer, idleSince: Date) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id as session_id', ...accountColumns])
    .where('sessions.token_hash', '=', tokenHash)
    .where(isLive(idleSince))
    .executeTakeFirst()
}

export async function updateToken(db: Db, session: { id: number; userId: number }, tokenHash: Buffer) {
  return db
    .updateTable('sessions')
    .set({ token_hash: tokenHash })
    .where('id', '=', session.id)
    .where('user_id', '=', session.userId)
    .returning(['remember', 'expires_at'])
    .executeTakeFirst()
}

/** Records that a session's owner has entered the password. */
export async function setProven(db: Db, id: number) {
  await db
    .updateTable('sessions')
    .set({ proven_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export async function isProvenSince(db: Db, id: number, since: Date) {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('proven_at', '>', since)
    .executeTakeFirst()
  return row !== undefined
}

/** The live sessions, latest activity first, up to 100. */
export async function listSessionsOf(db: Db, userId: number, idleSince: Date) {
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_seen_at', 'expires_at', 'remember', 'ip_address', 'user_agent'])
    .where('user_id', '=', userId)
    .where(isLive(idleSince))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
}

/** Ends one of an account's own sessions. @returns whether there was one; another account's does not count. */
export async function endOwnSession(db: Db, userId: number, id: number) {
  const row = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteSession(db: Db, tokenHash: Buffer) {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

export async function deleteSessionsOf(db: Db, userId: number, except: number | null) {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId)
  if (except !== null) query = query.where('id', '<>', except)
  return query.returning(['expires_at', 'last_seen_at', 'remember']).execute()
}

/** Returns the id of the admin of a session that is live or ended by itself after `since`: idle no longer than that, or expired. */
export async function findExpiredAdminId(db: Db, tokenHash: Buffer, since: { idle: Date; expired: Date }) {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('users.id')
    .where('sessions.token_hash', '=', tokenHash)
    .where('users.admin', '=', true)
    .where('sessions.expires_at', '>', since.expired)
    .where('sessions.last_seen_at', '>', since.idle)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Returns a session, live or not, with its account's id. */
export async function findByToken(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('sessions')
    .select(['user_id', 'remember', 'last_seen_at', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/** Deletes sessions that expired, or were last seen without being remembered, before these times. */
export async function deleteEndedSessions(db: Db, before: { idle: Date; expired: Date }) {
  await db
    .deleteFrom('sessions')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<=', before.expired),
        eb.and([eb('remember', '=', false), eb('last_seen_at', '<=', before.idle)]),
      ]),
    )
    .execute()
}
