/** Rates of the claim model: each row has its keys, a value and the source of the value. */
export type ClaimTable<Key extends string> = {
  name: string
  label: string
  unit: string
  keys: readonly Key[]
  rows: readonly (Record<Key, string> & { value: number; source: string })[]
}

/** The tables of the claim model. Rates are fractions a year. */
export type ClaimTables = {
  /** Displacements per employee of three or more years. */
  displacement: ClaimTable<'industry' | 'period'>
  /** Weight of an employer's own record. */
  credibility: ClaimTable<'size'>
  /** Multiple of the rate of three or more years. */
  tenure: ClaimTable<'years'>
  /** Multiple of the mean of all workers. */
  education: ClaimTable<'education'>
  /** Share of displaced workers without work after 14 days. */
  payable: ClaimTable<'period'>
  /** Claims of those who buy, over those of all employees. */
  selection: ClaimTable<'book'>
}

/** A rating table, as a grid shows it. `input` is the answer, or the employer's column, that selects a row. */
export type RatingTable = {
  name: string
  label: string
  input: string
  /** `data`: relativities of the claim model. `judgement`: no statistic, so it moves a price by 10% at most. */
  basis: 'data' | 'judgement'
} & (
  | { kind: 'choice'; rows: readonly ({ key: string } & Multiplier)[] }
  /** Half-open ranges from <= x < to, in order; null is unbounded. */
  | { kind: 'range'; rows: readonly ({ from: number | null; to: number | null } & Multiplier)[] }
)

type Multiplier = { multiplier: number; source: string }

/** Returns the value of the row with these keys. Throws if there is none: the tables cover every option of the form. */
export function rate<Key extends string>(table: ClaimTable<Key>, keys: Record<Key, string>) {
  const row = table.rows.find((candidate) => table.keys.every((key) => candidate[key] === keys[key]))
  if (row === undefined) throw new Error(`${table.name} has no row for ${Object.values(keys).join(', ')}`)
  return row.value
}

/** Returns the multiplier for an input; 1 for an absent or unknown one. */
export function multiplier(table: RatingTable, input: string | number | null | undefined) {
  if (input === null || input === undefined) return 1
  if (table.kind === 'choice') return table.rows.find(({ key }) => key === String(input))?.multiplier ?? 1
  const value = Number(input)
  return (
    table.rows.find(({ from, to }) => value >= (from ?? -Infinity) && value < (to ?? Infinity))?.multiplier ??
    1
  )
}
