import type { Readable } from 'node:stream'

import type { Collection } from '~/domain/configuration/collections'

import { CsvSyntaxError, readRecords } from './csv-records.server'
import { rowReader, type Value } from './row-values'

/**
 * One thing wrong with a file: `line` counts from 1 with the header, 0 stands for the file as a whole; `column` is null when the
 * whole row is meant; `cells` are those of the row, where there is one.
 */
export type BadRow = { line: number; column: string | null; reason: string; cells?: string[] }

/** A file whose rows have all been looked at. */
export type CheckedFile = {
  rows: number
  /** The faults, as far as they are named, and how many there are. */
  badRows: BadRow[]
  badCount: number
  /** The names of the cells of bad rows. */
  header: string[]
}

/** How far a file was read: its rows, good and bad, and its bytes. */
export type ReadSoFar = { rows: number; size: number }

export type Reader = {
  /**
   * Takes good rows, in the text format of PostgreSQL's COPY, while further ones are read, but none any more after a bad one; or
   * says what is wrong with them.
   */
  take: (rows: string) => Promise<BadRow | null>
  onRead?: (soFar: ReadSoFar) => Promise<void> | void
}

/** Faults beyond this many are counted but not named. */
const namedBadRows = 1000
/** Characters of bad rows that are kept, so that they can be corrected. */
const keptCharacters = 1_000_000

/** Rows that are taken at once: about as many as take so many milliseconds. */
const leastRows = 200
const mostRows = 4000
const pleasantTake = 50

/** Reads a file from beginning to end and looks at each row. Memory stays bounded whatever the file's size. */
export async function checkFile(
  collection: Collection,
  file: Readable,
  reader: Reader,
): Promise<CheckedFile> {
  file.on('error', () => {}) // may happen before it is read, and is thrown where it is
  const checked: CheckedFile = { rows: 0, badRows: [], badCount: 0, header: [] }
  const refuse = refuseIn(checked)
  await readInto(checked, collection, file, refuse, reader).finally(() => file.destroy())
  if (checked.badCount === 0 && checked.rows === 0)
    refuse({ line: 1, column: null, reason: 'The file has no rows' })
  return checked
}

/** Notes faults, the first of them with their cells. */
function refuseIn(checked: CheckedFile) {
  let characters = 0
  return (row: BadRow, cells?: string[]) => {
    checked.badCount += 1
    if (checked.badRows.length === namedBadRows) return
    characters += cells ? cells.join().length : 0
    checked.badRows.push(cells && characters <= keptCharacters ? { ...row, cells } : row)
  }
}

async function readInto(
  checked: CheckedFile,
  collection: Collection,
  file: AsyncIterable<Buffer | string>,
  refuse: ReturnType<typeof refuseIn>,
  { take, onRead = () => {} }: Reader,
) {
  const seen = new Map<string, number>()
  const nameIndex = collection.columns.findIndex(({ name }) => name === collection.nameColumn)
  let read: ReturnType<typeof rowReader> | null = null
  let names: string[] = []
  let rows = 0
  const writeLine = lineWriter(collection)
  let batch: string[] = []
  let rowsPerBatch = leastRows
  let taking: Promise<void> = Promise.resolve()

  const takeBatch = async (lines: string[]) => {
    const started = performance.now()
    const bad = await take(lines.join(''))
    if (bad) refuse(bad)
    const took = performance.now() - started
    if (took > pleasantTake) rowsPerBatch = Math.max(leastRows, Math.floor(rowsPerBatch / 2))
    else if (took < pleasantTake / 2) rowsPerBatch = Math.min(mostRows, rowsPerBatch * 2)
  }
  const flush = async () => {
    const full = batch
    batch = []
    await taking
    if (full.length === 0 || checked.badCount > 0) return
    taking = takeBatch(full)
    taking.catch(() => {}) // thrown where it is waited for
  }

  const counted = countBytes(file)
  try {
    for await (const records of readRecords(counted.parts)) {
      for (const { line, cells } of records) {
        if (read === null) {
          const header = headerNames(cells, collection, refuse)
          if (header === null) return
          checked.header = cells
          names = header
          read = rowReader(collection, names)
          continue
        }
        rows += 1
        if (cells.length !== names.length) {
          const reason = `The row has ${cells.length} cells, the header ${names.length}`
          refuse({ line, column: null, reason }, cells)
          continue
        }
        const row = read(cells)
        if (!row.ok) {
          for (const { path, message } of row.errors) refuse({ line, column: path, reason: message }, cells)
          continue
        }
        const name = row.values[nameIndex]
        if (name !== undefined && name !== null) {
          const first = seen.get(name.toLowerCase())
          if (first === undefined) seen.set(name.toLowerCase(), line)
          else {
            const reason = `"${name}" stands on line ${first} already`
            refuse({ line, column: collection.nameColumn, reason }, cells)
            continue
          }
        }
        checked.rows += 1
        batch.push(writeLine(row.values))
        if (batch.length >= rowsPerBatch) await flush()
      }
      await onRead({ rows, size: counted.size() })
    }
    if (read === null) refuse({ line: 1, column: null, reason: 'The file is empty' })
    await flush()
    await taking
  } catch (error) {
    if (error instanceof CsvSyntaxError) refuse({ line: error.line, column: null, reason: error.message })
    else if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      refuse({ line: 0, column: null, reason: 'The file does not exist' })
    else throw error
  } finally {
    await taking.catch(() => {}) // nothing is under way any more when the file is done with
  }
}

