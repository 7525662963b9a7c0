import { sql } from 'kysely'

import type { Db } from '../../../db/schema'
import { parseId } from '~/domain/ids'

/** A kind of record in the log, with the table and the column that name its records. */
export type NamedTable = { entity: string; table: string; column: string }

/** A record as the log refers to it. */
export type RecordKey = { entity: string; id: string }

/** Returns the names of those records that still exist. */
export async function listNames(db: Db, tables: readonly NamedTable[], records: readonly RecordKey[]) {
  const parts = tables.flatMap(({ entity, table, column }) => {
    const ids = records.flatMap((record) => (record.entity === entity ? (parseId(record.id) ?? []) : []))
    return ids.length === 0
      ? []
      : [
          sql`select ${entity}::text as entity, id::text as id, ${sql.ref(column)} as name
            from ${sql.table(table)} where id = any(${ids}::integer[])`,
        ]
  })
  if (parts.length === 0) return []
  const { rows } = await sql<RecordKey & { name: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}

/** Returns records whose names have words that begin with those of a text search query, at most `limit` of each kind. */
export async function findNamed(db: Db, tables: readonly NamedTable[], query: string, limit: number) {
  const parts = tables.map(
    ({ entity, table, column }) =>
      sql`(select ${entity}::text as entity, id::text as id from ${sql.table(table)}
        where search_words(${sql.ref(column)}) @@ to_tsquery('simple', ${query}) limit ${limit})`,
  )
  const { rows } = await sql<RecordKey>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}
