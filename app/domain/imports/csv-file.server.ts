import type { Readable } from 'node:stream'

import type { Collection } from '~/domain/configuration/collections'

import { CsvSyntaxError, readRecords } from './csv-records.server'
import { rowReader, type Value } from './row-values'

/**
 * An error in a file: `line` counts from 1 with the header, 0 is the whole file; `column` is null for an error of the whole row; `value` is
 * the beginning of its cell; `cells` are the row's, if there is one.
 */
export type RowError = {
  line: number
  column: string | null
  value?: string
  reason: string
  cells?: string[]
}

export type CheckedFile = {
  /** The number of valid rows and of all rows. */
  rows: number
  total: number
  /** The listed errors, and the total number. */
  badRows: RowError[]
  badCount: number
  /** The column names of bad rows. */
  header: string[]
  /** Whether the file was read to its end: only then is the set of valid rows complete. */
  isWhole: boolean
}

/** A validated row: the line on which it begins, and its values in the order of the collection's columns. */
export type CheckedRow = { line: number; values: Value[] }

type Callbacks = {
  onRows: (rows: CheckedRow[]) => Promise<void>
  onProgress?: (progress: { rows: number; size: number }) => Promise<void>
}

/** Errors beyond this number are counted but not listed. */
const maxListedErrors = 1000
/** The maximum number of characters of bad rows that are stored for correction. */
const maxStoredCharacters = 1_000_000
const maxShownValue = 100
const rowsPerBatch = 1000

/** Reads a file, validates each row and passes the valid ones on in batches. */
export async function checkFile(
  collection: Collection,
  file: Readable,
  callbacks: Callbacks,
): Promise<CheckedFile> {
  file.on('error', () => {}) // thrown by the loop that reads it
  const checked: CheckedFile = { rows: 0, total: 0, badRows: [], badCount: 0, header: [], isWhole: false }
  const addError = errorCollector(checked)
  try {
    await readInto(checked, collection, file, addError, callbacks)
    if (checked.badCount === 0 && checked.total === 0)
      addError({ line: 1, column: null, reason: 'The file has no rows' })
  } catch (error) {
    if (error instanceof CsvSyntaxError) addError({ line: error.line, column: null, reason: error.message })
    else if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      addError({ line: 0, column: null, reason: 'The file does not exist' })
    else throw error
  } finally {
    file.destroy()
  }
  return checked
}

function errorCollector(checked: CheckedFile) {
  let characters = 0
  return (error: RowError, cells?: string[]) => {
    checked.badCount += 1
    if (checked.badRows.length === maxListedErrors) return
    characters += cells ? cells.join().length : 0
    checked.badRows.push(cells && characters <= maxStoredCharacters ? { ...error, cells } : error)
  }
}

async function readInto(
  checked: CheckedFile,
  collection: Collection,
  file: Readable,
  addError: ReturnType<typeof errorCollector>,
  { onRows, onProgress }: Callbacks,
) {
  const nameIndex = collection.columns.findIndex(({ name }) => name === collection.nameColumn)
  const lineOfName = new Map<string, number>()
  let parseRow: ReturnType<typeof rowReader> | null = null
  let names: string[] = []
  let size = 0
  let batch: CheckedRow[] = []
  let pending = Promise.resolve()

  /** Stages one batch while the next is being read. */
  const flush = async () => {
    await pending
    if (batch.length === 0) return
    pending = onRows(batch)
    pending.catch(() => {}) // rethrown where it is awaited
    batch = []
  }
  const addCellError = (line: number, column: string | null, reason: string, cells: string[]) => {
    const value = cells[names.indexOf(column ?? '')]?.slice(0, maxShownValue)
    addError({ line, column, value, reason }, cells)
  }
  const check = (line: number, cells: string[], parse: ReturnType<typeof rowReader>) => {
    checked.total += 1
    if (cells.length !== names.length) {
      const reason = `The row has ${cells.length} cells, the header ${names.length}`
      return addError({ line, column: null, reason }, cells)
    }
    const result = parse(cells)
    if (!result.ok) {
      for (const { path, message } of result.errors) addCellError(line, path, message, cells)
      return
    }
    const name = result.values[nameIndex]
    if (name) {
      const first = lineOfName.get(name.toLowerCase())
      if (first !== undefined) {
        const reason = `"${name}" stands on line ${first} already`
        return addCellError(line, collection.nameColumn, reason, cells)
      }
      lineOfName.set(name.toLowerCase(), line)
    }
    checked.rows += 1
    batch.push({ line, values: result.values })
  }

  async function* counted() {
    for await (const chunk of file as AsyncIterable<Buffer | string>) {
      size += chunk.length
      yield chunk
    }
  }
  try {
    for await (const records of readRecords(counted())) {
      for (const { line, cells } of records) {
        if (parseRow) check(line, cells, parseRow)
        else {
          const header = headerNames(cells, collection, addError)
          if (header === null) return
          checked.header = cells
          names = header
          parseRow = rowReader(collection, names)
        }
      }
      if (batch.length >= rowsPerBatch) await flush()
      await onProgress?.({ rows: checked.total, size })
    }
    if (parseRow === null) return addError({ line: 1, column: null, reason: 'The file is empty' })
    checked.isWhole = true
  } finally {
    await flush()
    await pending
  }
}

/** The maximum number of columns in a header that is compared name by name. */
const maxColumns = 200

/** What separates the cells of files that are not comma-separated, such as those of spreadsheets in some countries. */
const separators = [
  { mark: ';', name: 'semicolons' },
  { mark: '\t', name: 'tabs' },
  { mark: '|', name: 'vertical bars' },
]

/** Maps each cell of a row to its column; null, with the errors added, when the header does not match. */
function headerNames(
  header: string[],
  collection: Collection,
  addError: (error: RowError) => void,
): string[] | null {
  const known = new Map(collection.columns.map(({ name }) => [name.toLowerCase(), name]))
  if (header.length > maxColumns) {
    const reason = `The header has ${header.length.toLocaleString('en-US')} columns, the table ${known.size}`
    addError({ line: 1, column: null, reason })
    return null
  }
  const separator = header.length === 1 ? separators.find(({ mark }) => header[0]?.includes(mark)) : undefined
  if (separator) {
    const reason = `The columns are separated by ${separator.name}. Save the file with commas between them`
    addError({ line: 1, column: null, reason })
    return null
  }
  if (!header.some((cell) => known.has(cell.toLowerCase()))) {
    const reason = `The first line has no name of a column. It must name them, such as ${collection.columns
      .slice(0, 3)
      .map(({ name }) => name)
      .join(', ')}`
    addError({ line: 1, column: null, reason })
    return null
  }
  const names = header.map((cell) => known.get(cell.toLowerCase()) ?? cell)
  const ignored = new Set(['id', 'date_created', 'created_at', 'updated_at'])
  const errors = [
    ...names
      .filter((name) => !known.has(name.toLowerCase()) && !ignored.has(name.toLowerCase()))
      .map((name) => ({ column: name, reason: 'This column is unknown' })),
    ...names
      .filter((name, index) => names.indexOf(name) !== index)
      .map((name) => ({ column: name, reason: 'This column stands twice' })),
    ...collection.columns
      .filter((column) => isExpected(column) && !names.includes(column.name))
      .map((column) => ({ column: column.name, reason: 'This column is missing' })),
  ]
  for (const { column, reason } of errors) addError({ line: 1, column: column.slice(0, 100), reason })
  return errors.length === 0 ? names : null
}

/** Columns with a default are optional in a file; all others are required. */
function isExpected(column: Collection['columns'][number]) {
  return !('fallback' in column) || column.fallback === null
}
