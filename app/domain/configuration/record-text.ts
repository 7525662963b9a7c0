import { money } from '~/domain/formats'
import { withMinus } from '~/domain/minus-sign'

import type { Collection, Column } from './collections'

/** Returns a record as form values: each column as text, '' where it has no value. */
export function recordTexts(
  { columns }: Pick<Collection, 'columns'>,
  row: Record<string, unknown>,
): Record<string, string> {
  return Object.fromEntries(columns.map(({ name }) => [name, asText(row[name])]))
}

function asText(value: unknown) {
  return value === null || value === undefined ? '' : String(value)
}

/** Formats a column's value for a table, with its unit and, below zero, a minus sign; 'N/A' where there is none. */
export function showValue(column: Column, value: unknown) {
  if (value === null || value === undefined) return 'N/A'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'number' ? withMinus(numberText(column, value)) : String(value)
}

function numberText(column: Column, value: number) {
  if (column.kind === 'count') return value.toLocaleString('en-US')
  if (column.kind !== 'number') return String(value)
  if (column.unit === 'dollars') return money(value)
  if (column.unit === 'percent') return `${value.toFixed(2)}%`
  return String(Number(value.toFixed(4)))
}
