import { briefMoney, capital, money } from '~/domain/formats'
import { fingerprint } from '~/domain/hashes.server'
import type { Fields } from '~/domain/parse-fields'
import type { GoldenCase } from '~/engine/golden-cases'
import { limits as bundledLimits } from '~/engine/model/limits'
import type { EngineTables, Limits } from '~/engine/model/tables'

import {
  cellName,
  gridKey,
  gridTitle,
  type Cell,
  type Difference,
  type Grid,
  type GridColumn,
  type GridRow,
} from './grid'

/*
 * The tables of a version as grids of cells: what the back office shows, edits and compares. A grid that is being edited may have text where
 * a number belongs; tables.schema.ts refuses it.
 */

const source: GridColumn = { name: 'source', label: 'Source', kind: 'text' }

/** Returns the tables as grids: the limits, the rating tables, the tables of the claim model. */
export function gridsOf(tables: EngineTables): Grid[] {
  return [limitsGrid(tables.limits), ...tables.rating.map(ratingGrid), ...claimGrids(tables.claim)]
}

function limitsGrid(limits: Limits): Grid {
  const fixed = true as const
  return {
    name: 'limits',
    label: 'Limits',
    part: 'limits',
    basis: 'single figures',
    input: null,
    growable: false,
    columns: [
      { name: 'label', label: 'Limit', kind: 'text', fixed },
      { name: 'value', label: 'Value', kind: 'number' },
      { name: 'min', label: 'Lowest', kind: 'number', fixed },
      { name: 'max', label: 'Highest', kind: 'number', fixed },
      source,
    ],
    rows: limitNames.map((name) => ({ ...limits[name] })),
  }
}

/** The order in which limits are shown; a database does not keep that of an object. */
const limitNames = Object.keys(bundledLimits) as (keyof Limits)[]

function ratingGrid(table: EngineTables['rating'][number]): Grid {
  const multiplier: GridColumn = { name: 'multiplier', label: 'Multiplier', kind: 'number' }
  const keys: GridColumn[] =
    table.kind === 'choice'
      ? [{ name: 'key', label: 'Answer', kind: 'text' }]
      : [
          { name: 'from', label: 'From', kind: 'number' },
          { name: 'to', label: 'Below', kind: 'number' },
        ]
  const { name, label, basis, input } = table
  const columns = [...keys, multiplier, source]
  return {
    name,
    label,
    basis,
    input,
    part: 'rating',
    growable: true,
    columns,
    rows: table.rows.map((row) => ({ ...row })),
  }
}

function claimGrids(claim: EngineTables['claim']): Grid[] {
  return claimNames.map((name) => {
    const { label, unit, keys, rows } = claim[name]
    const isBased = rows.some(({ layoffs }) => layoffs !== undefined)
    return {
      name,
      label,
      part: 'claim',
      basis: unit,
      input: keys.join(', '),
      growable: false,
      columns: [
        ...keys.map((key) => ({
          name: key,
          label: capital(key),
          kind: 'text' as const,
          fixed: true as const,
        })),
        { name: 'value', label: 'Value', kind: 'number' },
        ...(isBased ? [{ name: 'layoffs', label: 'Layoffs, % a month', kind: 'number' as const }] : []),
        source,
      ],
      rows: rows.map((row) => ({ ...row })),
    }
  })
}

const claimNames = ['displacement', 'credibility', 'tenure', 'education', 'payable', 'selection'] as const

/** Returns the tables with other rows in some grids, by the key of the grid. Rows of grids that do not exist are ignored. */
export function withRows(tables: EngineTables, changes: Readonly<Record<string, GridRow[]>>): EngineTables {
  const rowsOf = (part: Grid['part'], name: string) => changes[gridKey({ part, name })]
  const limitRows = rowsOf('limits', 'limits')
  const changed = {
    limits: limitRows
      ? Object.fromEntries(limitNames.map((name, index) => [name, { ...limitRows[index] }]))
      : tables.limits,
    rating: tables.rating.map((table) => ({ ...table, rows: rowsOf('rating', table.name) ?? table.rows })),
    claim: Object.fromEntries(
      claimNames.map((name) => {
        const table = tables.claim[name]
        return [name, { ...table, rows: rowsOf('claim', name) ?? table.rows }]
      }),
    ),
  }
  return changed as unknown as EngineTables
}

/** Reads the rows of a grid from a form. The cells of fixed columns are those of the grid. */
export function rowsFromFields(grid: Grid, fields: Fields): GridRow[] {
  const sent = Object.keys(fields).flatMap((name) => {
    const match = /^row\.(\d{1,3})\./.exec(name)
    return match ? [Number(match[1])] : []
  })
  const indexes = grid.growable ? [...new Set(sent)].sort((a, b) => a - b) : [...grid.rows.keys()]
  return indexes.map((index) => {
    const row: GridRow = grid.growable ? {} : { ...grid.rows[index] }
    for (const column of grid.columns) {
      const value = fields[cellName(index, column.name)]
      if (!column.fixed && typeof value === 'string') row[column.name] = cellOf(value, column)
    }
    return row
  })
}

