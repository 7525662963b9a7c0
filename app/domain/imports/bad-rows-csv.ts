import { byteOrderMark, csvLine } from '~/domain/csv'

import type { RowError } from './csv-file.server'

/** Formats the bad rows of a file as CSV: their original cells, with the line and errors of each. */
export function badRowsCsv({ header, rows }: { header: string[]; rows: RowError[] }) {
  const lines = new Map<number, { cells: string[]; reasons: string[] }>()
  for (const { line, column, reason, cells = [] } of rows) {
    const row = lines.get(line) ?? { cells, reasons: [] }
    row.reasons.push(column === null ? reason : `${column}: ${reason}`)
    lines.set(line, row)
  }
  const width = Math.max(header.length, ...[...lines.values()].map(({ cells }) => cells.length))
  const filled = (cells: string[]) => [...cells, ...Array<string>(width - cells.length).fill('')]
  const table = [
    [...filled(header), 'line', 'reason'],
    ...[...lines].map(([line, { cells, reasons }]) => [...filled(cells), line, reasons.join('; ')]),
  ]
  return byteOrderMark + table.map(csvLine).join('')
}
