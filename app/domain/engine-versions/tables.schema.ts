import { z } from 'zod'

import { optionValue, questions } from '~/domain/quotes/questions'
import { claimTables } from '~/engine/model/claim-tables'
import { limits as bundledLimits } from '~/engine/model/limits'

/*
 * The tables of a version. They are data that admins edit: ranges, gaps and overlaps are refused with table, row and column, so that an
 * engine never reads a wrong one.
 */

const words = z
  .string('must be a text')
  .min(1, 'must not be empty')
  .max(300, { error: 'must be at most 300 characters', abort: true })
const key = z
  .string('must be a text')
  .min(1, 'must not be empty')
  .max(100, { error: 'must be at most 100 characters', abort: true })
const figure = z.number('must be a number')
/** Judgement moves a price by a tenth at most, and all judgement together by a quarter. */
const judgementRange = { each: 0.1, all: 0.25 }

const limit = z.strictObject({
  label: words,
  value: figure,
  min: figure,
  max: figure,
  source: words,
})

const limits = z
  .strictObject(Object.fromEntries(Object.keys(bundledLimits).map((name) => [name, limit])))
  .superRefine((value, context) => {
    for (const [name, { min, max }] of Object.entries(bundledLimits)) {
      const own = value[name]
      if (own && (own.value < min || own.value > max))
        context.addIssue({
          code: 'custom',
          path: [name, 'value'],
          message: `must be from ${min} to ${max} and is ${own.value}`,
        })
    }
  })

const multiplier = z
  .number('must be a number')
  .min(0.01, 'must be from 0.01 to 100')
  .max(100, 'must be from 0.01 to 100')
const named = {
  name: z.string().regex(/^[a-z_]{1,50}$/, 'must be lower case letters and underscores'),
  label: words,
  group: z.enum(['employer', 'work', 'person', 'portfolio']),
  input: z.string().regex(/^(?:employer\.)?[a-z_]{1,50}$/, 'must be an answer or a column of the employer'),
  basis: z.enum(['data', 'judgement']),
}
const choiceTable = z.strictObject({
  ...named,
  kind: z.literal('choice'),
  rows: z
    .array(z.strictObject({ key, multiplier, source: words }))
    .min(1)
    .max(100),
})
const rangeTable = z.strictObject({
  ...named,
  kind: z.literal('range'),
  rows: z
    .array(z.strictObject({ from: figure.nullable(), to: figure.nullable(), multiplier, source: words }))
    .min(1)
    .max(100),
})

const ratingTable = z.discriminatedUnion('kind', [choiceTable, rangeTable]).superRefine((table, context) => {
  const refuse = (row: number, column: string, message: string) =>
    context.addIssue({ code: 'custom', path: ['rows', row, column], message })
  if (table.kind === 'choice') {
    for (const [index, row] of table.rows.entries())
      if (table.rows.findIndex((other) => other.key === row.key) < index)
        refuse(index, 'key', `"${row.key}" has a row already`)
    const options = optionsOf(table.input)
    for (const [index, row] of table.rows.entries())
      if (options && !options.includes(row.key))
        refuse(index, 'key', `must be an answer to the question: ${options.join(', ')}`)
    for (const option of options ?? [])
      if (!table.rows.some((row) => row.key === option))
        refuse(table.rows.length, 'key', `is missing: "${option}" has no row`)
  } else {
    const last = table.rows.length - 1
    for (const [index, { from, to }] of table.rows.entries()) {
      const before = index === 0 ? null : (table.rows[index - 1]?.to ?? null)
      if (index === 0 && from !== null)
        refuse(index, 'from', 'must be empty in the first row: lower values have no row')
      else if (index > 0 && from !== before)
        refuse(
          index,
          'from',
          `must be ${before}, where the row before ends: ${from !== null && before !== null && from < before ? 'the rows overlap' : 'there is a gap'}`,
        )
      if (index === last && to !== null)
        refuse(index, 'to', 'must be empty in the last row: higher values have no row')
      else if (index < last && (to === null || (from !== null && to <= from)))
        refuse(index, 'to', 'must be above `from`')
    }
  }
  if (table.basis === 'judgement')
    for (const [index, row] of table.rows.entries())
      if (Math.abs(row.multiplier - 1) > judgementRange.each + 1e-9)
        refuse(index, 'multiplier', `is judgement: it must be from 0.9 to 1.1 and is ${row.multiplier}`)
})

/** Returns the answers to a question with a choice, or null: a column of the employer has any text. */
function optionsOf(input: string) {
  const question = questions.find(({ name }) => name === input)
  if (question?.kind !== 'choice') return null
  return question.options.map(optionValue)
}

