import { sql, type Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'
import { literal } from '~/domain/list-page'

export async function insertEntry(db: Db, entry: Insertable<Database['audit_log']>) {
  await db.insertInto('audit_log').values(entry).execute()
}

/** Takes the notes out of what is kept of some records. */
export async function deleteNotes(db: Db, entity: string, ids: readonly string[]) {
  const withoutNotes = (column: 'before' | 'after') =>
    sql<string>`${sql.ref(column)} - array['note', 'notes']`
  await db
    .updateTable('audit_log')
    .set({ before: withoutNotes('before'), after: withoutNotes('after') })
    .where('entity', 'ilike', `%${entity}%`)
    .where('entity_id', 'in', ids)
    .execute()
}

/** Newest first. `who` is part of a name or of an e-mail address, or an account's number. */
export async function listEntries(
  db: Db,
  filter: {
    who?: string
    entity?: string
    action?: string
    from?: Date
    before?: Date
    cursor?: number
    limit: number
  },
) {
  let query = db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.user_id')
    .select([
      'audit_log.id',
      'audit_log.created_at',
      'action',
      'entity',
      'entity_id',
      'before',
      'after',
      'users.username',
      'users.email',
    ])
    .orderBy('audit_log.id', 'desc')
    .limit(filter.limit)
  const { who, entity, action, from, before, cursor } = filter
  if (entity !== undefined) query = query.where('entity', '=', entity)
  if (action !== undefined) query = query.where('action', '=', action)
  if (from !== undefined) query = query.where('audit_log.created_at', '>=', from)
  if (before !== undefined) query = query.where('audit_log.created_at', '<', before)
  if (cursor !== undefined) query = query.where('audit_log.id', '<', cursor)
  if (who !== undefined) {
    const pattern = `%${literal(who)}%`
    query = query.where((eb) =>
      eb.or([
        eb('users.username', 'ilike', pattern),
        eb('users.email', 'ilike', pattern),
        eb(sql<string>`users.id::text`, '=', who),
      ]),
    )
  }
  return query.execute()
}

/** The kinds of records and the verbs of the latest entries, so many of them. */
export async function listKinds(db: Db, latest: number) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('audit_log')
        .select(['entity', 'action'])
        .orderBy('id', 'desc')
        .limit(latest)
        .as('latest'),
    )
    .select(['entity', 'action'])
    .distinct()
    .execute()
}
