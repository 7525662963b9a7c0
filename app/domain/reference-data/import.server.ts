import { createReadStream } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'

import { parse, type CsvError } from 'csv-parse'

import type { Db } from '../../../db/schema'
import { importedCollections, type Collection } from '~/domain/configuration/collections'
import { recordSchema } from '~/domain/configuration/collections.schema'
import { parseFields, type Fields } from '~/domain/parse-fields'
import { projectPath } from '~/project-path.server'

import * as queries from './import.queries.server'

/** One thing wrong with a file: `line` counts from 1 with the header; `column` is null when the whole row is meant. */
export type BadRow = { line: number; column: string | null; reason: string }

/** How one table's import ended. `count` is how many rows the table now holds from the file; 0 when it was left alone. */
export type TableImport = {
  table: string
  success: boolean
  message: string
  count: number
  badRows: BadRow[]
}

export type ImportSummary = {
  success: boolean
  partialSuccess: boolean
  message: string
  results: TableImport[]
  totalImported: number
  totalSuccess: number
  totalFailed: number
}

/** Bad rows beyond this many are counted but not named. */
const namedBadRows = 1000
const rowsPerInsert = 500

/** The bundled file of a collection, as a stream of its bytes. */
export function bundledFile(collection: Collection & { file: string }): Readable {
  return createReadStream(projectPath(`db/reference/${collection.file}`))
}

/**
 * Replaces each imported table by its file. Every table is its own transaction: the whole file goes in, or the old rows stay
 * and every bad row is named.
 */
export async function importReferenceData(
  db: Db,
  open: (collection: Collection & { file: string }) => Readable = bundledFile,
): Promise<ImportSummary> {
  const results: TableImport[] = []
  for (const collection of importedCollections)
    results.push(await replaceTable(db, collection, open(collection)))

  const totalSuccess = results.filter((result) => result.success).length
  const totalFailed = results.length - totalSuccess
  return {
    success: totalFailed === 0,
    partialSuccess: totalFailed > 0 && totalSuccess > 0,
    message:
      totalFailed === 0
        ? 'All tables were imported.'
        : `${totalSuccess} of ${results.length} tables were imported. The others keep their old rows.`,
    results,
    totalImported: results.reduce((sum, result) => sum + result.count, 0),
    totalSuccess,
    totalFailed,
  }
}

/** Replaces one table by a CSV file, or leaves it untouched. Memory stays bounded whatever the file's size. */
export async function replaceTable(db: Db, collection: Collection, file: Readable): Promise<TableImport> {
  const rows = readCsv(file)
  const bad: BadRow[] = []
  let badCount = 0
  const refuse = (row: BadRow) => {
    badCount += 1
    if (bad.length < namedBadRows) bad.push(row)
  }
  try {
    const count = await db.transaction().execute(async (trx) => {
      await queries.deleteAll(trx, collection.table)
      const inserted = await insertRows(trx, collection, rows, refuse)
      if (badCount > 0) throw new BadFile()
      if (inserted === 0) {
        refuse({ line: 1, column: null, reason: 'The file has no rows' })
        throw new BadFile()
      }
      return inserted
    })
    return {
      table: collection.title,
      success: true,
      message: `${count.toLocaleString('en-US')} rows imported`,
      count,
      badRows: [],
    }
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    const [first] = bad
    return {
      table: collection.title,
      success: false,
      message:
        `${badCount.toLocaleString('en-US')} ${badCount === 1 ? 'fault' : 'faults'}, nothing was changed. ${first ? describe(first) : ''}`.trim(),
      count: 0,
      badRows: bad,
    }
  } finally {
    file.destroy()
  }
}

type CsvRows = AsyncIterable<{ record: string[]; info: { lines: number } }>

/** The rows of a file. A fault of the file itself, from now on, is thrown where the rows are read. */
function readCsv(file: Readable): CsvRows {
  const parser = parse({
    bom: true,
    info: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: 100_000,
  })
  return pipeline(file, parser, () => {})
}

/** The file cannot go in; what is wrong with it was noted. Ends the transaction. */
class BadFile extends Error {}

