import type { Db } from '../../../db/schema'
import { withSnapshot } from '../../../db/snapshot'
import { personalData } from '~/domain/accounts/personal-data'
import { recordAudit } from '~/domain/audit/audit.server'
import { csvLine, textOf } from '~/domain/csv'
import { truncate } from '~/domain/office-formats'
import { isKeyOf } from '~/domain/is-key-of'
import { maskSecrets } from '~/domain/mail/mail.server'
import { sortText } from '~/lists/list-params'

import * as queries from './database-browser.queries.server'
import { visibilityOf } from './secrets.server'

/*
 * Reads the database without changing it. Each statement does a bounded amount of work at any table size: counts, searches and
 * sorts cover up to `sampleSize` rows, and skipping runs in batches, so that other statements can run between them.
 */

/** Tables of up to this many rows are counted exactly, sortable by any column and searched completely. */
export const sampleSize = 10_000
/** The maximum offset of a page in a table, in records. */
export const maxOffset = 1_000_000
/** The number of records that one statement skips. */
const batchSize = 100_000
/** The part of a table that one statement of a search or an export reads, in stored bytes. */
const searchedBytes = 1024 * 1024
const exportedBytes = 512 * 1024
/** The maximum number of records per statement of an export; lower on the embedded database, where other queries wait for it. */
const exported = { server: 1000, embedded: 250 }
/** The length at which a list cuts texts, in characters. */
const cellLength = 160

export type TableEntry = { table_name: string; row_count: number; estimated: boolean }

/** Returns the tables, by name. Row counts of large ones are estimates. */
export async function listTables(db: Db): Promise<TableEntry[]> {
  return queries.readOnly(db, async (trx) => {
    const tables = await queries.listTables(trx)
    const counts = await countRows(trx, tables)
    return tables.map(({ name }) => {
      const { rows = 0, large = false } = counts.get(name) ?? {}
      return { table_name: name, row_count: rows, estimated: large }
    })
  })
}

/**
 * Estimates rows as the planner does, from the rows per page at the last analysis. The embedded database has no automatic
 * analysis.
 */
async function estimate(trx: Db, table: queries.CatalogTable) {
  return plannedRows(table) ?? queries.estimateRows(trx, table.name, table.pages)
}

/** Returns the rows of a table by its last analysis; null if it has not been analyzed. */
function plannedRows({ pages, analyzedRows, analyzedPages }: queries.CatalogTable) {
  return analyzedRows > 0 && analyzedPages > 0 ? Math.round((analyzedRows / analyzedPages) * pages) : null
}

/** Counts exactly, except for large tables; those that are far larger by the last analysis are not counted at all. */
async function countRows(trx: Db, tables: readonly queries.CatalogTable[]) {
  const known = (table: queries.CatalogTable) => plannedRows(table) ?? 0
  const counted = tables.filter((table) => known(table) <= 5 * sampleSize)
  const names = counted.map(({ name }) => name)
  const counts = await queries.countTables(trx, names, sampleSize + 1)
  const exact = new Map(counts.map(({ name, rows }) => [name, rows]))
  const result = new Map<string, { rows: number; large: boolean }>()
  for (const table of tables) {
    const rows = exact.get(table.name) ?? sampleSize + 1
    const large = rows > sampleSize
    result.set(table.name, { large, rows: large ? Math.max(rows, await estimate(trx, table)) : rows })
  }
  return result
}

/** Returns the number of records of a table that fit in a number of bytes, between `min` and `max`. */
function recordsIn(bytes: number, table: { bytes: number }, rows: number, min: number, max: number) {
  const each = table.bytes / Math.max(1, rows)
  return Math.max(min, Math.min(max, Math.floor(bytes / Math.max(1, each))))
}

type Table = NonNullable<Awaited<ReturnType<typeof findTable>>>

