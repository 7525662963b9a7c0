import { parseCalendarDate } from '~/domain/dates'
import { parseId } from '~/domain/ids'
import {
  choiceParam,
  columnsParam,
  dateRange,
  sortBy,
  text,
  withDefault,
  type Param,
  type Sort,
} from '~/lists/list-params'
import { defineList } from '~/lists/list-state'

import {
  fieldOf,
  kindOf,
  listFields,
  quotes,
  type Order,
  type SubmissionField,
  type SubmissionKind,
} from './kinds'

/** A keyset cursor of a sorted list: the sort value, as text, and the submission's id. */
export type RowCursor = { value: string; id: number }

export type SubmissionListState = ReturnType<typeof readListState>

/** The filters of a kind's list. Days are YYYY-MM-DD in UTC, both included. */
export type Filter = SubmissionListState['filter']

/** Returns the fields by which a kind can be sorted. */
export function sortFields(kind: SubmissionKind) {
  return kind.fields.flatMap(({ name, order }) => (order === undefined ? [] : [name]))
}

/** Returns how the values of a sort field are compared. */
export function orderOf(kind: SubmissionKind, { field }: Sort): Order {
  return fieldOf(kind, field)?.order ?? 'text'
}

/** Unparsed text: a cursor may contain any. */
const exact: Param<string> = { parse: (text) => text }

/** A filter that a kind does not have. */
const none: Param<string> = { parse: () => undefined }

/** By which applications can be filtered: what was decided last, by a person about a referral, or whether the engine has run. */
export const decisions = ['none', 'run', 'approved', 'referred', 'declined'] as const

/** By which applications can be filtered: what was sent, and what the applicant said to it. */
export const answers = ['sent', 'interested', 'refused', 'unanswered', 'declined'] as const

/** The columns that can be chosen: the name is always there. */
const choosable = (fields: readonly SubmissionField[]) =>
  fields.flatMap(({ name }) => (name === 'name' ? [] : [name]))

function listOf(kind: SubmissionKind) {
  return defineList({
    path: '/admin/submissions',
    view: {
      tab: { clean: () => kind.slug, parse: (slug: string) => slug },
      sort: withDefault(sortBy(sortFields(kind)), `-${kind.sent}`),
      columns: columnsParam(choosable(kind.fields), choosable(listFields(kind))),
    },
    filters: {
      q: text(200),
      status: choiceParam(kind.statuses),
      decision: choiceParam(kind.underwritten ? decisions : []),
      answer: choiceParam(kind.underwritten ? answers : []),
      industry: kind.underwritten ? text(200) : none,
      tier: kind.underwritten ? text(100) : none,
      ...dateRange,
    },
    position: { after: exact, before: exact },
  })
}

/** Reads the list state from URL params; invalid ones but days are ignored. `kind` is passed where the path names it. */
export function readListState(params: URLSearchParams, kind = kindOf(params.get('tab')) ?? quotes) {
  const list = listOf(kind)
  const state = list.read(params)
  const { sort } = state.view
  const order = orderOf(kind, sort)
  const after = readCursor(state.position.after, order)
  const before = after ? undefined : readCursor(state.position.before, order)
  return { ...state, list, kind, sort, after, before }
}

/** The columns that the list shows: the name, and those chosen. */
export function shownFields({ kind, view: { columns } }: Pick<SubmissionListState, 'kind' | 'view'>) {
  return kind.fields.filter(({ name }) => name === 'name' || columns.includes(name))
}

export function pageUrl(listState: SubmissionListState) {
  return `/admin/submissions?${listState.list.query({}, listState)}`
}

/** Returns the URL of one submission; its params are the state of the list it was opened from. */
export function submissionUrl(listState: SubmissionListState, id: number) {
  return `/admin/submissions/${listState.kind.slug}/${id}?${listState.list.query({}, listState)}`
}

export function exportUrl(listState: SubmissionListState) {
  const query = listState.list.query({ after: '', before: '', columns: '' }, listState)
  return `/admin/submissions/${listState.kind.slug}/export?${query}`
}

export function cursorText({ value, id }: RowCursor) {
  return `${id}~${value}`
}

function readCursor(text: string | undefined, order: Order): RowCursor | undefined {
  const [, digits, value = ''] = /^(\d+)~([^\0]{0,300})$/su.exec(text ?? '') ?? []
  const id = parseId(digits)
  if (id === null || !value.isWellFormed()) return undefined
  return fits[order](value) ? { value, id } : undefined
}

/** Whether the database can parse a text as a sort value. */
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
