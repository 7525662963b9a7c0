import { sql, type Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'

/** Whether the account still has that email, which is locked until the transaction ends. Serializes concurrent requests. */
export async function lockEmail(trx: Db, id: number, email: string) {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the account has a valid link. */
export async function hasLiveLink(db: Db, userId: number) {
  const row = await db
    .selectFrom('account_recoveries')
    .select('id')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertRecovery(db: Db, recovery: Insertable<Database['account_recoveries']>) {
  await db.insertInto('account_recoveries').values(recovery).execute()
}

/** Returns the account of a valid link. */
export async function findLive(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('account_recoveries')
    .innerJoin('users', 'users.id', 'account_recoveries.user_id')
    .select(['users.id', 'users.email'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Whether a link was used or ended by a change of the account; known until it expires. */
export async function isUsed(db: Db, tokenHash: Buffer) {
  const row = await db
    .selectFrom('account_recoveries')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is not', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

/** Consumes a link. @returns whether it was valid. */
export async function useUp(db: Db, tokenHash: Buffer) {
  const used = await db
    .updateTable('account_recoveries')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** Deletes expired links. */
export async function removeEndedRecoveries(db: Db) {
  await db
    .deleteFrom('account_recoveries')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute()
}
