/** Rates of the claim model: each row has its keys, a value and the source of the value. */
export type ClaimTable<Key extends string> = {
  name: string
  label: string
  unit: string
  keys: readonly Key[]
  /** `layoffs` of a displacement row: percent a month of the industry that the rate was derived from. */
  rows: readonly (Record<Key, string> & { value: number; source: string; layoffs?: number })[]
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

/** A single figure, and the range in which it may be set. */
export type Limit = { label: string; value: number; min: number; max: number; source: string }
export type Limits = Record<
  | 'cap'
  | 'highest_record'
  | 'displacement'
  | 'months_of_income'
  | 'expense_months'
  | 'reference_churn'
  | 'minimum_age'
  | 'share_of_income'
  | 'lowest_loss_ratio'
  | 'highest_loss_ratio'
  | 'salary_tolerance'
  | 'youngest_worker',
  Limit
>

/** The figures of a version of the engine: all that its source reads. */
export type EngineTables = { limits: Limits; rating: readonly RatingTable[]; claim: ClaimTables }

/** A rating table, as a grid shows it. `input` is the answer, or the employer's column, that selects a row. */
export type RatingTable = {
  name: string
  label: string
  group: 'employer' | 'work' | 'person' | 'portfolio'
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
