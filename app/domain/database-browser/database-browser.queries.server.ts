import { sql, type RawBuilder } from 'kysely'

import type { Db } from '../../../db/schema'
import { literal } from '~/domain/list-page'

import type { Visibility } from './secrets.server'

/* Names of tables, columns and types reach a statement only as the catalogue spells them, and quoted; all else is a parameter. */

/** How long one statement may run on a server, in milliseconds. The embedded database knows no limit: what it is asked is bounded. */
const statementLimit = 3_000

/** About so many pages of a table are read to estimate its rows where the catalogue cannot say. */
const sampledPages = 300

export type CatalogueColumn = {
  column_name: string
  data_type: string
  is_nullable: boolean
  column_default: string | null
  /** Text and JSON may be long; the values of the other types are short. */
  kind: 'text' | 'json' | 'other'
}

/** A column and what becomes of its values. */
export type ReadColumn = CatalogueColumn & { treatment: Visibility }

/** A column that places or finds a row; its values travel as text. */
export type KeyColumn = { name: string; type: string }

export type Order = { column: string; descending: boolean }[]

/**
 * Lets the work read one state of the database, that of the read-only transaction if it is part of one. The database itself refuses
 * to write.
 */
export function readOnly<Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return work(db)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`select set_config('statement_timeout', ${String(statementLimit)}, true)`.execute(trx)
      return work(trx)
    })
}

export type CatalogueTable = {
  name: string
  pages: number
  /** With the long values, which lie apart. */
  bytes: number
  analysedRows: number
  analysedPages: number
}

export async function listTables(trx: Db) {
  const { rows } = await sql<CatalogueTable>`
    select c.relname as name, pg_relation_size(c.oid) / current_setting('block_size')::int as pages,
      pg_table_size(c.oid) as bytes,
      c.reltuples::float8 as "analysedRows", c.relpages as "analysedPages"
    from pg_catalog.pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege(c.oid, 'select')
    order by c.relname`.execute(trx)
  return rows
}

export async function listColumns(trx: Db, table: string) {
  const { rows } = await sql<CatalogueColumn>`
    select a.attname as column_name, format_type(a.atttypid, a.atttypmod) as data_type,
      not a.attnotnull as is_nullable, pg_get_expr(d.adbin, d.adrelid) as column_default,
      case when t.typcategory = 'S' then 'text' when t.typname in ('json', 'jsonb') then 'json' else 'other' end as kind
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_type t on t.oid = a.atttypid
    left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${tableId(table)} and a.attnum > 0 and not a.attisdropped
    order by a.attnum`.execute(trx)
  return rows
}

/** The table's complete indexes of plain columns; the primary key's is marked. */
export async function listIndexes(trx: Db, table: string) {
  const { rows } = await sql<{ columns: string[]; isUnique: boolean; isPrimary: boolean }>`
    select array_agg(a.attname::text order by k.place) as columns, i.indisunique as "isUnique",
      i.indisprimary as "isPrimary"
    from pg_catalog.pg_index i
    cross join lateral unnest(i.indkey::int[]) with ordinality as k (attnum, place)
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indrelid = ${tableId(table)} and i.indisvalid and i.indpred is null and i.indexprs is null
    group by i.indexrelid, i.indisunique, i.indisprimary`.execute(trx)
  return rows
}

/** The number by which the catalogue knows a table; null for a name that it does not have. */
function tableId(table: string) {
  return sql`(select c.oid from pg_catalog.pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = ${table})`
}

const from = (table: string) => sql.id('public', table)

/** How many rows each table has, counted no further than `most`. */
export async function countTables(trx: Db, tables: string[], most: number) {
  if (tables.length === 0) return []
  const counts = tables.map(
    (table) =>
      sql`select ${table}::text as name, count(*)::int as rows
        from (select 1 from ${from(table)} limit ${most}) as counted`,
  )
  const { rows } = await sql<{ name: string; rows: number }>`${sql.join(counts, sql` union all `)}`.execute(
    trx,
  )
  return rows
}

