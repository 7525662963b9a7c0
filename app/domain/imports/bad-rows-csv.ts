import { byteOrderMark, csvLine } from '~/domain/csv'

import type { BadRow } from './csv-file.server'

/** The bad rows of a file as CSV: their cells as they stood, with the line of each and what is wrong with it. */
export function badRowsCsv({ header, rows }: { header: string[]; rows: BadRow[] }) {
  const lines = new Map<number, { cells: string[]; reasons: string[] }>()
  for (const { line, column, reason, cells = [] } of rows) {
    const found = lines.get(line) ?? { cells, reasons: [] }
    found.reasons.push(column === null ? reason : `${column}: ${reason}`)
    lines.set(line, found)
  }
  const width = Math.max(header.length, ...[...lines.values()].map(({ cells }) => cells.length))
  const filled = (cells: string[]) => [...cells, ...Array<string>(width - cells.length).fill('')]
  const table = [
    [...filled(header), 'line', 'reason'],
    ...[...lines].map(([line, { cells, reasons }]) => [...filled(cells), line, reasons.join('; ')]),
  ]
  return byteOrderMark + table.map(csvLine).join('')
}
