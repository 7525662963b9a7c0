import { sql, type Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'
import { hasText } from '~/domain/has-text.queries.server'

import { setVerifiedEmail } from './account-row.queries.server'

/** Stores a code and deletes the account's earlier ones. */
export async function replaceCode(db: Db, code: Insertable<Database['email_verifications']>) {
  await db.deleteFrom('email_verifications').where('user_id', '=', code.user_id).execute()
  await db.insertInto('email_verifications').values(code).execute()
}

export async function hasCodeFor(db: Db, userId: number, email: string) {
  const row = await db
    .selectFrom('email_verifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where(hasText('email', email))
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteCodes(db: Db, userId: number) {
  await db.deleteFrom('email_verifications').where('user_id', '=', userId).execute()
}

/** Returns the email that is pending verification, even with an expired code, if it differs from the account's current one. */
export async function findPendingEmail(db: Db, userId: number) {
  return db
    .selectFrom('email_verifications')
    .innerJoin('users', 'users.id', 'email_verifications.user_id')
    .select('email_verifications.email')
    .where('users.id', '=', userId)
    .where('used_at', 'is', null)
    .where(sql`lower(email_verifications.email)`, '<>', sql<string>`lower(users.email)`)
    .orderBy('email_verifications.id', 'desc')
    .executeTakeFirst()
}

/** Counts an attempt on the account's live code; returns undefined when there is no such code or no attempt is left. */
export async function countAttempt(db: Db, userId: number, maxAttempts: number) {
  return db
    .updateTable('email_verifications')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('attempts', '<', maxAttempts)
    .returning(['id', 'email', 'code_hash', 'attempts'])
    .executeTakeFirst()
}

/** Returns the account and the email of a link that is still valid. */
export async function findLink(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('email_verifications')
    .select(['user_id', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Consumes an account's link. Returns its email; undefined when it is no longer valid. */
export async function useLink(db: Db, userId: number, tokenHash: Buffer) {
  return db
    .updateTable('email_verifications')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('email')
    .executeTakeFirst()
}

export async function markUsed(db: Db, id: number) {
  await db
    .updateTable('email_verifications')
    .set({ used_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Stores a verified email as the account's. @returns the previous email, and whether it was verified. */
export async function replaceEmail(db: Db, id: number, email: string) {
  const before = await db
    .selectFrom('users')
    .select(['email', 'email_verified'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await setVerifiedEmail(db, id, email)
  return before
}

export async function markVerified(db: Db, id: number) {
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', id).execute()
}
