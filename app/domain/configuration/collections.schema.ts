import { z } from 'zod'

import { dateMessage } from '~/domain/date-message'
import { parseCalendarDate } from '~/domain/dates'
import { number, optionalText, percent, requiredText, wholeNumber } from '~/domain/fields'

import type { Collection, Column } from './collections'

/** Builds the schema of a collection's records from its columns. */
export function recordSchema(collection: Collection) {
  return z.object(Object.fromEntries(collection.columns.map((column) => [column.name, columnSchema(column)])))
}

function columnSchema(column: Column): z.ZodType {
  switch (column.kind) {
    case 'text': {
      const limits = { max: column.max, multiline: column.multiline }
      if (column.required) return requiredText(column.label, limits)
      return optionalText(column.label, limits).transform(
        (text) => column.options?.find((option) => option.toLowerCase() === text?.toLowerCase()) ?? text,
      )
    }
    case 'number':
      return column.whole
        ? wholeNumber(column.label, column)
            .nullish()
            .transform((value) => value ?? 0)
        : (column.unit === 'percent' ? percent : number)(column.label, column)
            .nullish()
            .transform((value) => value ?? null)
    case 'count': {
      const range = `${column.label} must be a whole number, 0 or more`
      return wholeNumber(column.label, { min: 0, max: Number.MAX_VALUE, range })
        .refine((count) => count <= 2_147_483_647, `${column.label} is too large`)
        .nullish()
        .transform((value) => value ?? column.fallback)
    }
    case 'boolean':
      return z
        .boolean(`${column.label} must be true or false`)
        .nullish()
        .transform((value) => value ?? column.fallback)
    case 'date': {
      const day = z.string(`${column.label} is required`).transform((text, context) => {
        const date = parseCalendarDate(text.replace(/^(\d{4}-\d\d-\d\d)T[\d:.]+(?:Z|[+-]\d\d:\d\d)?$/, '$1'))
        if (date !== null) return date
        const message = dateMessage(`${column.label} must be a date as YYYY-MM-DD`, text)
        context.addIssue({ code: 'custom', message })
        return z.NEVER
      })
      return column.required ? day : day.nullish().transform((date) => date ?? null)
    }
  }
}
