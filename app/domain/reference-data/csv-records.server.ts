import type { Readable } from 'node:stream'

/** A row of a CSV file: its cells, and the line of the file on which it begins, counted from 1. */
export type CsvRecord = { line: number; cells: string[] }

/** The file is no CSV from some line on, or as a whole (line 0). The message says why, and what to do about it. */
export class CsvFault extends Error {
  override name = 'CsvFault'

  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message)
  }
}

/** Characters that a row may have. */
const longestRecord = 100_000

/**
 * The rows of a CSV file (RFC 4180, UTF-8 with or without a byte order mark, any line ends), a list for each part of the file that
 * arrives. Blanks around cells and blank lines are left out. Holds one part and one row at most.
 * @throws {CsvFault}
 */
export async function* readRecords(file: Readable): AsyncGenerator<CsvRecord[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const split = createSplitter()
  let isFirst = true
  for await (const part of file as AsyncIterable<Buffer | string>) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    if (isFirst && bytes.length > 0) {
      const kind = foreignKind(bytes)
      if (kind !== null) throw new CsvFault(0, `${kind}. Save it as CSV in UTF-8 and choose that file`)
      isFirst = false
    }
    yield* recordsOf(split, decode(decoder, bytes), false)
  }
  yield* recordsOf(split, decode(decoder), true)
}

/** The rows that a part completes; those before a fault come before it. */
function* recordsOf(split: ReturnType<typeof createSplitter>, text: string, isLast: boolean) {
  const { records, fault } = split(text, isLast)
  if (records.length > 0) yield records
  if (fault) throw fault
}

function decode(decoder: TextDecoder, bytes?: Uint8Array) {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
  } catch {
    throw new CsvFault(0, 'The file is not in UTF-8. Save it as CSV in UTF-8 and choose that file')
  }
}

/** What a file is, by its first bytes, if it is plainly something else than text in UTF-8. */
function foreignKind(start: Uint8Array) {
  const hex = Buffer.from(start.subarray(0, 8)).toString('hex')
  const found = signatures.find(([signature]) => hex.startsWith(signature))
  if (found) return found[1]
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

/** Cuts text that arrives in parts into rows; what is not complete yet waits for the next part. */
function createSplitter() {
  let rest = ''
  let line = 1

  return (part: string, isLast: boolean): { records: CsvRecord[]; fault: CsvFault | null } => {
    const records: CsvRecord[] = []
    let text = rest + part
    // A line end may lie in two parts.
    const cut = !isLast && text.endsWith('\r') ? text.length - 1 : text.length
    const held = text.slice(cut)
    text = text.slice(0, cut)
    if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n')
    let start = 0

    while (start < text.length) {
      let end = text.indexOf('\n', start)
      if (end === -1) {
        if (!isLast) break
        end = text.length
      }
      if (end - start > longestRecord) return { records, fault: tooLong(line) }
      const plain = text.slice(start, end)
      if (!plain.includes('"')) {
        if (plain.trim() !== '') records.push({ line, cells: plain.split(',').map(trimmed) })
        line += 1
        start = end + 1
        continue
      }
      const quoted = readQuoted(text, start, isLast)
      if (quoted === 'incomplete') break
      if ('fault' in quoted) return { records, fault: new CsvFault(line, quoted.fault) }
      if (quoted.end - start > longestRecord) return { records, fault: tooLong(line) }
      records.push({ line, cells: quoted.cells })
      for (let at = start; at < quoted.end; at += 1) if (text.charCodeAt(at) === newline) line += 1
      line += 1
      start = quoted.end + 1
    }
    rest = text.slice(start) + held
    return { records, fault: rest.length > longestRecord ? tooLong(line) : null }
  }
}

const newline = 10

function tooLong(line: number) {
  return new CsvFault(line, 'The row is longer than 100,000 characters')
}

function trimmed(cell: string) {
  return cell.trim()
}

/** A row with quotation marks in it, and where it ends. */
function readQuoted(
  text: string,
  start: number,
  isLast: boolean,
): { cells: string[]; end: number } | { fault: string } | 'incomplete' {
  const malformed = { fault: 'The row is not valid CSV: check its quotation marks' }
  const cells: string[] = []
  let at = start
  for (;;) {
    while (text[at] === ' ' || text[at] === '\t') at += 1
    if (text[at] === '"') {
      let cell = ''
      for (;;) {
        const close = text.indexOf('"', at + 1)
        if (close === -1)
          return isLast ? { fault: 'A quotation mark is opened here and never closed' } : 'incomplete'
        cell += text.slice(at + 1, close)
        at = close
        if (text[close + 1] !== '"') break
        cell += '"'
        at = close + 1
      }
      cells.push(cell)
      at += 1
      while (text[at] === ' ' || text[at] === '\t') at += 1
      // The next part may hold the second of two quotation marks.
      if (at >= text.length && !isLast) return 'incomplete'
    } else {
      const comma = text.indexOf(',', at)
      const lineEnd = text.indexOf('\n', at)
      if (lineEnd === -1 && !isLast) return 'incomplete'
      const row = lineEnd === -1 ? text.length : lineEnd
      const end = comma === -1 || comma > row ? row : comma
      const cell = text.slice(at, end)
      if (cell.includes('"')) return malformed
      cells.push(cell.trim())
      at = end
    }
    if (at >= text.length || text[at] === '\n') return { cells, end: at }
    if (text[at] !== ',') return malformed
    at += 1
  }
}
