import { sql, type Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'

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
