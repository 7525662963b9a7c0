import { sql, type Insertable } from 'kysely'

import { now } from '../../../db/now'
import type { Database, Db } from '../../../db/schema'

export { lockAccount } from '~/domain/accounts/account-row.queries.server'

/** Whether the account of a query's `users` row has a second factor. */
export const hasSecondFactorColumn = sql<boolean>`exists (
  select from authenticator_apps where user_id = users.id and confirmed_at is not null
) or exists (select from passkeys where user_id = users.id)`.as('has_second_factor')

export async function hasSecondFactor(db: Db, userId: number) {
  const row = await db
    .selectFrom('users')
    .select(hasSecondFactorColumn)
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.has_second_factor ?? false
}

/** The app in use, or the one being set up since `since`. */
export async function findApp(db: Db, userId: number, { since }: { since: Date | null }) {
  return db
    .selectFrom('authenticator_apps')
    .select(['id', 'encrypted_secret', 'key_id', 'created_at', 'confirmed_at'])
    .where('user_id', '=', userId)
    .$if(since === null, (query) => query.where('confirmed_at', 'is not', null))
    .$if(since !== null, (query) => query.where('confirmed_at', 'is', null).where('created_at', '>', since))
    .executeTakeFirst()
}

export async function insertApp(trx: Db, app: Insertable<Database['authenticator_apps']>) {
  await trx.insertInto('authenticator_apps').values(app).execute()
}

export async function deleteUnconfirmedApp(db: Db, userId: number) {
  await db
    .deleteFrom('authenticator_apps')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute()
}

/** Replaces the app in use by the one being set up. */
export async function confirmApp(trx: Db, app: { id: number; userId: number; step: number }) {
  await trx
    .deleteFrom('authenticator_apps')
    .where('user_id', '=', app.userId)
    .where('confirmed_at', 'is not', null)
    .execute()
  await trx
    .updateTable('authenticator_apps')
    .set({ confirmed_at: now, last_step: app.step })
    .where('id', '=', app.id)
    .execute()
}

/** Accepts a code of a time step once. @returns whether neither it nor a later one was used before */
export async function useStep(db: Db, id: number, step: number) {
  const row = await db
    .updateTable('authenticator_apps')
    .set({ last_step: step })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function listAppsWithOtherKey(db: Db, keyId: string) {
  return db
    .selectFrom('authenticator_apps')
    .select(['id', 'user_id', 'encrypted_secret', 'key_id'])
    .where('key_id', '<>', keyId)
    .execute()
}

export async function updateSecret(db: Db, id: number, secret: { encrypted_secret: Buffer; key_id: string }) {
  await db.updateTable('authenticator_apps').set(secret).where('id', '=', id).execute()
}

export async function replaceCodes(trx: Db, userId: number, hashes: readonly Buffer[]) {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  if (hashes.length === 0) return
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

/** @returns whether the account has the code, unused until now */
export async function useCode(db: Db, userId: number, hash: Buffer) {
  const row = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function countCodes(db: Db, userId: number) {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function deleteApp(trx: Db, userId: number) {
  await trx.deleteFrom('authenticator_apps').where('user_id', '=', userId).execute()
}

export async function deleteAll(trx: Db, userId: number) {
  await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await trx.deleteFrom('authenticator_apps').where('user_id', '=', userId).execute()
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}
