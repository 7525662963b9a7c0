import type { Db } from '../../../db/schema'
import { withSnapshot } from '../../../db/snapshot'
import { recordAudit } from '~/domain/audit/audit.server'
import { csvLine, textOf } from '~/domain/csv'
import { maskSecrets } from '~/domain/mail/mail.server'

import * as queries from './database-browser.queries.server'
import { visibilityOf } from './secrets.server'

/*
 * Reads the database without changing it. Each statement does a bounded amount of work, whatever the size of the table: rows are
 * counted, searched and sorted up to `sampleSize`, and skipped in batches, between which other statements have their turn.
 */

/** Tables of up to this many rows are counted exactly, sorted by any column and searched whole. */
export const sampleSize = 10_000
/** The furthest that a page may begin in a table, in records. */
export const maxOffset = 1_000_000
/** One statement skips this many records. */
const batchSize = 100_000
/** So much of a table is searched by one statement, and read by one of an export; bytes, as it is stored. */
const searchedBytes = 4 * 1024 * 1024
const exportedBytes = 512 * 1024
/** The most records that one statement of an export reads; fewer of the embedded database, where others wait for it. */
const exported = { server: 1000, embedded: 250 }
/** Longer texts are cut in a list, in characters. */
const cellLength = 160

export type TableEntry = { table_name: string; row_count: number; estimated: boolean }

/** The tables, by name. Large ones are counted by estimate. */
export async function listTables(db: Db): Promise<TableEntry[]> {
  return queries.readOnly(db, async (trx) => {
    const tables = await queries.listTables(trx)
    const names = tables.map(({ name }) => name)
    const counted = new Map(
      (await queries.countTables(trx, names, sampleSize + 1)).map(({ name, rows }) => [name, rows]),
    )
    const entries: TableEntry[] = []
    for (const table of tables) {
      const rows = counted.get(table.name) ?? 0
      const estimated = rows > sampleSize
      const row_count = estimated ? Math.max(rows, await estimate(trx, table)) : rows
      entries.push({ table_name: table.name, row_count, estimated })
    }
    return entries
  })
}

/** As the planner does: by how full the pages were when they were last looked at. The embedded database never looks. */
async function estimate(trx: Db, table: queries.CatalogueTable) {
  const { name, pages, analysedRows, analysedPages } = table
  if (analysedRows > 0 && analysedPages > 0) return Math.round((analysedRows / analysedPages) * pages)
  return queries.estimateRows(trx, name, pages)
}

/** Exactly, but for a large table. */
async function countRows(trx: Db, table: queries.CatalogueTable) {
  const rows = (await queries.countTables(trx, [table.name], sampleSize + 1))[0]?.rows ?? 0
  const large = rows > sampleSize
  return { large, rows: large ? Math.max(rows, await estimate(trx, table)) : rows }
}

/** How many records of a table have so many bytes, from `least` to `most`. */
function recordsIn(bytes: number, table: { bytes: number }, rows: number, least: number, most: number) {
  const each = table.bytes / Math.max(1, rows)
  return Math.max(least, Math.min(most, Math.floor(bytes / Math.max(1, each))))
}

type Table = NonNullable<Awaited<ReturnType<typeof findTable>>>

/** What the catalogue says of a table; null where it has none of that name. */
async function findTable(trx: Db, name: string) {
  const found = (await queries.listTables(trx)).find((table) => table.name === name)
  if (!found) return null
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
    ...found,
    columns: read,
    primary,
    key: primary.length > 0 ? typed : ctid,
    // A URL must not hold secrets.
    rowKey: primary.length > 0 && !primary.some(isHidden) ? typed : ctid,
    /** Columns in whose order an index keeps the rows. */
    indexed: indexes
      .filter(
        ({ columns: [, ...rest], isUnique }) =>
          (isUnique && rest.length === 0) || (rest.length > 0 && rest.join() === primary.join()),
      )
      .map(({ columns: [first] }) => first),
  }
}

/** The columns of a table; null where there is none of that name. */
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
  /** At most `maxOffset`. */
  offset: number
  /** Words that a shown value holds, in any letter case. */
  search?: string
  /** A column's name; of a large table, one that an index keeps in order. The primary key otherwise. */
  sort?: string
  descending?: boolean
}

