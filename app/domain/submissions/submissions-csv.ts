import type { Submission, SubmissionField, SubmissionKind } from './kinds'
import { isAbsent } from './values'

/**
 * Tells spreadsheets that the file is UTF-8: without it they read names as another character set. Programs that read CSV know it.
 */
export const byteOrderMark = '\uFEFF'

export function csvHead({ fields }: SubmissionKind) {
  return csvLine(fields.map(({ label }) => label))
}

export function csvRecord({ fields }: SubmissionKind, submission: Submission) {
  return csvLine(fields.map((field) => cell(field, submission[field.name])))
}

function cell(field: SubmissionField, value: unknown) {
  if (isAbsent(field, value)) return field.otherwise ?? ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return harmless(String(value))
}

/**
 * A spreadsheet runs a cell that begins like a formula: an apostrophe before it makes it text. People write it into their names and
 * phone numbers on the public forms.
 */
function harmless(text: string) {
  return /^[\s\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20|%]/u.test(text) || /^[\t\r\n]/.test(text)
    ? `'${text}`
    : text
}

/** RFC 4180: cells in quotes where they need any, lines ended by CR and LF. */
function csvLine(cells: readonly string[]) {
  return `${cells.map((text) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')}\r\n`
}
