/** A line of a CSV file (RFC 4180). */
export function csvLine(cells: readonly unknown[]) {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/**
 * A value as a cell: null is empty, times are ISO 8601, objects JSON. A text that a spreadsheet would run as a formula gets an
 * apostrophe before it, which a spreadsheet takes for the sign of a text; numbers stay as they are.
 */
function csvCell(value: unknown) {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = textOf(value)
  const harmless = /^[\s\uFEFF\u200B]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/.test(text)
    ? `'${text}`
    : text
  return /[",\r\n;\t]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A value of the database in words. */
export function textOf(value: unknown) {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