/** Records of a table, whole, without what is secret, and the column that sorts them; null where there is none of that name. */
export async function readRecords(db: Db, name: string, query: RecordQuery) {
  const found = await readPart(db, name, query)
  if (!found) return null
  const { table, rows, order, total, estimated } = found
  const records = rows.map(({ record }) => masked(table, record))
  return { records, total, estimated, sortedBy: order[0]?.column }
}

/** A page of a table, as text: what is long is cut. */
export async function readPage(db: Db, name: string, query: RecordQuery) {
  const found = await readPart(db, name, query, cellLength)
  if (!found) return null
  const { table, rows, order, large, ...page } = found
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
    return table && { table, ...(await countRows(trx, table)) }
  })
  if (!state) return null
  const { table, large } = state
  const sort = query.sort !== undefined && canSort(table, large, query.sort) ? query.sort : table.key[0]?.name
  const descending = query.descending ?? false
  const order = [
    { column: sort ?? 'ctid', descending },
    ...table.key.filter((key) => key.name !== sort).map((key) => ({ column: key.name, descending })),
  ]
  const byKey = order.map(({ column }) => column).join() === table.key.map((key) => key.name).join()
  const words = query.search
  const searched = recordsIn(searchedBytes, table, state.rows, 500, sampleSize)
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
      // The end of the table says more than an estimate; after it nothing is known but the count.
      total: atEnd ? end : shown.length > 0 ? Math.max(counted, end + (more ? 1 : 0)) : counted,
      estimated: large && !search && !atEnd,
      /** How many of the first records were searched; null when all were. */
      searched: search && state.rows > searched ? searched : null,
    }
  })
}

/** Skips records batch by batch: the cursor after the last batch, and how many are left to skip. */
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

/** One record in full, by its row key; null where there is none, or no such table. */
export async function findRecord(db: Db, name: string, rowKey: string[]) {
  return queries
    .readOnly(db, async (trx) => {
      const table = await findTable(trx, name)
      if (!table || rowKey.length !== table.rowKey.length) return null
      const record = await queries.findRecord(trx, name, table.columns, table.rowKey, rowKey)
      if (!record) return null
      const values = masked(table, record)
      return describeColumns(table).map((column) => ({ ...column, value: cell(values[column.column_name]) }))
    })
    .catch((error: unknown) => {
      if (isNoSuchValue(error)) return null
      throw error
    })
}

/** The text is no value of the column's type. */
function isNoSuchValue(error: unknown) {
  return /^22/.test((error as { code?: string }).code ?? '')
}

/**
 * A table as the lines of a CSV file, in the order of its primary key: all of it, or what matches the search. Read in small parts
 * while it is taken, so that neither the memory nor a turn at the database grows with the table, and from one state of the database
 * (see withSnapshot). That it was exported is written down first. Null where there is no such table.
 */
export async function exportTable(
  db: Db,
  name: string,
  { search, by }: { search?: string; by: number },
): Promise<AsyncGenerator<string, void, undefined> | null> {
  const found = await queries.readOnly(db, async (trx) => {
    const table = await findTable(trx, name)
    return table && { table, ...(await countRows(trx, table)) }
  })
  if (!found) return null
  const { table, rows, large } = found
  await recordAudit(db, {
    userId: by,
    entity: 'database table',
    entityId: name,
    action: 'export',
    after: {
      through: 'CSV',
      searched: search !== undefined,
      ...(search === undefined && !large && { rows }),
    },
  })
  const most = (reader: Db) => (reader.isTransaction ? exported.server : exported.embedded)
  const size = (reader: Db) => recordsIn(exportedBytes, table, rows, 50, most(reader))
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

/** The next records of an export, and where they end; null at the end of the table. */
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

/** The values of a record in the order of the columns, without the codes of its mails. */
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

/** A value in words, as far as a list shows it; null for NULL. */
function cell(value: unknown, most = Infinity) {
  if (value === null || value === undefined) return null
  const text = textOf(value)
  return text.length > most ? `${text.slice(0, most)}…` : text
}
