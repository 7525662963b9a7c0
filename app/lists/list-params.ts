import { dateMessage } from '~/domain/date-message'
import { parseCalendarDate } from '~/domain/dates'
import { parseId } from '~/domain/ids'
import type { FieldError } from '~/domain/parse-fields'

/** One param of a list's URL. */
export type Param<Value> = {
  /** Normalizes a text for display and URLs. */
  clean?: (text: string) => string
  /** Parses a normalized text; undefined if it is invalid. */
  parse: (text: string) => Value | undefined
  /** The value of an absent param; left out of URLs. */
  default?: string
  /** Repeated params, as checkboxes send them, are joined by commas. */
  repeated?: true
  /** The message for an invalid text, or a function that chooses it. Without it, an invalid param counts as absent. */
  error?: string | ((text: string) => string)
}

export type Params = Record<string, Param<unknown>>

export type ParamTexts<Named extends Params> = { [Name in keyof Named]: string }

/** A param without a value is undefined, unless it has a default. */
export type ParamValues<Named extends Params> = {
  [Name in keyof Named]: Named[Name] extends Param<infer Value>
    ? Named[Name] extends { default: string }
      ? Value
      : Value | undefined
    : never
}

/** A sort order: by a field, ascending or descending. */
export type Sort = { field: string; descending: boolean }

/** A single line of text, cut at `max` characters. */
export function text(max: number): Param<string> {
  return {
    clean: (text) =>
      text
        .replace(/[\u0000-\u001f\u007f]/g, ' ')
        .trim()
        .slice(0, max)
        .trimEnd(),
    parse: (text) => text,
  }
}

export function choiceParam<const Option extends string | number>(options: readonly Option[]): Param<Option> {
  return { parse: (text) => options.find((option) => String(option) === text) }
}

/** The shown columns of a list: a subset of `all` in that order, by default `initial`. */
export function columnsParam(all: readonly string[], initial = all) {
  return {
    repeated: true,
    clean: (text) => {
      const chosen = new Set(text.split(','))
      return all.filter((name) => chosen.has(name)).join()
    },
    parse: (text) => text.split(','),
    default: initial.join(),
  } satisfies Param<string[]>
}

/** A calendar day between 1900 and 2999, which the database can store; the value is YYYY-MM-DD. */
function day(name: string): Param<string> {
  return {
    clean: (text) => parseCalendarDate(text) ?? text.trim(),
    parse(text) {
      const day = parseCalendarDate(text)
      return day !== null && day >= '1900-01-01' && day <= '2999-12-31' ? day : undefined
    },
    error: (text) =>
      parseCalendarDate(text) === null
        ? dateMessage(`Enter the ${name} day as MM/DD/YYYY`, text)
        : `The ${name} day must be between 01/01/1900 and 12/31/2999`,
  }
}

/** The first and the last day of a list, both included. */
export const dateRange = { from: day('first'), to: day('last') }

/** Returns the error of a date range that ends before it begins. */
function rangeErrors({ from, to }: Record<string, unknown>): FieldError[] {
  const isReversed = typeof from === 'string' && typeof to === 'string' && from > to
  return isReversed ? [{ path: 'to', message: 'The last day must not be before the first day' }] : []
}

/** The id of the last row of the previous page. */
export const cursor: Param<number> = { parse: (text) => parseId(text) ?? undefined }

export function wholeNumberParam({ min, max }: { min: number; max: number }, name?: string): Param<number> {
  return {
    parse(text) {
      const number = /^\d{1,10}$/.test(text) ? Number(text) : NaN
      return number >= min && number <= max ? number : undefined
    },
    error:
      name &&
      `${name} must be a whole number from ${min.toLocaleString('en-US')} to ${max.toLocaleString('en-US')}`,
  }
}

/** A sort field; a leading minus means descending. */
export function sortBy(fields: readonly string[], { withMessage = false } = {}): Param<Sort> {
  const sorts = fields.flatMap((field) => [field, `-${field}`])
  return {
    parse: (text) =>
      sorts.includes(text) ? { field: text.replace(/^-/, ''), descending: text.startsWith('-') } : undefined,
    error: withMessage ? `sort must be ${sorts.slice(0, -1).join(', ')} or ${sorts.at(-1)}` : undefined,
  }
}

export function sortText({ field, descending }: Sort) {
  return (descending ? '-' : '') + field
}

/**
 * Returns the link of a column header that sorts a list by a field, or reverses that order; and the current order, for `aria-sort`. `to`
 * returns the URL of a `sort` param.
 */
export function sortLink(
  sort: Sort | undefined,
  field: string,
  to: (sort: string) => string,
  descendingFirst = false,
): { to: string; order: 'ascending' | 'descending' | undefined } {
  const isSorted = sort?.field === field
  const descending = isSorted ? !sort.descending : descendingFirst
  const order = isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined
  return { to: to(sortText({ field, descending })), order }
}

export function withDefault<Value>(param: Param<Value>, text: string) {
  return { ...param, default: text }
}

/** Reads a param; its text is '' if it is absent, invalid without a message, or the default. */
export function readParam<Value>(param: Param<Value>, input: string) {
  const { clean = (text: string) => text, parse, error } = param
  const text = clean(input)
  const value = text === '' ? undefined : parse(text)
  if (value !== undefined && text !== param.default) return { text, value }
  const message =
    text !== '' && value === undefined ? (typeof error === 'function' ? error(text) : error) : undefined
  return {
    text: message === undefined ? '' : text,
    value: param.default === undefined ? undefined : parse(param.default),
    error: message,
  }
}

/** Reads the params of a URL. Each invalid one that has a message adds an error, and so does a reversed date range. */
export function readParams<Named extends Params>(search: URLSearchParams, params: Named) {
  const read = Object.entries(params).map(([name, param]) => ({
    name,
    ...readParam(param, param.repeated ? search.getAll(name).join() : (search.get(name) ?? '')),
  }))
  const values = Object.fromEntries(read.map(({ name, value }) => [name, value]))
  const invalid = read.flatMap(({ name, error }): FieldError[] =>
    error ? [{ path: name, message: error }] : [],
  )
  return {
    texts: Object.fromEntries(read.map(({ name, text }) => [name, text])) as ParamTexts<Named>,
    values: values as ParamValues<Named>,
    errors: [...invalid, ...rangeErrors(values)],
  }
}
