import { now } from '../../../db/now'
import type { Db } from '../../../db/schema'
import { accountColumns } from '~/domain/accounts/account-columns.server'

export async function insertPendingLogin(
  db: Db,
  login: { token_hash: Buffer; user_id: number; remember: boolean; expires_at: Date },
) {
  await db.insertInto('pending_logins').values(login).execute()
}

export async function findPendingLogin(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('pending_logins')
    .innerJoin('users', 'users.id', 'pending_logins.user_id')
    .select(['pending_logins.remember', ...accountColumns])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** @returns whether it was still pending */
export async function deletePendingLogin(db: Db, tokenHash: Buffer) {
  const row = await db
    .deleteFrom('pending_logins')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deletePendingLoginsOf(db: Db, userId: number) {
  await db.deleteFrom('pending_logins').where('user_id', '=', userId).execute()
}

export async function removeEndedPendingLogins(db: Db) {
  await db.deleteFrom('pending_logins').where('expires_at', '<=', now).execute()
}