/** Returns the catalog entry of a table; null for an unknown name. */
async function findTable(trx: Db, name: string) {
  const entry = (await queries.listTables(trx)).find((table) => table.name === name)
  if (!entry) return null
  const [columns, indexes] = [await queries.listColumns(trx, name), await queries.listIndexes(trx, name)]
  const read = columns.map((column) => ({
    ...column,
    visibility: visibilityOf(name, column.column_name, column.data_type),
  }))
  const primary = indexes.find(({ isPrimary }) => isPrimary)?.columns ?? []
  const typed = primary.map((column) => ({
    name: column,
    type: columns.find(({ column_name }) => column_name === column)?.data_type ?? 'text',
  }))
  const isHidden = (column: string) =>
    read.some(({ column_name, visibility }) => column_name === column && visibility !== 'shown')
  const ctid = [{ name: 'ctid', type: 'tid' }]
  return {
    ...entry,
    columns: read,
    primary,
    key: primary.length > 0 ? typed : ctid,
    // Hidden and masked columns are excluded: a URL must not contain secrets.
    rowKey: primary.length > 0 && !primary.some(isHidden) ? typed : ctid,
    /** Columns with an index, by which a large table can be sorted. */
    indexed: indexes
      .filter(
        ({ columns: [, ...rest], isUnique }) =>
          (isUnique && rest.length === 0) || (rest.length > 0 && rest.join() === primary.join()),
      )
      .map(({ columns: [first] }) => first),
  }
}

/** Returns the columns of a table; null for an unknown name. */
export async function describeTable(db: Db, name: string) {
  return queries.readOnly(db, async (trx) => {
    const table = await findTable(trx, name)
    return table && describeColumns(table)
  })
}

function describeColumns({ columns, primary }: Table) {
  return columns.map(({ column_name, data_type, is_nullable, column_default, visibility }) => ({
    column_name,
    data_type,
    is_nullable,
    column_default,
    primary_key: primary.includes(column_name),
    hidden: visibility === 'hidden',
  }))
}

export type RecordQuery = {
  limit: number
  /** Up to `maxOffset`. */
  offset: number
  /** Text to search for in the shown values, ignoring case. */
  search?: string
  /** The sort column; in a large table, an indexed one. Defaults to the primary key. */
  sort?: string
  descending?: boolean
  /** Without a sort column, a primary key of numbers descends. */
  newestFirst?: boolean
}

/** Whether the records of a table are about people. */
function isPersonal(table: string) {
  return isKeyOf(personalData, table) && (personalData[table]?.personal.length ?? 0) > 0
}

/**
 * Returns whole records of a table, without secrets, and their sort column, for calls; null for an unknown name. Audits the read if they
 * are about people.
 */
export async function readRecords(db: Db, name: string, query: RecordQuery, { by }: { by: number }) {
  const part = await readPart(db, name, query)
  if (!part) return null
  const { table, rows, order, total, estimated } = part
  if (isPersonal(name)) {
    const { limit, offset, sort, descending = false, search } = query
    const isSorted = sort !== undefined && sort === order[0]?.column
    await recordAudit(db, {
      ...subject(name, by),
      action: 'export',
      after: {
        through: 'call',
        limit,
        offset,
        ...(isSorted && { sort: sortText({ field: sort, descending }) }),
        searched: search !== undefined,
      },
    })
  }
  const records = rows.map(({ record }) => masked(table, record))
  return { records, total, estimated, sortedBy: order[0]?.column }
}

/** Returns a page of a table as text; long values are cut. Like any list, the read is not audited. */
export async function readPage(db: Db, name: string, query: RecordQuery) {
  const part = await readPart(db, name, query, cellLength)
  if (!part) return null
  const { table, rows, order, large, ...page } = part
  return {
    ...page,
    columns: describeColumns(table).map((column) => ({
      ...column,
      sortable: canSort(table, large, column.column_name) && !column.hidden,
    })),
    rows: rows.map(({ record, rowKey }) => ({
      rowKey,
      cells: values(table, record).map((value) => cell(value, cellLength)),
    })),
    sort: order[0]?.column === 'ctid' ? null : (order[0] ?? null),
  }
}

