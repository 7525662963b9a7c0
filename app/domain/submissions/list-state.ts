import { addDays, parseCalendarDate } from '~/domain/dates'
import { parseId } from '~/domain/ids'

import { fieldOf, kindOf, quotes, type Order, type SubmissionKind } from './kinds'

/** Which submissions of a kind are meant. Days are YYYY-MM-DD in UTC, both included; '' is no restriction. */
export type Filter = { search: string; status: string; from: string; to: string }

export type Sort = { field: string; order: Order; descending: boolean }

/** A place in a sorted list: the sort value, as text, and the id of a submission beside it. */
export type Place = { value: string; id: number }

/** The state of the list in its URL: a tab, a filter, an order and a page. */
export type ListState = { kind: SubmissionKind; filter: Filter; sort: Sort; after?: Place; before?: Place }

/** Reads the state of the list from its params; invalid ones are ignored. `kind` is given where the path names it. */
export function readListState(asked: URLSearchParams, kind = kindOf(asked.get('tab')) ?? quotes): ListState {
  const sort = readSort(kind, asked.get('sort'))
  const after = readPlace(asked.get('after'), sort.order)
  return {
    kind,
    filter: {
      search: plain(asked.get('q')).slice(0, 200),
      status: kind.statuses.find((status) => status === asked.get('status')) ?? '',
      from: readDay(asked.get('from')),
      to: readDay(asked.get('to')),
    },
    sort,
    after,
    before: after ? undefined : readPlace(asked.get('before'), sort.order),
  }
}

/** The newest come first, unless asked otherwise. */
export function usualSort(kind: SubmissionKind): Sort {
  return { field: kind.sent, order: 'time', descending: true }
}

/** The params of a list's state, without its defaults. */
export function listStateParams({ kind, filter, sort, after, before }: ListState) {
  const usual = usualSort(kind)
  const changed = sort.field !== usual.field || sort.descending !== usual.descending
  const said: [string, string][] = [
    ['tab', kind.slug],
    ['q', filter.search],
    ['status', filter.status],
    ['from', filter.from],
    ['to', filter.to],
    ['sort', changed ? sortName(sort) : ''],
    ['after', after ? placeName(after) : ''],
    ['before', before ? placeName(before) : ''],
  ]
  return new URLSearchParams(said.filter(([, value]) => value !== '')).toString()
}

export function submissionsUrl(listState: ListState) {
  return `/admin/submissions?${listStateParams(listState)}`
}

/** The page of one submission; its params are the state of the list that led there. */
export function submissionUrl(listState: ListState, id: number) {
  return `/admin/submissions/${listState.kind.slug}/${id}?${listStateParams(listState)}`
}

export function exportPath(listState: ListState) {
  return `/admin/submissions/${listState.kind.slug}/export?${listStateParams({ ...listState, after: undefined, before: undefined })}`
}

export function isFiltered({ search, status, from, to }: Filter) {
  return [search, status, from, to].some((value) => value !== '')
}

/** As it stands in an address: the field's name, with a minus where the last come first. */
export function sortName({ field, descending }: Sort) {
  return (descending ? '-' : '') + field
}

function placeName({ value, id }: Place) {
  return `${id}~${value}`
}

function readSort(kind: SubmissionKind, text: string | null): Sort {
  const [, minus, name] = /^(-?)(\w+)$/.exec(text ?? '') ?? []
  const order = name === undefined ? undefined : fieldOf(kind, name)?.order
  return name === undefined || order === undefined
    ? usualSort(kind)
    : { field: name, order, descending: minus === '-' }
}

function readPlace(text: string | null, order: Order): Place | undefined {
  const [, digits, value = ''] = /^(\d+)~([^\0]{0,300})$/su.exec(text ?? '') ?? []
  const id = parseId(digits)
  if (id === null || !value.isWellFormed()) return undefined
  return fits[order](value) ? { value, id } : undefined
}

/** What the database can read as a value of the kind. */
const fits: Record<Order, (value: string) => boolean> = {
  text: () => true,
  name: () => true,
  number: (value) => /^\d{1,12}(?:\.\d{1,2})?$/.test(value),
  time: (value) => {
    const [, date = ''] =
      /^(\d{4}-\d{2}-\d{2}) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?Z$/.exec(value) ?? []
    return date !== '' && parseCalendarDate(date) !== null
  },
}

/** Days that have a day after them, and are of this age. */
function readDay(text: string | null) {
  const day = parseCalendarDate(text ?? '')
  return day !== null && day >= '1900-01-01' && day <= '2999-12-31' ? day : ''
}

function plain(text: string | null) {
  return (text ?? '').replace(/[\u0000-\u001f\u007f]/g, ' ').trim()
}

/** The instants between which a filter's days lie: from the first, up to but without the second. */
export function periodOf({ from, to }: Filter) {
  return {
    since: from === '' ? null : `${from}T00:00:00Z`,
    until: to === '' ? null : `${addDays(to, 1)}T00:00:00Z`,
  }
}