function countBytes(file: AsyncIterable<Buffer | string>) {
  let size = 0
  async function* parts() {
    for await (const part of file) {
      size += part.length
      yield part
    }
  }
  return { parts: parts(), size: () => size }
}

/** Writes rows as lines of COPY's text format. */
function lineWriter({ columns }: Collection) {
  const cells = Array<string>(columns.length)
  const isText = columns.map(({ kind }) => kind === 'text') // no other holds what means something to COPY
  return (values: readonly Value[]) => {
    for (let index = 0; index < cells.length; index += 1) {
      const value = values[index] as Value
      cells[index] = value === null ? '\\N' : isText[index] ? value.replace(/[\\\t\n\r]/g, escaped) : value
    }
    return `${cells.join('\t')}\n`
  }
}

function escaped(character: string) {
  return { '\t': '\\t', '\n': '\\n', '\r': '\\r' }[character] ?? '\\\\'
}

/** Columns beyond which a header is not looked at name by name. */
const mostColumns = 200

/** The column that each cell of a row belongs to; null, with the reasons noted, when the header does not fit. */
function headerNames(
  header: string[],
  collection: Collection,
  refuse: (row: BadRow) => void,
): string[] | null {
  const known = new Map(collection.columns.map(({ name }) => [name.toLowerCase(), name]))
  if (header.length > mostColumns) {
    const reason = `The header has ${header.length.toLocaleString('en-US')} columns, the table ${known.size}`
    refuse({ line: 1, column: null, reason })
    return null
  }
  const names = header.map((cell) => known.get(cell.toLowerCase()) ?? cell)
  const ignored = new Set(['id', 'date_created', 'created_at', 'updated_at'])
  const places = new Map<string, number>()
  for (const [index, name] of names.entries()) if (!places.has(name)) places.set(name, index)
  const faults = [
    ...names
      .filter((name) => !known.has(name.toLowerCase()) && !ignored.has(name.toLowerCase()))
      .map((name) => ({ column: name, reason: 'This column is unknown' })),
    ...names
      .filter((name, index) => places.get(name) !== index)
      .map((name) => ({ column: name, reason: 'This column stands twice' })),
    ...collection.columns
      .filter((column) => isExpected(column) && !places.has(column.name))
      .map((column) => ({ column: column.name, reason: 'This column is missing' })),
  ]
  for (const { column, reason } of faults) refuse({ line: 1, column: column.slice(0, 100), reason })
  return faults.length === 0 ? names : null
}

/** Columns with a value of their own for every row may be left out of a file; all others must be there. */
function isExpected(column: Collection['columns'][number]) {
  return !('fallback' in column) || column.fallback === null
}