async function readPart(db: Db, name: string, query: RecordQuery, cut?: number) {
  const state = await queries.readOnly(db, async (trx) => {
    const table = await findTable(trx, name)
    return table && { table, ...(await countRows(trx, [table])).get(name)! }
  })
  if (!state) return null
  const { table, large } = state
  const sort = query.sort !== undefined && canSort(table, large, query.sort) ? query.sort : table.key[0]?.name
  const isNumbered = /^(?:smallint|integer|bigint)$/.test(table.key[0]?.type ?? '')
  const byDefault = query.sort === undefined && query.newestFirst === true && isNumbered
  const descending = query.descending ?? byDefault
  const order = [
    { column: sort ?? 'ctid', descending },
    ...table.key.filter((key) => key.name !== sort).map((key) => ({ column: key.name, descending })),
  ]
  const byKey = order.map(({ column }) => column).join() === table.key.map((key) => key.name).join()
  const words = query.search
  const searched = recordsIn(searchedBytes, table, state.rows, 100, sampleSize)
  const search = words === undefined ? undefined : { words, sample: searched }
  const listing = { ...table, table: name, order, search }

  const { cursor, offset } =
    words === undefined && byKey
      ? await skipByKey(db, table, descending, query.offset)
      : { cursor: undefined, offset: query.offset }
  const tooDeep = words === undefined && offset > batchSize
  return queries.readOnly(db, async (trx) => {
    const part = { limit: query.limit + 1, offset, cursor, cut, rowKey: table.rowKey }
    const rows = tooDeep ? [] : await queries.readPart(trx, listing, part)
    const more = rows.length > query.limit
    const shown = rows.slice(0, query.limit)
    const end = query.offset + shown.length
    const none = () => (query.offset === 0 ? 0 : queries.countMatches(trx, listing, search!))
    const matched = search && (rows[0]?.matched ?? (await none()))
    const counted = matched ?? state.rows
    const atEnd = shown.length > 0 && !more
    return {
      table,
      order,
      large,
      rows: shown,
      more,
      tooDeep,
      // The end of the table gives an exact count; past the end only the count itself is known.
      total: atEnd ? end : shown.length > 0 ? Math.max(counted, end + (more ? 1 : 0)) : counted,
      estimated: large && !search && !atEnd,
      /** The number of records searched; null if all were. */
      searched: search && state.rows > searched ? searched : null,
    }
  })
}

/** Skips records in batches. Returns the cursor after the last batch, and the number left to skip. */
async function skipByKey(db: Db, { name, key }: Table, descending: boolean, offset: number) {
  let after: string[] | null = null
  let left = offset
  while (left > batchSize) {
    const cursor: queries.RowCursor = { after, descending }
    const next = (trx: Db) => queries.endOfBatch(trx, name, key, cursor, batchSize)
    const end: string[] | null = await queries.readOnly(db, next)
    if (end === null) break // the table is shorter
    after = end
    left -= batchSize
  }
  return { cursor: { after, descending }, offset: Math.min(left, batchSize) }
}

function canSort({ columns, indexed }: Table, large: boolean, column: string) {
  const known = columns.find(({ column_name }) => column_name === column)
  return known?.visibility === 'shown' && (!large || indexed.includes(column))
}

/** Opens one whole record by its row key; null if there is none, or no such table. Audits the read if the record is about a person. */
export async function openRecord(db: Db, name: string, rowKey: string[], { by }: { by: number }) {
  const opened = await queries
    .readOnly(db, async (trx) => {
      const table = await findTable(trx, name)
      if (!table || rowKey.length !== table.rowKey.length) return null
      const record = await queries.findRecord(trx, name, table.columns, table.rowKey, rowKey)
      return record ? { table, values: masked(table, record) } : null
    })
    .catch((error: unknown) => {
      if (isNoSuchValue(error)) return null
      throw error
    })
  if (!opened) return null
  const { table, values } = opened
  if (isPersonal(name)) {
    const key = Object.fromEntries(table.rowKey.map((column, index) => [column.name, rowKey[index]]))
    await recordAudit(db, { ...subject(name, by), action: 'view', after: key })
  }
  return describeColumns(table).map((column) => ({ ...column, value: cell(values[column.column_name]) }))
}

function subject(table: string, by: number) {
  return { userId: by, entity: 'database table', entityId: table }
}

