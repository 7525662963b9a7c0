import { sql, type RawBuilder } from 'kysely'

import type { Db } from '../../../db/schema'
import { literal } from '~/lists/search-terms'

import type { Visibility } from './secrets.server'

/* Names of tables, columns and types enter a statement only as the catalog spells them, quoted; all else is a parameter. */

/** Statement timeout on a server, in milliseconds. The embedded database has none: its queries are bounded by other means. */
const statementLimit = 3_000

/** The approximate number of pages sampled to estimate a table's rows where the catalog has no estimate. */
const sampledPages = 300

export type CatalogColumn = {
  column_name: string
  data_type: string
  is_nullable: boolean
  column_default: string | null
  /** Text and JSON may be long; the values of the other types are short. */
  kind: 'text' | 'json' | 'other'
}

/** A column and the visibility of its values. */
export type ReadColumn = CatalogColumn & { visibility: Visibility }

/** A column of a row key or cursor; its values are passed as text. */
export type KeyColumn = { name: string; type: string }

export type Order = { column: string; descending: boolean }[]

/** Runs a function on one snapshot of the database, or in the caller's read-only transaction. The database itself rejects writes. */
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

export type CatalogTable = {
  name: string
  pages: number
  /** Includes the long values, which are stored separately. */
  bytes: number
  analyzedRows: number
  analyzedPages: number
}

export async function listTables(trx: Db) {
  const { rows } = await sql<CatalogTable>`
    select c.relname as name, pg_relation_size(c.oid) / current_setting('block_size')::int as pages,
      pg_table_size(c.oid) as bytes,
      c.reltuples::float8 as "analyzedRows", c.relpages as "analyzedPages"
    from pg_catalog.pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege(c.oid, 'select')
    order by c.relname`.execute(trx)
  return rows
}

export async function listColumns(trx: Db, table: string) {
  const { rows } = await sql<CatalogColumn>`
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

/** Returns the table's complete indexes of plain columns; the primary key's is marked. */
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

/** Returns the catalog id of a table; null for an unknown name. */
function tableId(table: string) {
  return sql`(select c.oid from pg_catalog.pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = ${table})`
}

const from = (table: string) => sql.id('public', table)

/** Counts the rows of each table, up to `limit`. */
export async function countTables(trx: Db, tables: string[], limit: number) {
  if (tables.length === 0) return []
  const counts = tables.map(
    (table) =>
      sql`select ${table}::text as name, count(*)::int as rows
        from (select 1 from ${from(table)} limit ${limit}) as counted`,
  )
  const { rows } = await sql<{ name: string; rows: number }>`${sql.join(counts, sql` union all `)}`.execute(
    trx,
  )
  return rows
}

/** Estimates the rows of a table with a number of pages from a sample of them. */
export async function estimateRows(trx: Db, table: string, pages: number) {
  const percent = Math.min(100, (100 * sampledPages) / Math.max(1, pages))
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${from(table)} tablesample system (${percent}::real) repeatable (1)`.execute(
    trx,
  )
  return Math.round(((rows[0]?.count ?? 0) * 100) / percent)
}

/** A table in an order. With `search`, the matching records among the first `sample`. */
export type Listing = {
  table: string
  columns: ReadColumn[]
  key: KeyColumn[]
  order: Order
  search?: { words: string; sample: number }
}

/** A keyset cursor: after this row, or at the beginning. */
export type RowCursor = { after: string[] | null; descending: boolean }

/**
 * Returns records in order, after a cursor or from the first; `cut` is the maximum length of their texts. Each comes with its row
 * key and the total number of matches.
 */
export async function readPart(
  trx: Db,
  { table, columns, key, order, search }: Listing,
  part: { limit: number; offset: number; cursor?: RowCursor; cut?: number; rowKey: KeyColumn[] },
) {
  const read = sql`${selected(columns, part.cut)}, ${keyValues(part.rowKey)} as ${sql.id(rowKeyColumn)}`
  const range = sql`limit ${part.limit} offset ${part.offset}`
  const { rows } = await sql<Record<string, unknown>>`${
    search
      ? sql`select ${read}, count(*) over ()::int as ${sql.id(matchedColumn)}
          from ${sampleOf(table, order, search.sample)} where ${matches(columns, search.words)}
          order by ${ordered(order)} ${range}`
      : sql`select ${read} from ${rowsOf(table, key, order, part)} order by ${ordered(order)}`
  }`.execute(trx)
  return rows.map(({ [rowKeyColumn]: rowKey, [matchedColumn]: matched, ...record }) => ({
    record,
    rowKey: rowKey as string[],
    matched: Number(matched),
  }))
}

/** Skips the records before the page with only the index, where it has their order. */
function rowsOf(
  table: string,
  key: KeyColumn[],
  order: Order,
  { cursor, limit, offset }: { cursor?: RowCursor; limit: number; offset: number },
) {
  const condition = cursor ? isAfter(key, cursor) : sql`true`
  const part = (columns: RawBuilder<unknown>) =>
    sql`(select ${columns} from ${from(table)} as row where ${condition}
      order by ${ordered(order)} limit ${limit} offset ${offset})`
  const isKeyless = key.some(({ name }) => name === 'ctid')
  if (offset === 0 || isKeyless) return sql`${part(sql`row.*, row.ctid`)} as row`
  const names = sql.join(key.map(({ name }) => sql.id(name)))
  return sql`${part(sql.join(key.map(({ name }) => column(name))))} as found join ${from(table)} as row using (${names})`
}