/** Longer cells are cut: no cell may be so long, and a page must show it. */
const maxCell = 1000

/** Parses a number; returns other text unchanged, to be shown with its error. */
function cellOf(value: string, { kind }: GridColumn): Cell {
  const text = value
    .slice(0, maxCell)
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .toWellFormed()
    .trim()
  if (kind === 'text') return text
  if (text === '') return null
  const figure = Number(text.replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, ''))
  return Number.isFinite(figure) ? figure : text
}

/** Returns the rows with an empty one after `index`, counted from 0; -1 is before the first. */
export function withRowAfter({ columns }: Grid, rows: readonly GridRow[], index: number): GridRow[] {
  const empty = Object.fromEntries(columns.map(({ name, kind }) => [name, kind === 'text' ? '' : null]))
  return rows.toSpliced(index + 1, 0, empty)
}

/** Compares the tables cell by cell. Rows are compared in order where there are equally many, otherwise by what selects them. */
export function tableDifferences(before: EngineTables, after: EngineTables): Difference[] {
  const old = new Map(gridsOf(before).map((grid) => [gridKey(grid), grid]))
  const now = new Map(gridsOf(after).map((grid) => [gridKey(grid), grid]))
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const grid = now.get(key) ?? old.get(key)
    return grid ? gridDifferences(grid, old.get(key)?.rows ?? [], now.get(key)?.rows ?? []) : []
  })
}

function gridDifferences(grid: Grid, before: readonly GridRow[], after: readonly GridRow[]): Difference[] {
  const place = gridTitle(grid)
  const inOrder = before.length === after.length
  const nameOf = (row: GridRow) => rowName(grid, row)
  const pairs: [GridRow | undefined, GridRow | undefined][] = inOrder
    ? before.map((row, index) => [row, after[index]])
    : [
        ...before.map((row): [GridRow, GridRow | undefined] => [
          row,
          after.find((other) => nameOf(other) === nameOf(row)),
        ]),
        ...after
          .filter((row) => !before.some((other) => nameOf(other) === nameOf(row)))
          .map((row): [undefined, GridRow] => [undefined, row]),
      ]
  return pairs.flatMap(([old, now]): Difference[] => {
    if (!old || !now) {
      const row = old ?? now
      if (!row) return []
      const text = grid.columns.map(({ name, label }) => `${label} ${cellText(row[name])}`).join(', ')
      return [{ place, row: nameOf(row), what: 'Row', before: old ? text : null, after: now ? text : null }]
    }
    return grid.columns
      .filter(({ name }) => cellText(old[name]) !== cellText(now[name]))
      .map(({ name, label }) => ({
        place,
        row: nameOf(old),
        what: label,
        before: cellText(old[name]),
        after: cellText(now[name]),
      }))
  })
}

/** What selects a row, in words. */
export function rowName({ part, columns }: Grid, row: GridRow) {
  if (part === 'limits') return cellText(row.label)
  if (columns.some(({ name }) => name === 'from')) {
    if (row.from === null && row.to === null) return 'any'
    if (row.from === null) return `below ${row.to}`
    return row.to === null ? `${row.from} and more` : `${row.from} to below ${row.to}`
  }
  const keys = columns.filter(({ name, fixed }) => fixed ?? name === 'key')
  return keys.map(({ name }) => cellText(row[name])).join(', ')
}

function cellText(cell: Cell | undefined) {
  return cell === null || cell === undefined || cell === '' ? 'empty' : String(cell)
}

/** Compares golden cases by their names. */
export function caseDifferences(before: readonly GoldenCase[], after: readonly GoldenCase[]): Difference[] {
  const names = [...new Set([...before, ...after].map(({ name }) => name))]
  return names.flatMap((name) => {
    const old = before.find((one) => one.name === name)
    const now = after.find((one) => one.name === name)
    const [was, is] = [old ? expectedText(old.expected) : null, now ? expectedText(now.expected) : null]
    const place = { place: 'Golden case', row: name }
    if (was !== is) return [{ ...place, what: 'Expected', before: was, after: is }]
    return !old || !now || fingerprint(old.input) === fingerprint(now.input)
      ? []
      : [{ ...place, what: 'Input', before: 'another applicant', after: 'a new applicant' }]
  })
}

/** The figures that a golden case expects, in words. */
export function expectedText({
  status,
  coverage_tier,
  max_coverage,
  monthly_premium,
}: GoldenCase['expected']) {
  return coverage_tier === null
    ? status
    : `${status}, ${coverage_tier}, ${briefMoney(max_coverage)} for ${money(monthly_premium)} a month`
}