/** Returns the row keys of the records before and after one in the order of the primary key; null at an end, and in a table without one. */
export async function findNeighbors(db: Db, name: string, rowKey: string[]) {
  return queries.readOnly(db, async (trx) => {
    const table = await findTable(trx, name)
    if (!table || table.rowKey.some(({ name }) => name === 'ctid')) return { previous: null, next: null }
    const { rowKey: key, columns } = table
    const beside = async (descending: boolean) => {
      const order = key.map((part) => ({ column: part.name, descending }))
      const [row] = await queries.readPart(
        trx,
        { table: name, columns: columns.slice(0, 1), key, order },
        { cursor: { after: rowKey, descending }, limit: 1, offset: 0, cut: 1, rowKey: key },
      )
      return row?.rowKey ?? null
    }
    return { previous: await beside(true), next: await beside(false) }
  })
}

/** The text is not a valid value of the column's type. */
function isNoSuchValue(error: unknown) {
  return /^22/.test((error as { code?: string }).code ?? '')
}

/**
 * Streams a table as lines of CSV in the order of its primary key: all of it, or what matches the search. Reads in small batches
 * as the consumer pulls, so that neither memory nor query time grows with the table, and from one snapshot (see withSnapshot).
 * Audits the export first. Returns null for an unknown table.
 */
export async function exportTable(
  db: Db,
  name: string,
  { search, by }: { search?: string; by: number },
): Promise<AsyncGenerator<string, void, undefined> | null> {
  const entry = await queries.readOnly(db, async (trx) => {
    const table = await findTable(trx, name)
    return table && { table, ...(await countRows(trx, [table])).get(name)! }
  })
  if (!entry) return null
  const { table, rows, large } = entry
  await recordAudit(db, {
    ...subject(name, by),
    action: 'export',
    after: {
      through: 'CSV',
      searched: search !== undefined,
      ...(search === undefined && !large && { rows }),
    },
  })
  const maxRecords = (reader: Db) => (reader.isTransaction ? exported.server : exported.embedded)
  const size = (reader: Db) => recordsIn(exportedBytes, table, rows, 50, maxRecords(reader))
  return withSnapshot(db, (reader) => exportLines(reader, table, { words: search, size: size(reader) }))
}

async function* exportLines(db: Db, table: Table, part: { words?: string; size: number }) {
  yield csvLine(table.columns.map(({ column_name }) => column_name))
  let after: string[] | null = null
  do {
    const next: Awaited<ReturnType<typeof nextPart>> = await nextPart(db, table, { ...part, after })
    yield next.records.map((record) => csvLine(values(table, record))).join('')
    after = next.end
  } while (after !== null)
}

/** Returns the next records of an export and their end; null at the end of the table. */
function nextPart(
  db: Db,
  { name, key, columns }: Table,
  { words, size, after }: { words?: string; size: number; after: string[] | null },
) {
  const cursor = { after, descending: false }
  const table = { table: name, columns, key }
  return queries.readOnly(db, async (trx) => {
    if (words === undefined) {
      const order = key.map((part) => ({ column: part.name, descending: false }))
      const rows = await queries.readPart(
        trx,
        { ...table, order },
        { cursor, limit: size, offset: 0, rowKey: key },
      )
      const end = rows.length < size ? null : (rows.at(-1)?.rowKey ?? null)
      return { end, records: rows.map(({ record }) => record) }
    }
    const end = await queries.endOfBatch(trx, name, key, cursor, size)
    return { end, records: await queries.readBatch(trx, table, { words, after, end }) }
  })
}

/** Returns the values of a record in column order, with the codes in its mails masked. */
function values({ columns }: Table, record: Record<string, unknown>) {
  return columns.map(({ column_name, visibility }) => {
    const value = record[column_name]
    return visibility === 'masked' && typeof value === 'string' ? maskSecrets(value) : value
  })
}

function masked(table: Table, record: Record<string, unknown>) {
  const all = values(table, record)
  return Object.fromEntries(table.columns.map(({ column_name }, index) => [column_name, all[index]]))
}

/** Formats a value, cut for a list; null for NULL. */
function cell(value: unknown, maxLength = Infinity) {
  if (value === null || value === undefined) return null
  return truncate(textOf(value), maxLength + 1)
}
