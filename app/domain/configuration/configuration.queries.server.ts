import { sql, type SelectQueryBuilder, type Updateable } from 'kysely'

import type { Database, Db } from '../../../db/schema'
import { parseId } from '~/domain/ids'
import { pageById } from '~/lists/keyset.queries.server'
import type { PageRequest } from '~/lists/list-page'
import type { Sort } from '~/lists/list-params'
import { literal } from '~/lists/search-terms'

import type { Collection } from './collections'

type Table = Collection['table']

/** A row of any of the seven tables, with its collection's columns. */
export type ConfigurationRow = { id: number; updated_at: Date } & Record<string, unknown>

/** A page of records, by id unless it is sorted by a column. */
export type RecordPage = PageRequest & { sort?: Sort }

/** Returns rows in the order of their ids, or of a column. */
export async function listRows(
  db: Db,
  collection: Collection,
  { sort, oldestFirst = true, ...page }: Omit<RecordPage, 'search'>,
) {
  const all = db.selectFrom(collection.table).selectAll()
  const query = sort ? pageByColumn(all, collection, sort, page) : pageById(all, { ...page, oldestFirst })
  return (await query.execute()) as ConfigurationRow[]
}

/**
 * Orders a query by a column, then by id, and limits it to one page. Names ignore case; empty cells are last in both directions. There is no
 * index: the whole table is sorted.
 */
function pageByColumn<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  { table, columns }: Collection,
  { field, descending }: Sort,
  { limit, cursor }: Omit<RecordPage, 'search'>,
) {
  const isText = columns.some(({ name, kind }) => name === field && kind === 'text')
  const value = isText ? sql`lower(${sql.ref(field)})` : sql.ref(field)
  const [direction, beyond] = descending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  let page = query.orderBy(sql`${value} ${direction} nulls last`).orderBy(sql`id ${direction}`)
  if (cursor !== undefined) {
    const last = sql`(select ${value} from ${sql.table(table)} where id = ${cursor})`
    page = page.where(
      sql<boolean>`(${value} ${beyond} ${last} or (${value} = ${last} and id ${beyond} ${cursor})
        or (${value} is null and (${last} is not null or id ${beyond} ${cursor})))`,
    )
  }
  return limit === undefined ? page : page.limit(limit)
}

/** The number of records that one search statement reads. */
const searchBatchSize = 10_000

/**
 * Searches the next `searchBatchSize` records in the order of their ids, or the whole table if it is sorted. Returns those with the words in a
 * text column or as their id, and the last record that was searched, null at the end of the table.
 */
export async function searchRows(
  db: Db,
  collection: Collection,
  search: string,
  { limit, cursor, sort, oldestFirst = true }: Omit<RecordPage, 'search'>,
) {
  const { table, columns } = collection
  const end = sort
    ? undefined
    : await pageById(db.selectFrom(table).select('id'), { cursor, oldestFirst, limit: 1 })
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
  query = sort
    ? pageByColumn(query, collection, sort, { limit, cursor })
    : pageById(query, { limit, cursor, oldestFirst })
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
  let query = db
    .selectFrom(table)
    .select('id')
    .where(sql<boolean>`lower(${sql.ref(column)}) = lower(${name})`)
    .limit(1)
  if (exceptId !== null) query = query.where('id', '!=', exceptId)
  return (await query.executeTakeFirst()) !== undefined
}
