import { parseCalendarDate } from '~/domain/dates'
import { parseId } from '~/domain/ids'
import type { FieldError } from '~/domain/parse-fields'

/** The texts that a list's address asks for, each trimmed and cut at `most` characters; '' for what it does not name. */
export function parseFilterParams<Name extends string>(
  asked: URLSearchParams,
  names: readonly Name[],
  most: number,
) {
  return Object.fromEntries(
    names.map((name) => [name, asked.get(name)?.replaceAll('\u0000', '').trim().slice(0, most) ?? '']),
  ) as Record<Name, string>
}

/** The id of the record after which a list goes on, of its address; undefined for the list's beginning. */
export function parseCursor(asked: URLSearchParams) {
  return parseId(asked.get('cursor')) ?? undefined
}

/** The first and last day of a filter, YYYY-MM-DD of this age; undefined where none is asked for or it is no day, which an error says. */
export function parseDateRange(given: { from: string; to: string }) {
  const errors: FieldError[] = []
  const dayOf = (path: 'from' | 'to') => {
    if (given[path] === '') return undefined
    const day = parseCalendarDate(given[path])
    if (day !== null && day >= '1900-01-01' && day <= '2999-12-31') return day
    errors.push({ path, message: `Enter the ${path === 'from' ? 'first' : 'last'} day as MM/DD/YYYY` })
    return undefined
  }
  return { from: dayOf('from'), to: dayOf('to'), errors }
}
