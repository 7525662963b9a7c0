import { collections, type Collection } from '~/domain/configuration/collections'
import { capital } from '~/domain/formats'

type Row = Record<string, unknown>

/** The configuration part of a stored input: all tiers, and the row used from each other table. */
export type StoredInput = {
  quote: Row
  tiers: readonly Row[]
  employer: Row | null
  industry: Row | null
  /** Parts of interface 1 alone. */
  gender?: Row | null
  synergy?: Row | null
  /** Parts of interface 2 alone. */
  portfolio?: { factor: number } | null
  notRated?: readonly string[] | null
  asOf: string
}

/** A value that differs between the rows of two inputs, as text; '' where a side has no such row. */
export type InputDifference = { table: string; row: string; column: string; one: string; other: string }

/** Lists the configuration values that differ between the inputs of two results, by table and row. */
export function compareInputs(one: StoredInput, other: StoredInput): InputDifference[] {
  const used = (collection: Collection, read: (input: StoredInput) => Row | null | undefined) =>
    differences(collection, read(one) ?? null, read(other) ?? null)
  return [
    ...pairedTiers(one.tiers, other.tiers).flatMap(([a, b]) => differences(collections.coverageTiers, a, b)),
    ...used(collections.employerRisks, ({ employer }) => employer),
    ...used(collections.industryFallbacks, ({ industry }) => industry),
    ...used(collections.industryGenders, ({ gender }) => gender),
    ...used(collections.synergyData, ({ synergy }) => synergy),
    ...changedValues(one.quote, other.quote).map(([name, a, b]) => ({
      table: 'The application',
      row: '',
      column: capital(name.replaceAll('_', ' ')),
      one: textOf(a),
      other: textOf(b),
    })),
    ...changedValues(circumstances(one), circumstances(other)).map(([column, a, b]) => ({
      table: 'The run',
      row: '',
      column,
      one: textOf(a),
      other: textOf(b),
    })),
  ]
}

/** What an input holds besides the application and the rows of the tables. */
function circumstances({ asOf, portfolio, notRated }: StoredInput): Row {
  return {
    'Portfolio factor': portfolio?.factor,
    'Not rated in the state': notRated?.length ? notRated.join(', ') : null,
    'Day of the run': asOf,
  }
}

/** Matches tiers by name, then by id for renamed ones. Rows that were deleted and added again have new ids. */
function pairedTiers(one: readonly Row[], other: readonly Row[]) {
  const left = [...other]
  const take = (matches: (row: Row) => boolean) => {
    const at = left.findIndex(matches)
    return at < 0 ? null : (left.splice(at, 1)[0] ?? null)
  }
  const named = one.map((row) => [row, take((its) => its.tier_name === row.tier_name)] as const)
  const pairs = named.map(([row, match]) => [row, match ?? take((its) => its.id === row.id)] as const)
  return [...pairs, ...left.map((row) => [null, row] as const)]
}

function differences({ title, nameColumn, columns }: Collection, one: Row | null, other: Row | null) {
  const either = one ?? other
  if (either === null) return []
  const name = nameColumn ?? 'SimDate'
  const row = [...new Set([one, other].flatMap((side) => (side ? [textOf(side[name])] : [])))].join(' / ')
  return changedValues(one ?? {}, other ?? {}).map(([column, a, b]) => ({
    table: title,
    row,
    column:
      columns.find((declared) => declared.name === column)?.label ?? capital(column.replaceAll('_', ' ')),
    one: one === null ? '' : textOf(a),
    other: other === null ? '' : textOf(b),
  }))
}

/** Returns the columns in which two rows differ, with both values. */
function changedValues(one: Row, other: Row) {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .map((name) => [name, one[name] ?? null, other[name] ?? null] as const)
    .filter(([, a, b]) => a !== b)
}

function textOf(value: unknown) {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}
