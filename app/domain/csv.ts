/** The CSV that the service writes: RFC 4180, with nothing that a spreadsheet would run. */

/** Marks the file as UTF-8: without it, spreadsheets assume another character set. CSV parsers skip it. */
export const byteOrderMark = '\uFEFF'

/** Formats one record, ended by CR and LF. Null is empty, times are ISO 8601, objects JSON. Texts are escaped, numbers are not. */
export function csvLine(cells: readonly unknown[]) {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** Formats a database value as text. */
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
 * Escapes a cell that a spreadsheet would run as a formula, also after blanks or in full-width characters: a leading apostrophe makes it
 * text. Visitors can type such names and phone numbers into the public forms. A plain negative number is not a formula.
 */
function harmless(text: string) {
  const isFormula =
    (/^[\s\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20|%]/u.test(text) || /^[\t\r\n]/.test(text)) &&
    !/^-\d+(?:\.\d+)?$/.test(text)
  return isFormula ? `'${text}` : text
}
