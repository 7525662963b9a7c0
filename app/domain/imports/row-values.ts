import { parseCalendarDate } from '~/domain/dates'
import { recordSchema } from '~/domain/configuration/collections.schema'
import type { Collection, Column } from '~/domain/configuration/collections'
import { parseFields, type FieldError } from '~/domain/parse-fields'

/** A cell as text that the database parses; null for an empty one. */
export type Value = string | null

/** The values of a row in the order of its collection's columns, or its errors. */
export type RowValues = { ok: true; values: Value[] } | { ok: false; errors: FieldError[] }

/**
 * Creates the parser for rows of a file with these columns. Parses plain numbers and plain words directly; leaves a row with
 * anything else to the schema, which takes ten times as long and returns the errors.
 */
export function rowReader(collection: Collection, names: readonly string[]) {
  const schema = recordSchema(collection)
  const columns = collection.columns.map((column) => ({
    read: quickReader(column),
    cell: names.indexOf(column.name),
  }))

  return (cells: readonly string[]): RowValues => {
    const values: Value[] = []
    for (const { read, cell } of columns) {
      const value = read(cell === -1 ? '' : (cells[cell] as string))
      if (value === undefined) return readBySchema(cells)
      values.push(value)
    }
    return { ok: true, values }
  }

  function readBySchema(cells: readonly string[]): RowValues {
    const parsed = parseFields(schema, Object.fromEntries(names.map((name, index) => [name, cells[index]])))
    if (!parsed.ok) return parsed
    return { ok: true, values: collection.columns.map(({ name }) => textOf(parsed.value[name])) }
  }
}

function textOf(value: unknown): Value {
  return value === null || value === undefined ? null : String(value)
}

/** Parses a cell as the column's schema would; undefined where that needs the schema. */
function quickReader(column: Column): (cell: string) => Value | undefined {
  switch (column.kind) {
    case 'text': {
      const options = column.options && new Set(column.options)
      return (cell) => {
        if (cell === '') return column.required ? undefined : null
        if (cell.length > column.max || !plainText.test(cell)) return undefined
        return options && !options.has(cell) ? undefined : cell
      }
    }
    case 'number':
      return (cell) => {
        if (cell === '') return column.whole ? '0' : null
        if (!(column.whole ? plainWhole : plainNumber).test(cell)) return undefined
        const value = Number(cell)
        return value >= column.min && value <= column.max ? cell : undefined
      }
    case 'count': {
      const fallback = textOf(column.fallback)
      return (cell) => (cell === '' ? fallback : plainCount.test(cell) ? cell : undefined)
    }
    case 'boolean': {
      const fallback = textOf(column.fallback)
      return (cell) => (cell === '' ? fallback : cell === 'true' || cell === 'false' ? cell : undefined)
    }
    case 'date': {
      const cache = new Map<string, Value | undefined>() // months repeat within a file
      return (cell) => {
        if (cache.has(cell)) return cache.get(cell)
        const value = parseCalendarDate(cell) ?? undefined
        if (cache.size < maxCachedDates) cache.set(cell, value)
        return value
      }
    }
  }
}

const maxCachedDates = 1000
const plainText = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/
const plainNumber = /^-?\d{1,13}(?:\.\d{1,12})?$/
const plainWhole = /^\d{1,9}$/
const plainCount = /^\d{1,9}$/