/** How many rows a table of so many pages has, by some of its pages. */
export async function estimateRows(trx: Db, table: string, pages: number) {
  const percent = Math.min(100, (100 * sampledPages) / Math.max(1, pages))
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${from(table)} tablesample system (${percent}::real) repeatable (1)`.execute(
    trx,
  )
  return Math.round(((rows[0]?.count ?? 0) * 100) / percent)
}

/** A table in an order. With `search`, of the records among the first `window` that match it. */
export type Listing = {
  table: string
  columns: ReadColumn[]
  key: KeyColumn[]
  order: Order
  search?: { words: string; window: number }
}

/** A place in the order of a table's keys: beyond this record, upwards or downwards. */
export type Place = { beyond: string[] | null; descending: boolean }

/**
 * Records in order, from a place or from the first; with `cut`, long texts only so far. The values that find each again come with
 * it, and how many match in all.
 */
export async function readPart(
  trx: Db,
  { table, columns, key, order, search }: Listing,
  part: { limit: number; offset: number; start?: Place; cut?: number; address: KeyColumn[] },
) {
  const read = sql`${values(columns, part.cut)}, ${keyValues(part.address)} as ${sql.id(addressColumn)}`
  const place = sql`limit ${part.limit} offset ${part.offset}`
  const { rows } = await sql<Record<string, unknown>>`${
    search
      ? sql`select ${read}, count(*) over ()::int as ${sql.id(matchedColumn)}
          from ${windowOf(table, order, search.window)} where ${matches(columns, search.words)}
          order by ${ordered(order)} ${place}`
      : sql`select ${read} from ${placed(table, key, order, part)} order by ${ordered(order)}`
  }`.execute(trx)
  return rows.map(({ [addressColumn]: found, [matchedColumn]: matched, ...record }) => ({
    record,
    address: found as string[],
    matched: Number(matched),
  }))
}

/** What lies before the records is passed over in the index alone, where it has them in that order. */
function placed(
  table: string,
  key: KeyColumn[],
  order: Order,
  { start, limit, offset }: { start?: Place; limit: number; offset: number },
) {
  const condition = start ? past(key, start) : sql`true`
  const part = (columns: RawBuilder<unknown>) =>
    sql`(select ${columns} from ${from(table)} as row where ${condition}
      order by ${ordered(order)} limit ${limit} offset ${offset})`
  const isKeyless = key.some(({ name }) => name === 'ctid')
  if (offset === 0 || isKeyless) return sql`${part(sql`row.*, row.ctid`)} as row`
  const names = sql.join(key.map(({ name }) => sql.id(name)))
  return sql`${part(sql.join(key.map(({ name }) => column(name))))} as found join ${from(table)} as row using (${names})`
}

/** Stands beside the table's own columns, none of which can have a name as long. */
const addressColumn = `address of ${'a row '.repeat(12)}`.slice(0, 63)
const matchedColumn = `matches of ${'a row '.repeat(12)}`.slice(0, 63)

export async function countMatches(
  trx: Db,
  { table, columns, order }: Listing,
  { words, window }: { words: string; window: number },
) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${windowOf(table, order, window)} where ${matches(columns, words)}`.execute(
    trx,
  )
  return rows[0]?.count ?? 0
}

/** The key of the record that ends the next `size` ones from a place; null where there are not so many. */
export async function endOfStretch(trx: Db, table: string, key: KeyColumn[], start: Place, size: number) {
  const { rows } = await sql<{ key: string[] }>`
    select ${keyValues(key)} as key from (
      select ${sql.join(key.map(({ name }) => column(name)))} from ${from(table)} as row where ${past(key, start)}
      order by ${keyOrder(key, start.descending)} limit 1 offset ${size - 1}) as row`.execute(trx)
  return rows[0]?.key ?? null
}

