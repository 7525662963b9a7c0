import type { Readable } from 'node:stream'

import type { Collection } from '~/domain/configuration/collections'

import { CsvSyntaxError, readRecords } from './csv-records.server'
import { rowReader, type Value } from './row-values'

/**
 * One thing wrong with a file: `line` counts from 1 with the header, 0 stands for the file as a whole; `column` is null when the
 * whole row is meant; `cells` are those of the row, where there is one.
 */
export type BadRow = { line: number; column: string | null; reason: string; cells?: string[] }

export type CheckedFile = {
  /** Rows without a fault, and all rows. */
  rows: number
  total: number
  /** The faults that are named, and how many there are. */
  badRows: BadRow[]
  badCount: number
  /** The names of the cells of bad rows. */
  header: string[]
  /** Whether the file was read to its end: only then can its good rows be told from the others. */
  isWhole: boolean
}

/** A row that has been checked: the line on which it begins, and its values in the order of the collection's columns. */
export type CheckedRow = { line: number; values: Value[] }

type Reader = {
  take: (rows: CheckedRow[]) => Promise<void>
  onRead?: (progress: { rows: number; size: number }) => Promise<void>
}

/** Faults beyond this number are counted but not named. */
const maxNamedFaults = 1000
/** Characters of bad rows that are kept, so that they can be corrected. */
const maxKeptCharacters = 1_000_000
const rowsPerBatch = 1000

/** Reads a file from beginning to end, checks each row and hands the good ones on in batches. */
export async function checkFile(
  collection: Collection,
  file: Readable,
  reader: Reader,
): Promise<CheckedFile> {
  file.on('error', () => {}) // thrown by the loop that reads it
  const checked: CheckedFile = { rows: 0, total: 0, badRows: [], badCount: 0, header: [], isWhole: false }
  const addFault = faultsOf(checked)
  try {
    await readInto(checked, collection, file, addFault, reader)
    if (checked.badCount === 0 && checked.total === 0)
      addFault({ line: 1, column: null, reason: 'The file has no rows' })
  } catch (error) {
    if (error instanceof CsvSyntaxError) addFault({ line: error.line, column: null, reason: error.message })
    else if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      addFault({ line: 0, column: null, reason: 'The file does not exist' })
    else throw error
  } finally {
    file.destroy()
  }
  return checked
}

function faultsOf(checked: CheckedFile) {
  let characters = 0
  return (fault: BadRow, cells?: string[]) => {
    checked.badCount += 1
    if (checked.badRows.length === maxNamedFaults) return
    characters += cells ? cells.join().length : 0
    checked.badRows.push(cells && characters <= maxKeptCharacters ? { ...fault, cells } : fault)
  }
}

async function readInto(
  checked: CheckedFile,
  collection: Collection,
  file: Readable,
  addFault: ReturnType<typeof faultsOf>,
  { take, onRead }: Reader,
) {
  const nameIndex = collection.columns.findIndex(({ name }) => name === collection.nameColumn)
  const lineOfName = new Map<string, number>()
  let read: ReturnType<typeof rowReader> | null = null
  let names: string[] = []
  let size = 0
  let batch: CheckedRow[] = []
  let pending = Promise.resolve()

  /** Stages one batch while the next is read. */
  const flush = async () => {
    await pending
    if (batch.length === 0) return
    pending = take(batch)
    pending.catch(() => {}) // thrown where it is awaited
    batch = []
  }
  const check = (line: number, cells: string[], readRow: ReturnType<typeof rowReader>) => {
    checked.total += 1
    if (cells.length !== names.length) {
      const reason = `The row has ${cells.length} cells, the header ${names.length}`
      return addFault({ line, column: null, reason }, cells)
    }
    const result = readRow(cells)
    if (!result.ok) {
      for (const { path, message } of result.errors) addFault({ line, column: path, reason: message }, cells)
      return
    }
    const name = result.values[nameIndex]
    if (name) {
      const first = lineOfName.get(name.toLowerCase())
      if (first !== undefined) {
        const reason = `"${name}" stands on line ${first} already`
        return addFault({ line, column: collection.nameColumn, reason }, cells)
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
        if (read) check(line, cells, read)
        else {
          const header = headerNames(cells, collection, addFault)
          if (header === null) return
          checked.header = cells
          names = header
          read = rowReader(collection, names)
        }
      }
      if (batch.length >= rowsPerBatch) await flush()
      await onRead?.({ rows: checked.total, size })
    }
    if (read === null) return addFault({ line: 1, column: null, reason: 'The file is empty' })
    checked.isWhole = true
  } finally {
    await flush()
    await pending
  }
}

/** Columns beyond which a header is not compared name by name. */
const maxColumns = 200

/** The column that each cell of a row belongs to; null, with the faults added, when the header does not fit. */
function headerNames(
  header: string[],
  collection: Collection,
  addFault: (fault: BadRow) => void,
): string[] | null {
  const known = new Map(collection.columns.map(({ name }) => [name.toLowerCase(), name]))
  if (header.length > maxColumns) {
    const reason = `The header has ${header.length.toLocaleString('en-US')} columns, the table ${known.size}`
    addFault({ line: 1, column: null, reason })
    return null
  }
  const names = header.map((cell) => known.get(cell.toLowerCase()) ?? cell)
  const ignored = new Set(['id', 'date_created', 'created_at', 'updated_at'])
  const faults = [
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
  for (const { column, reason } of faults) addFault({ line: 1, column: column.slice(0, 100), reason })
  return faults.length === 0 ? names : null
}

/** Columns with a default may be left out of a file; all others must be there. */
function isExpected(column: Collection['columns'][number]) {
  return !('fallback' in column) || column.fallback === null
}
