import { sql, type Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'
import { hasText } from '~/domain/has-text.queries.server'
import { hasSecondFactorColumn } from '~/domain/second-factor/second-factor.queries.server'

import { accountColumns } from './account-columns.server'

export async function findCredentials(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select([...accountColumns, 'password_hash', hasSecondFactorColumn])
    .where(hasText('email', email))
    .executeTakeFirst()
}

export async function findByEmail(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'email_verified'])
    .where(hasText('email', email))
    .executeTakeFirst()
}

/** Returns the account as administrators see it. */
export async function findAccount(db: Db, id: number) {
  return db.selectFrom('users').select(accountColumns).where('id', '=', id).executeTakeFirst()
}

export async function findPasswordHash(db: Db, id: number) {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst()
  return row?.password_hash ?? null
}

/** Returns null when the account no longer exists or its hash is no longer `expected`. */
export async function updatePassword(
  db: Db,
  id: number,
  { hash, expected }: { hash: string; expected?: string },
) {
  let query = db.updateTable('users').set({ password_hash: hash }).where('id', '=', id)
  if (expected !== undefined) query = query.where('password_hash', '=', expected)
  const row = await query.returning(['id', 'email', 'email_verified']).executeTakeFirst()
  return row ?? null
}

/** Invalidates the account's recovery links. */
export async function endRecoveries(db: Db, userId: number) {
  await db
    .updateTable('account_recoveries')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

export async function lockProfile(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select(['username', 'email', 'full_address', 'region_state', 'occupation'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateProfile(
  db: Db,
  id: number,
  profile: Pick<Insertable<Database['users']>, 'username' | 'full_address' | 'region_state' | 'occupation'>,
) {
  await db.updateTable('users').set(profile).where('id', '=', id).execute()
}

/** @returns the time of the login. */
export async function recordLogin(db: Db, id: number) {
  const row = await db
    .updateTable('users')
    .set({ last_login: sql`now()` })
    .where('id', '=', id)
    .returning('last_login')
    .executeTakeFirst()
  return row?.last_login ?? null
}

/** Returns the new account's id, or null if the email is already in use; that account is unchanged. */
export async function insertAccount(db: Db, account: Insertable<Database['users']>) {
  const row = await db
    .insertInto('users')
    .values(account)
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Admins with a verified email, for notices about the site. */
export async function listAdminEmails(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('admin', '=', true)
    .where('email_verified', '=', true)
    .orderBy('id')
    .execute()
}

export async function anyAdmin(db: Db) {
  const row = await db.selectFrom('users').select('id').where('admin', '=', true).limit(1).executeTakeFirst()
  return row !== undefined
}
