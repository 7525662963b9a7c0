import type { ConfigurationPart } from '~/domain/engine-versions/gate/draws'

import { pricingColumns } from './collections'

type Item = Record<string, unknown>

/**
 * Returns the rows that the engine reads with one of them added, replaced or, with `row` null, removed; a new one has the id 0. Excludes a
 * tier without a price, unless it had one: removing it is refused.
 */
export function withRow<Row extends Item>(
  part: ConfigurationPart,
  rows: readonly Row[],
  id: number,
  row: Row | null,
): Row[] {
  if (row === null) return rows.filter((other) => other.id !== id)
  const changed = { ...row, id }
  if (rows.some((other) => other.id === id)) return rows.map((other) => (other.id === id ? changed : other))
  const isLeftOut = part === 'tiers' && !pricingColumns.every(({ name }) => row[name])
  return isLeftOut ? [...rows] : [...rows, changed]
}
