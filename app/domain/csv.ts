/** CSV files as the service writes them: RFC 4180, and nothing in them that a spreadsheet would run. */

/** Tells spreadsheets that the file is UTF-8: without it they read names as another character set. Programs that read CSV know it. */
export const byteOrderMark = '\uFEFF'

/** One record, ended by CR and LF. Null is empty, times are ISO 8601, objects JSON; a text is made harmless, a number stays as it is. */
export function csvLine(cells: readonly unknown[]) {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** A value of the database in words. */
export function textOf(value: unknown) {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function csvCell(value: unknown) {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = harmless(textOf(value))
  return /[",\r\n;\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A spreadsheet runs a cell that begins like a formula, after blanks and as wide signs too: an apostrophe before it makes it a text.
 * People write such into their names and phone numbers on the public forms. A plain number below zero is no formula.
 */
function harmless(text: string) {
  const isFormula =
    (/^[\s\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20|%]/u.test(text) || /^[\t\r\n]/.test(text)) &&
    !/^-\d+(?:\.\d+)?$/.test(text)
  return isFormula ? `'${text}` : text
}
