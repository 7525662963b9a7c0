import { sql } from 'kysely'

import type { Db } from '../../../db/schema'
import type { ViewedList } from './viewed-lists'

export { lockAccount } from '~/domain/accounts/account-row.queries.server'

export async function listOf(db: Db, userId: number, list?: ViewedList) {
  let query = db
    .selectFrom('saved_views')
    .select(['id', 'list', 'name', 'query'])
    .where('user_id', '=', userId)
    .orderBy('list')
    .orderBy(sql`lower(name)`)
  if (list !== undefined) query = query.where('list', '=', list)
  return query.execute()
}

export async function insert(
  trx: Db,
  view: { user_id: number; list: ViewedList; name: string; query: string },
) {
  await trx.insertInto('saved_views').values(view).execute()
}

export async function rename(trx: Db, userId: number, id: number, name: string) {
  await trx
    .updateTable('saved_views')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a view and returns what it was. */
export async function remove(db: Db, userId: number, id: number) {
  const deleted = await db
    .deleteFrom('saved_views')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(['list', 'name', 'query'])
    .executeTakeFirst()
  return deleted ?? null
}