/** The records beyond one key and up to another that match the words, in the order of their keys, whole. */
export async function readStretch(
  trx: Db,
  { table, columns, key }: Pick<Listing, 'table' | 'columns' | 'key'>,
  { words, after, upTo }: { words: string; after: string[] | null; upTo: string[] | null },
) {
  const conditions = [
    past(key, { beyond: after, descending: false }),
    upTo ? compared(key, '<=', upTo) : sql`true`,
    matches(columns, words),
  ]
  const { rows } = await sql<Record<string, unknown>>`
    select ${values(columns)} from ${from(table)} as row
    where ${sql.join(conditions, sql` and `)} order by ${keyOrder(key, false)}`.execute(trx)
  return rows
}

export async function findRecord(
  trx: Db,
  table: string,
  columns: ReadColumn[],
  address: KeyColumn[],
  at: string[],
) {
  const place = address.map(({ name, type }, index) => sql`${column(name)} = ${at[index]}::${sql.raw(type)}`)
  const { rows } = await sql<Record<string, unknown>>`
    select ${values(columns)} from ${from(table)} as row where ${sql.join(place, sql` and `)} limit 1`.execute(
    trx,
  )
  return rows[0]
}

function windowOf(table: string, order: Order, window: number) {
  return sql`(select row.*, row.ctid from ${from(table)} as row order by ${ordered(order)} limit ${window}) as row`
}

const column = (name: string) => sql.id('row', name)

function values(columns: ReadColumn[], cut?: number) {
  return sql.join(columns.map((read) => sql`${value(read, cut)} as ${sql.id(read.column_name)}`))
}

/** Says that there is a value. */
export const hiddenMark = '(hidden)'

function value({ column_name, kind, treatment }: ReadColumn, cut?: number): RawBuilder<unknown> {
  const name = column(column_name)
  if (treatment === 'hidden') return sql`case when ${name} is not null then ${hiddenMark}::text end`
  // One character more than is shown, so that a cut can be told.
  return cut === undefined || kind === 'other' ? name : sql`left(${name}::text, ${cut + 1})`
}

/**
 * Whether a shown value of the row holds the words, in any letter case. A search in what is hidden would tell it bit by bit. The values are
 * searched as one text, which takes a third of the time, with a mark between them that no words have.
 */
function matches(columns: ReadColumn[], words: string) {
  const plain = words.replaceAll('\u0001', '')
  if (plain === '') return sql`false`
  const pattern = `%${literal(plain)}%`
  const shown = columns.filter(({ treatment }) => treatment === 'shown')
  if (shown.length === 0) return sql`false`
  const texts = (from: number) =>
    sql`concat_ws(chr(1), ${sql.join(
      shown
        .slice(from, from + mostArguments)
        .map(({ column_name, data_type }) =>
          data_type === 'boolean' ? sql`${column(column_name)}::text` : column(column_name),
        ),
    )})`
  const parts = shown.flatMap((_, index) => (index % mostArguments === 0 ? [texts(index)] : []))
  return sql`(${sql.join(
    parts.map((text) => sql`${text} ilike ${pattern}`),
    sql` or `,
  )})`
}

/** A function of PostgreSQL takes 100 arguments. */
const mostArguments = 90

function ordered(order: Order) {
  return sql.join(
    order.map(({ column: name, descending }) => sql`${column(name)} ${sql.raw(descending ? 'desc' : 'asc')}`),
  )
}

function keyOrder(key: KeyColumn[], descending: boolean) {
  return ordered(key.map(({ name }) => ({ column: name, descending })))
}

function keyValues(key: KeyColumn[]) {
  return sql`array[${sql.join(key.map(({ name }) => sql`${column(name)}::text`))}]`
}

function past(key: KeyColumn[], { beyond, descending }: Place) {
  return beyond ? compared(key, descending ? '<' : '>', beyond) : sql`true`
}

function compared(key: KeyColumn[], operator: '>' | '<' | '<=', at: string[]) {
  const names = sql.join(key.map(({ name }) => column(name)))
  const given = sql.join(key.map(({ type }, index) => sql`${at[index]}::${sql.raw(type)}`))
  return sql`(${names}) ${sql.raw(operator)} (${given})`
}
