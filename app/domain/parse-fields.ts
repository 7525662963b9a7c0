import { configureCoercion } from '@conform-to/zod/v4/future'
import { z } from 'zod'

/** The error of one field, by its name; a path of '' is the form as a whole. */
export type FieldError = { path: string; message: string }

/** Named input values: text from a form or a CSV cell, or any value of a JSON body. */
export type Fields = Record<string, unknown>

const { coerceFormValue } = configureCoercion({
  stripEmptyString: (text) => (text.trim() === '' ? undefined : text),
  // People write 4,500 and $4,500. Text that is not a number or a boolean fails as such.
  type: {
    number: (text) =>
      Number(
        text
          .trim()
          .replace(/^\$\s*/, '')
          .replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, ''),
      ),
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
