import { pipeline } from 'node:stream'

import { CsvError, parse } from 'csv-parse'

/** A row of a CSV file: its cells, and its first line in the file, counted from 1. */
export type CsvRecord = { line: number; cells: string[] }

/** Invalid CSV from a line on, or as a whole (line 0). The message gives the reason and the remedy. */
export class CsvSyntaxError extends Error {
  override name = 'CsvSyntaxError'

  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message)
  }
}

/** The maximum length of a row, in characters. */
const maxRecordLength = 100_000

/** Rows per batch. */
const rowsTogether = 500

/**
 * Parses a CSV file (RFC 4180, UTF-8 with or without a byte order mark, any line ends) in batches of some hundred rows. Trims
 * cells and skips blank lines. Holds up to one batch and one row in memory.
 * @throws {CsvSyntaxError}
 */
export async function* readRecords(file: AsyncIterable<Buffer | string>): AsyncGenerator<CsvRecord[]> {
  let lastLine = 0 // the last line of the rows that were parsed
  const parser = parse({
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: maxRecordLength,
    on_record: (cells: string[], { lines }) => {
      lastLine = lines
      const record: CsvRecord = { line: lines - lineEndsIn(cells), cells }
      return record as never // the parser's types only have lists of cells
    },
  })
  const rows: AsyncIterable<CsvRecord> = pipeline(textOf(file), parser, () => {})
  let records: CsvRecord[] = []
  try {
    for await (const record of rows) {
      records.push(record)
      if (records.length < rowsTogether) continue
      yield records
      records = []
    }
  } catch (error) {
    // Emits the rows before the error first.
    if (records.length > 0) yield records
    throw asFault(error, lastLine + 1)
  }
  if (records.length > 0) yield records
}

/** Decodes a file chunk by chunk, with normalized line ends. @throws {CsvSyntaxError} when it is not text */
async function* textOf(file: AsyncIterable<Buffer | string>) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  let rest = '' // a line end may be split between two chunks
  let line = 1
  for await (const part of file) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    if (isFirst && bytes.length > 0) {
      const kind = foreignKind(bytes)
      if (kind !== null) throw new CsvSyntaxError(0, `${kind}. Save it as CSV in UTF-8 and choose that file`)
      isFirst = false
    }
    const text = rest + decode(decoder, line, bytes)
    rest = text.endsWith('\r') ? '\r' : ''
    const lines = text.slice(0, text.length - rest.length).replace(/\r\n?/g, '\n')
    yield lines
    line += lineEndsIn([lines])
  }
  yield (rest + decode(decoder, line)).replace(/\r\n?/g, '\n')
}

/** Counts a row on the line on which it ends. */
function lineEndsIn(cells: readonly string[]) {
  return cells.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0)
}

function asFault(error: unknown, next: number) {
  if (!(error instanceof CsvError)) return error
  const reason = reasons[error.code]
  // An unterminated row is reported on its first line.
  const line = reason === undefined ? Number((error as { lines?: number }).lines ?? 0) : next
  return new CsvSyntaxError(
    line,
    reason ?? 'The row is not valid CSV: check its quotation marks, and that commas separate its cells',
  )
}

const reasons: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'A quotation mark is opened here and never closed',
  CSV_MAX_RECORD_SIZE:
    'The row is longer than 100,000 characters: is a quotation mark opened here and never closed?',
}

/** Returns the bytes that begin on a line, as text. */
function decode(decoder: TextDecoder, line: number, bytes?: Uint8Array) {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
  } catch {
    const [before = ''] = new TextDecoder().decode(bytes).split('\ufffd')
    const place = line + (before.match(/\r\n?|\n/g)?.length ?? 0)
    throw new CsvSyntaxError(place, 'The file is not in UTF-8. Save it as CSV in UTF-8 and choose that file')
  }
}

/** Detects from its first bytes a file that is plainly not UTF-8 text. */
function foreignKind(start: Uint8Array) {
  const hex = Buffer.from(start.subarray(0, 8)).toString('hex')
  const match = signatures.find(([signature]) => hex.startsWith(signature))
  if (match) return match[1]
  const head = start.subarray(0, 4096)
  const odd = head.filter((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13).length
  return odd > head.length / 10 ? 'This is not a text file' : null
}

const signatures = [
  ['504b0304', 'This is a spreadsheet or an archive'],
  ['d0cf11e0', 'This is a spreadsheet of an older format'],
  ['25504446', 'This is a PDF document'],
  ['89504e47', 'This is a picture'],
  ['ffd8ff', 'This is a picture'],
  ['1f8b', 'This is a compressed file'],
  ['fffe', 'The file is in UTF-16'],
  ['feff', 'The file is in UTF-16'],
] as const
