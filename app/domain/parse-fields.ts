import { configureCoercion } from '@conform-to/zod/v4/future'
import { z } from 'zod'

import { isDollars, isPercent } from './fields'

/** The error of one field, by its name; a path of '' is the form as a whole. */
export type FieldError = { path: string; message: string }

/** Named input values: text from a form or a CSV cell, or any value of a JSON body. */
export type Fields = Record<string, unknown>

/** Returns a text that is not blank, or undefined. */
const present = (text: string) => (text.trim() === '' ? undefined : text)

/** Decimal digits, with an exponent as programs write it: 1e-05. Not 0x10, which `Number` reads too. */
const numberPattern = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

/** People write 4,500 and $4,500. Text that is not a number is NaN. */
function asNumber(text: string) {
  const plain = text
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, '')
  return numberPattern.test(plain) ? Number(plain) : NaN
}

const read = (number: (text: string) => number) => (value: unknown) => {
  if (typeof value !== 'string') return value
  return present(value) === undefined ? undefined : number(value.trim())
}

/** A percentage may end with its sign: 3.5%. */
const asPercent = read((text) => asNumber(text.replace(/(?<=\d)\s*%$/, '')))

/** Points between thousands, as in 54.000, are no number. */
const asDollars = read((text) => (/^(?:\$\s*)?\d{1,3}(?:\.\d{3})+$/.test(text) ? NaN : asNumber(text)))

const { coerceFormValue } = configureCoercion({
  stripEmptyString: present,
  customize: (schema) => (isPercent(schema) ? asPercent : isDollars(schema) ? asDollars : null),
  type: {
    number: asNumber,
    // Text that is not a boolean fails as such.
    boolean: (text) => booleans[text.trim().toLowerCase()] ?? (text as never),
  },
})

const booleans: Record<string, boolean> = {
  true: true,
  on: true,
  yes: true,
  '1': true,
  false: false,
  off: false,
  no: false,
  '0': false,
}

/**
 * Parses the fields of a form, a JSON body or a CSV row with one schema: text becomes the numbers that the schema expects. Each invalid
 * field is reported once, in the order of the schema's fields, for errors of its own or between fields.
 */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Fields,
): { ok: true; value: z.output<Schema> } | { ok: false; errors: FieldError[] } {
  const parsed = coerceFormValue(schema).safeParse(fields)
  if (parsed.success) return { ok: true, value: parsed.data }
  const errors = new Map<string, FieldError>()
  for (const issue of parsed.error.issues) {
    const path = issue.path.join('.')
    if (!errors.has(path)) errors.set(path, { path, message: issue.message })
  }
  const order = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const place = ({ path }: FieldError) => order.indexOf(path.split('.')[0] ?? '')
  return { ok: false, errors: [...errors.values()].sort((a, b) => place(a) - place(b)) }
}
