import type { Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'

export async function insertEntry(db: Db, entry: Insertable<Database['audit_log']>) {
  await db.insertInto('audit_log').values(entry).execute()
}
