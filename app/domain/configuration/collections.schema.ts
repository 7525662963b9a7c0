import { z } from 'zod'

import { parseCalendarDate } from '~/domain/dates'
import { optionalText, requiredText } from '~/domain/fields'

import type { Collection, Column } from './collections'

/** Builds the schema of a collection's records from its columns. */
export function recordSchema(collection: Collection) {
  return z.object(Object.fromEntries(collection.columns.map((column) => [column.name, columnSchema(column)])))
}

function columnSchema(column: Column): z.ZodType {
  const missing = `${column.label} is required`
  switch (column.kind) {
    case 'text': {
      const range = `${column.label} must be at most ${column.max} characters`
      const limits = { max: column.max, range, multiline: column.multiline }
      if (column.required) return requiredText(column.label, limits)
      return optionalText(column.label, limits).transform(
        (text) => column.options?.find((option) => option.toLowerCase() === text?.toLowerCase()) ?? text,
      )
    }
    case 'number':
      return column.whole
        ? numberColumn(column, `${column.label} must be a whole number from ${column.min} to ${column.max}`)
            .nullish()
            .transform((value) => value ?? 0)
        : numberColumn(column, `${column.label} must be a number from ${column.min} to ${column.max}`)
            .nullish()
            .transform((value) => value ?? null)
    case 'count':
      return z
        .number(`${column.label} must be a whole number, 0 or more`)
        .int(`${column.label} must be a whole number, 0 or more`)
        .min(0, `${column.label} must be a whole number, 0 or more`)
        .max(2_147_483_647, `${column.label} is too large`)
        .nullish()
        .transform((value) => value ?? column.fallback)
    case 'boolean':
      return z
        .boolean(`${column.label} must be true or false`)
        .nullish()
        .transform((value) => value ?? column.fallback)
    case 'date': {
      const day = z.string(missing).transform((text, context) => {
        const date = parseCalendarDate(text.replace(/^(\d{4}-\d\d-\d\d)T[\d:.]+(?:Z|[+-]\d\d:\d\d)?$/, '$1'))
        if (date !== null) return date
        context.addIssue({ code: 'custom', message: `${column.label} must be a date as YYYY-MM-DD` })
        return z.NEVER
      })
      return column.required ? day : day.nullish().transform((date) => date ?? null)
    }
  }
}

function numberColumn(column: Column & { kind: 'number' }, range: string) {
  const value = z.number(range).min(column.min, range).max(column.max, range)
  return column.whole ? value.refine(Number.isInteger, range) : value
}
