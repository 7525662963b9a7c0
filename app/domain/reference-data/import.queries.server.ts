import type { Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'
import type { Collection } from '~/domain/configuration/collections'

type Table = Collection['table']

export async function isEmpty(db: Db, table: Table) {
  const row = await db.selectFrom(table).select('id').limit(1).executeTakeFirst()
  return row === undefined
}

/** Rows must have been checked by the schema of the table's collection. */
export async function insertAll(trx: Db, table: Table, rows: object[]) {
  await trx
    .insertInto(table)
    .values(rows as Insertable<Database[Table]>[])
    .execute()
}