async function insertRows(trx: Db, collection: Collection, rows: CsvRows, refuse: (row: BadRow) => void) {
  const schema = recordSchema(collection)
  const known = new Map(collection.columns.map((column) => [column.name.toLowerCase(), column.name]))
  const seen = new Map<string, number>()
  let names: string[] | null = null
  let inserted = 0
  let failed = false
  let batch: Fields[] = []
  const flush = async () => {
    if (!failed && batch.length > 0) await queries.insertAll(trx, collection.table, batch)
    inserted += batch.length
    batch = []
  }

  try {
    for await (const { record, info } of rows) {
      if (names === null) {
        names = headerNames(record, collection, known, refuse)
        if (names === null) return 0
        continue
      }
      const faults = rowFaults(record, names, info.lines)
      const parsed = faults.length > 0 ? null : parseFields(schema, fieldsOf(names, record))
      if (parsed?.ok === false) {
        faults.push(
          ...parsed.errors.map(({ path, message }) => ({ line: info.lines, column: path, reason: message })),
        )
      }
      if (parsed?.ok && collection.nameColumn !== null) {
        const name = String(parsed.value[collection.nameColumn])
        const first = seen.get(name.toLowerCase())
        if (first === undefined) seen.set(name.toLowerCase(), info.lines)
        else {
          const reason = `"${name}" stands on line ${first} already`
          faults.push({ line: info.lines, column: collection.nameColumn, reason })
        }
      }
      if (faults.length > 0) {
        failed = true
        faults.forEach(refuse)
      } else if (parsed?.ok) {
        batch.push(parsed.value as Fields)
        if (batch.length === rowsPerInsert) await flush()
      }
    }
  } catch (error) {
    const csv = error as Omit<Partial<CsvError>, 'code'> & { code?: string }
    if (csv.code === 'ENOENT') refuse({ line: 0, column: null, reason: 'The file does not exist' })
    else if (csv.code?.startsWith('CSV_'))
      refuse({ line: Number(csv.lines ?? 0), column: null, reason: csvReason(csv.code) })
    else throw error
    return 0
  }
  if (names === null) refuse({ line: 1, column: null, reason: 'The file is empty' })
  await flush()
  return inserted
}

/** The column that each cell of a row belongs to; null, with the reason noted, when the header does not fit. */
function headerNames(
  header: string[],
  collection: Collection,
  known: Map<string, string>,
  refuse: (row: BadRow) => void,
): string[] | null {
  const names = header.map((cell) => known.get(cell.toLowerCase()) ?? cell)
  const ignored = new Set(['id', 'date_created', 'created_at', 'updated_at'])
  const faults = [
    ...names
      .filter((name) => !known.has(name.toLowerCase()) && !ignored.has(name.toLowerCase()))
      .map((name) => ({ column: name.slice(0, 100), reason: 'This column is unknown' })),
    ...names
      .filter((name, index) => names.indexOf(name) !== index)
      .map((name) => ({ column: name.slice(0, 100), reason: 'This column stands twice' })),
    ...collection.columns
      .filter((column) => isExpected(column) && !names.includes(column.name))
      .map((column) => ({ column: column.name, reason: 'This column is missing' })),
  ]
  faults.forEach((fault) => refuse({ line: 1, ...fault }))
  return faults.length === 0 ? names : null
}

/** Columns with a value of their own for every row may be left out of a file; all others must be there. */
function isExpected(column: Collection['columns'][number]) {
  return !('fallback' in column) || column.fallback === null
}

function rowFaults(record: string[], names: string[], line: number): BadRow[] {
  if (record.length === names.length) return []
  return [{ line, column: null, reason: `The row has ${record.length} cells, the header ${names.length}` }]
}

function fieldsOf(names: string[], record: string[]): Fields {
  return Object.fromEntries(names.map((name, index) => [name, record[index]]))
}

function csvReason(code: string) {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'A quotation mark is opened here and never closed'
    case 'CSV_MAX_RECORD_SIZE':
      return 'The row is longer than 100,000 characters'
    default:
      return 'The row is not valid CSV: check its quotation marks'
  }
}

function describe({ line, column, reason }: BadRow) {
  return `Line ${line}${column === null ? '' : `, ${column}`}: ${reason}`
}

/** Fills the tables of a new database: reference data where a table is empty, and the first job roles and coverage levels. */
export async function fillEmptyDatabase(db: Db) {
  const results: TableImport[] = []
  for (const collection of importedCollections) {
    if (await queries.isEmpty(db, collection.table))
      results.push(await replaceTable(db, collection, bundledFile(collection)))
  }
  if (await queries.isEmpty(db, 'job_roles')) {
    await queries.insertAll(
      db,
      'job_roles',
      firstJobRoles.map((role_name) => ({ role_name })),
    )
  }
  if (await queries.isEmpty(db, 'coverage_levels')) {
    await queries.insertAll(
      db,
      'coverage_levels',
      firstCoverageLevels.map((level_name) => ({ level_name })),
    )
  }
  return results
}

const firstCoverageLevels = ['Basic', 'Standard', 'Premium', 'Elite', 'Ultra', 'Not Sure Yet']

const firstJobRoles = [
  'Accountant',
  'Administrative Asst',
  'Administrator',
  'Analyst',
  'Barista or Server',
  'Caregiver',
  'Cashier',
  'Chef or Cook',
  'Construction Worker',
  'Consultant',
  'Customer Support',
  'Data Scientist',
  'Delivery Driver',
  'Designer',
  'Electrician',
  'Engineer',
  'Factory Worker',
  'Human Resources',
  'Legal Assistant',
  'Manager',
  'Marketing Specialist',
  'Mechanic',
  'Nurse',
  'Paramedic',
  'Plumber',
  'Project Manager',
  'Rideshare Driver',
  'Sales Representative',
  'Security Guard',
  'Software Developer',
  'Teacher',
  'Technician',
  'Truck Driver',
  'Warehouse Worker',
  'Writer or Editor',
  'Other',
]