const rating = z
  .array(ratingTable)
  .max(40)
  .superRefine((tables, context) => {
    const judged = tables.filter(({ basis }) => basis === 'judgement')
    for (const [bound, pick, isOutside] of [
      ['lowest', Math.min, (product: number) => product < 1 - judgementRange.all],
      ['highest', Math.max, (product: number) => product > 1 + judgementRange.all],
    ] as const) {
      const product = judged.reduce(
        (result, { rows }) => result * pick(...rows.map((row) => row.multiplier)),
        1,
      )
      if (isOutside(product))
        context.addIssue({
          code: 'custom',
          path: [],
          message: `all judgement together must move a price by 25% at most: the ${bound} multipliers make ${product.toFixed(3)}`,
        })
    }
    for (const [index, { name }] of tables.entries())
      if (tables.findIndex((other) => other.name === name) < index)
        context.addIssue({
          code: 'custom',
          path: [index, 'name'],
          message: `"${name}" is the name of another table`,
        })
  })

const claimRow = z
  .object({
    value: figure.min(0, 'must be from 0 to 10').max(10, 'must be from 0 to 10'),
    source: words,
    layoffs: figure.positive('must be above 0').max(100, 'must be at most 100').optional(),
  })
  .catchall(key)

/** A table of the claim model, whose rows are those that the model reads. */
const claimTable = (name: keyof typeof claimTables) =>
  z
    .strictObject({
      name: key,
      label: words,
      unit: words,
      keys: z.array(key).min(1).max(3),
      rows: z.array(claimRow).min(1).max(200),
    })
    .superRefine(({ rows }, context) => {
      const { keys, rows: expected } = claimTables[name]
      const column = String(keys[0])
      const namesOf = (row: Record<string, unknown>) => keys.map((key) => row[key]).join(', ')
      const refuse = (row: number, cell: string, message: string) =>
        context.addIssue({ code: 'custom', path: ['rows', row, cell], message })
      const names = rows.map(namesOf)
      for (const [index, row] of rows.entries()) {
        const own = names[index]
        if (names.indexOf(own ?? '') < index) refuse(index, column, `"${own}" has a row already`)
        else if (!expected.some((other) => namesOf(other) === own))
          refuse(index, column, `"${own}" is not in the claim model`)
        if (name === 'displacement' && row.layoffs === undefined) refuse(index, 'layoffs', 'must be a number')
        if (name === 'selection' && (row.value < 1 || row.value > 2))
          refuse(index, 'value', `must be from 1 to 2 and is ${row.value}`)
      }
      for (const other of expected)
        if (!names.includes(namesOf(other)))
          refuse(rows.length, column, `is missing: "${namesOf(other)}" has no row`)
    })

const claim = z.strictObject({
  displacement: claimTable('displacement'),
  credibility: claimTable('credibility'),
  tenure: claimTable('tenure'),
  education: claimTable('education'),
  payable: claimTable('payable'),
  selection: claimTable('selection'),
})

const engineTablesSchema = z.strictObject({ limits, rating, claim })

/** A fault of a table; `row` counts from 0, and `row` and `column` are null where the whole table is at fault. */
export type TableFault = {
  part: 'limits' | 'rating' | 'claim' | null
  table: string
  row: number | null
  column: string | null
  message: string
}

/** Returns the faults of the tables, in their order. */
export function tableFaults(tables: unknown): TableFault[] {
  const parsed = engineTablesSchema.safeParse(tables, { error: typeMessage })
  const issues = parsed.error?.issues ?? []
  return issues.map(({ path, message }) => ({ ...placeOf(tables, path), message }))
}

/** The default message for a value of a wrong type. */
function typeMessage({ code, input }: { code?: string; input?: unknown }) {
  if (code !== 'invalid_type') return undefined
  return input === undefined ? 'is missing' : 'has the wrong type'
}

/** A fault as a sentence, with table, row (from 1) and column. */
export function faultText({ table, row, column, message }: TableFault) {
  if (row === null)
    return column === null ? [table, message].filter(Boolean).join(': ') : `${table}, ${column} ${message}`
  return `${table}, row ${row + 1}${column === null ? '' : `, ${column}`} ${message}`
}

function placeOf(tables: unknown, path: readonly PropertyKey[]): Omit<TableFault, 'message'> {
  const [part, table, ...rest] = path
  const whole = { row: null, column: null }
  if (part === 'limits') {
    const row = Object.keys(bundledLimits).indexOf(String(table))
    const column = rest.length > 0 ? String(rest[0]) : null
    return { part, table: 'limits', ...(row < 0 ? whole : { row, column }) }
  }
  if (part !== 'rating' && part !== 'claim') return { part: null, table: String(part ?? ''), ...whole }
  const name = part === 'rating' ? ratingName(tables, table) : String(table ?? part)
  const [column, row, cell] = rest
  return column === 'rows' && row !== undefined
    ? { part, table: name, row: Number(row), column: cell === undefined ? null : String(cell) }
    : {
        part,
        table: name,
        row: null,
        column: column === undefined || column === 'rows' ? null : String(column),
      }
}

function ratingName(tables: unknown, index: PropertyKey | undefined) {
  if (index === undefined) return 'rating tables'
  const { rating: list } = tables as { rating?: { name?: unknown }[] }
  const name = list?.[Number(index)]?.name
  return typeof name === 'string' && name !== '' ? name : `table ${Number(index) + 1}`
}