/** The alias of the row key, longer than any column name may be. */
const rowKeyColumn = `key of ${'a row '.repeat(12)}`.slice(0, 63)
const matchedColumn = `matches of ${'a row '.repeat(12)}`.slice(0, 63)

export async function countMatches(
  trx: Db,
  { table, columns, order }: Listing,
  { words, sample }: { words: string; sample: number },
) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sampleOf(table, order, sample)} where ${matches(columns, words)}`.execute(
    trx,
  )
  return rows[0]?.count ?? 0
}

/** Returns the key of the last of the next `size` records after a cursor; null where there are fewer. */
export async function endOfBatch(trx: Db, table: string, key: KeyColumn[], cursor: RowCursor, size: number) {
  const { rows } = await sql<{ key: string[] }>`
    select ${keyValues(key)} as key from (
      select ${sql.join(key.map(({ name }) => column(name)))} from ${from(table)} as row where ${isAfter(key, cursor)}
      order by ${keyOrder(key, cursor.descending)} limit 1 offset ${size - 1}) as row`.execute(trx)
  return rows[0]?.key ?? null
}

/** Returns the whole records after one key and up to another that match the words, in the order of their keys. */
export async function readBatch(
  trx: Db,
  { table, columns, key }: Pick<Listing, 'table' | 'columns' | 'key'>,
  { words, after, end }: { words: string; after: string[] | null; end: string[] | null },
) {
  const conditions = [
    isAfter(key, { after, descending: false }),
    end ? compared(key, '<=', end) : sql`true`,
    matches(columns, words),
  ]
  const { rows } = await sql<Record<string, unknown>>`
    select ${selected(columns)} from ${from(table)} as row
    where ${sql.join(conditions, sql` and `)} order by ${keyOrder(key, false)}`.execute(trx)
  return rows
}

export async function findRecord(
  trx: Db,
  table: string,
  columns: ReadColumn[],
  rowKey: KeyColumn[],
  values: string[],
) {
  const conditions = rowKey.map(
    ({ name, type }, index) => sql`${column(name)} = ${values[index]}::${sql.raw(type)}`,
  )
  const { rows } = await sql<Record<string, unknown>>`
    select ${selected(columns)} from ${from(table)} as row where ${sql.join(conditions, sql` and `)} limit 1`.execute(
    trx,
  )
  return rows[0]
}

function sampleOf(table: string, order: Order, size: number) {
  return sql`(select row.*, row.ctid from ${from(table)} as row order by ${ordered(order)} limit ${size}) as row`
}

const column = (name: string) => sql.id('row', name)

function selected(columns: ReadColumn[], cut?: number) {
  return sql.join(columns.map((read) => sql`${value(read, cut)} as ${sql.id(read.column_name)}`))
}

/** Replaces a value: only its presence is returned. */
const hiddenMark = '(hidden)'

function value({ column_name, kind, visibility }: ReadColumn, cut?: number): RawBuilder<unknown> {
  const name = column(column_name)
  if (visibility === 'hidden') return sql`case when ${name} is not null then ${hiddenMark}::text end`
  // One extra character shows that the text was cut.
  return cut === undefined || kind === 'other' ? name : sql`left(${name}::text, ${cut + 1})`
}

/**
 * Whether a shown value of the row contains the words, ignoring case. Hidden values are excluded, since a search would reveal
 * them bit by bit. The values are searched as one text, which takes a third of the time, with a separator that no search
 * contains; numbers and times are left out where they cannot contain the words.
 */
function matches(columns: ReadColumn[], words: string) {
  const plain = words.replaceAll('\u0001', '')
  if (plain === '') return sql`false`
  const pattern = `%${literal(plain)}%`
  const shown = columns.filter(
    ({ visibility, data_type }) =>
      visibility === 'shown' && (lettersOfNumbers.test(plain) || !numbersAndTimes.test(data_type)),
  )
  if (shown.length === 0) return sql`false`
  const texts = (from: number) =>
    sql`concat_ws(chr(1), ${sql.join(
      shown
        .slice(from, from + maxArguments)
        .map(({ column_name, data_type }) =>
          data_type === 'boolean' ? sql`${column(column_name)}::text` : column(column_name),
        ),
    )})`
  const parts = shown.flatMap((_, index) => (index % maxArguments === 0 ? [texts(index)] : []))
  return sql`(${sql.join(
    parts.map((text) => sql`${text} ilike ${pattern}`),
    sql` or `,
  )})`
}

/** The types of numbers and times, and all that their texts consist of, 'Infinity', 'NaN' and 'BC' included. */
const numbersAndTimes = /^(?:smallint|integer|bigint|numeric|real|double|date$|timestamp)/
const lettersOfNumbers = /^[\d\s.:+\-einftyabc]*$/i

/** PostgreSQL functions take up to 100 arguments. */
const maxArguments = 90

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

function isAfter(key: KeyColumn[], { after, descending }: RowCursor) {
  return after ? compared(key, descending ? '<' : '>', after) : sql`true`
}

function compared(key: KeyColumn[], operator: '>' | '<' | '<=', values: string[]) {
  const names = sql.join(key.map(({ name }) => column(name)))
  const typed = sql.join(key.map(({ type }, index) => sql`${values[index]}::${sql.raw(type)}`))
  return sql`(${names}) ${sql.raw(operator)} (${typed})`
}
