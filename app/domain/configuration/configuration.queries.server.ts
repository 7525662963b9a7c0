import { sql, type Updateable } from 'kysely'

import type { Database, Db } from '../../../db/schema'
import { parseId } from '~/domain/ids'
import { pageById } from '~/lists/keyset.queries.server'
import type { PageRequest } from '~/lists/list-page'
import { literal } from '~/lists/search-terms'

import type { Collection } from './collections'

type Table = Collection['table']

/** A row of any of the seven tables, with its collection's columns. */
export type ConfigurationRow = { id: number; updated_at: Date } & Record<string, unknown>

/** Returns rows in the order of their ids. */
export async function listRows(
  db: Db,
  table: Table,
  { oldestFirst = true, ...page }: Omit<PageRequest, 'search'>,
) {
  const query = pageById(db.selectFrom(table).selectAll(), { ...page, oldestFirst })
  return (await query.execute()) as ConfigurationRow[]
}

/** The number of records that one search statement reads. */
export const searchBatchSize = 10_000

/**
 * Searches the next `searchBatchSize` records in the order of their ids. Returns those with the words in a text column or as their id,
 * and the last record that was searched, null at the end of the table.
 */
export async function searchRows(
  db: Db,
  { table, columns }: Collection,
  search: string,
  { limit, cursor, oldestFirst = true }: Omit<PageRequest, 'search'>,
) {
  const end = await pageById(db.selectFrom(table).select('id'), { cursor, oldestFirst, limit: 1 })
    .offset(searchBatchSize - 1)
    .executeTakeFirst()

  const pattern = `%${literal(search)}%`
  const texts = columns.filter(({ kind }) => kind === 'text').map(({ name }) => name)
  const id = parseId(search)
  let query = db
    .selectFrom(table)
    .selectAll()
    .where((eb) =>
      eb.or([
        ...texts.map((name) => eb(sql.ref(name), 'ilike', pattern)),
        ...(id === null ? [] : [eb('id', '=', id)]),
      ]),
    )
  query = pageById(query, { limit, cursor, oldestFirst })
  if (end) query = query.where('id', oldestFirst ? '<=' : '>=', end.id)
  return { rows: (await query.execute()) as ConfigurationRow[], upTo: end?.id ?? null }
}

/** Counts the rows of a table, to one more than `max` at most. */
export async function countRows(db: Db, table: Table, max: number) {
  const counted = db
    .selectFrom(table)
    .select('id')
    .limit(max + 1)
  const { count } = await db
    .selectFrom(counted.as('counted'))
    .select(({ fn }) => fn.countAll<string | number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findRow(db: Db, table: Table, id: number) {
  const row = await db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst()
  return row as ConfigurationRow | undefined
}

export async function findRows(db: Db, table: Table, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom(table)
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  return rows as ConfigurationRow[]
}

/** Like findRow, with the row locked until the transaction ends. */
export async function lockRow(trx: Db, table: Table, id: number) {
  const row = await trx.selectFrom(table).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row as ConfigurationRow | undefined
}

/** Values must be validated by the schema of the table's collection. */
export async function insertRow(db: Db, table: Table, values: object) {
  const row = await db.insertInto(table).values(values).returningAll().executeTakeFirstOrThrow()
  return row as ConfigurationRow
}

/** Makes each `updated_at` later than the previous one by at least a millisecond, its precision in responses. */
export async function updateRow(trx: Db, table: Table, id: number, values: object) {
  const later = sql<Date>`greatest(now(), updated_at + interval '1 millisecond')`
  const row = await trx
    .updateTable(table)
    .set(values as Updateable<Database[Table]>)
    .set({ updated_at: later })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as ConfigurationRow
}

export async function deleteRow(trx: Db, table: Table, id: number) {
  await trx.deleteFrom(table).where('id', '=', id).execute()
}

/** Whether a record other than `exceptId` has the name, ignoring case. */
export async function isNameTaken(
  db: Db,
  table: Table,
  { column, name, exceptId }: { column: string; name: string; exceptId: number | null },
) {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where(sql<boolean>`lower(${sql.ref(column)}) = lower(${name})`)
    .where('id', '!=', exceptId ?? 0)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
