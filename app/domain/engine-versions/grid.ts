/*
 * A table of a version as a grid of cells. A grid that is being edited may have text where a number belongs; tables.schema.ts refuses it.
 */

export type Cell = string | number | null
export type GridRow = Record<string, Cell>

export type GridColumn = {
  name: string
  label: string
  kind: 'number' | 'text'
  /** The column is shown and not edited. */
  fixed?: true
}

export type Grid = {
  name: string
  label: string
  part: 'limits' | 'rating' | 'claim'
  basis: string
  /** What selects a row. */
  input: string | null
  /** Whether rows can be added and removed: those of the limits and of the claim model are fixed. */
  growable: boolean
  columns: GridColumn[]
  rows: GridRow[]
}

/** A claim table and a rating table may have the same name: the key of a grid has its part too. */
export function gridKey({ part, name }: Pick<Grid, 'part' | 'name'>) {
  return part === 'limits' ? 'limits' : `${part}.${name}`
}

/** The title of a grid, which distinguishes those of the claim model from rating tables. */
export function gridTitle({ part, label }: Pick<Grid, 'part' | 'label'>) {
  return part === 'claim' ? `Claim model: ${label}` : label
}

/** The name of the form field of a cell. */
export function cellName(row: number, column: string) {
  return `row.${row}.${column}`
}

/** A cell, a row or a golden case that differs; `before` is null where it is added, `after` where it is removed. */
export type Difference = {
  place: string
  row: string
  what: string
  before: string | null
  after: string | null
}
