import { sql, type Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'

export async function findCredentials(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'email',
      'email_verified',
      'admin',
      'full_address',
      'region_state',
      'occupation',
      'password_hash',
    ])
    .where(sql`lower(email)`, '=', sql<string>`lower(${email})`)
    .executeTakeFirst()
}

export async function noteLogin(db: Db, id: number) {
  await db
    .updateTable('users')
    .set({ last_login: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Whether the account was new; one with that e-mail address stays as it is. */
export async function insertAccount(db: Db, account: Insertable<Database['users']>) {
  const row = await db
    .insertInto('users')
    .values(account)
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function anyAdmin(db: Db) {
  const row = await db.selectFrom('users').select('id').where('admin', '=', true).limit(1).executeTakeFirst()
  return row !== undefined
}
