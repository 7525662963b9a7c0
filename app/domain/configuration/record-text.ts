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

/**
 * Formats a column's value for a table, with its unit and, below zero, a minus sign; 'N/A' where there is none. A number without a
 * unit has as many decimals as it needs, and at least `decimals`.
 */
export function showValue(column: Column, value: unknown, decimals = 0) {
  if (value === null || value === undefined) return 'N/A'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'number' ? withMinus(numberText(column, value, decimals)) : String(value)
}

function numberText(column: Column, value: number, decimals: number) {
  if (column.kind === 'count') return value.toLocaleString('en-US')
  if (column.kind !== 'number') return String(value)
  if (column.unit === 'dollars') return money(value)
  if (column.unit === 'percent') return `${value.toFixed(2)}%`
  return value.toFixed(Math.max(decimals, neededDecimals(value)))
}

/** Returns the most decimals that a number of a column needs: its numbers are aligned where all have as many. */
export function mostDecimals(values: readonly unknown[]) {
  return Math.max(0, ...values.map((value) => (typeof value === 'number' ? neededDecimals(value) : 0)))
}

/** The decimals of a number, up to the four that are stored. */
function neededDecimals(value: number) {
  return String(Number(value.toFixed(4))).split('.')[1]?.length ?? 0
}
