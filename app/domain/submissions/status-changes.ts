/** Changes of the status of many submissions, as in forms and URLs. Safe for the browser. */

import { parseId } from '~/domain/ids'
import type { Fields } from '~/domain/parse-fields'
import { isClosed } from '~/domain/quotes/closed'

import type { SubmissionKind } from './kinds'
import type { SubmissionListState } from './submission-list'

/** A submission of a list, its shown status, and its new one. */
export type StatusChange = { id: number; from: string; to: string }

/** The applications of a list with an offer that can still be accepted, and those of which no result was sent, by id. */
export type Answers = { offered: readonly number[]; unanswered: readonly number[] }

/** The maximum number of submissions that change at once. */
const maxChanges = 1000

/** Returns the selected rows of a list's form, or all rows that the page showed, each with its shown status. */
export function chosenIn(fields: Fields): Omit<StatusChange, 'to'>[] {
  const pairs =
    fields.all === undefined
      ? Object.entries(fields).flatMap(([name, shown]) =>
          name.startsWith('chosen-') ? [[name.slice(7), String(shown)]] : [],
        )
      : String(fields.shown ?? '')
          .split(',')
          .map((pair) => pair.split(':'))
  return pairs
    .flatMap(([text, from = '']) => {
      const id = parseId(text)
      return id === null ? [] : [{ id, from }]
    })
    .slice(0, maxChanges)
}

/** Groups changes by both statuses. */
export function groupChanges(changes: readonly StatusChange[]) {
  const groups = new Map<string, { from: string; to: string; ids: number[] }>()
  for (const { id, from, to } of changes) {
    const key = `${from}~${to}`
    const group = groups.get(key) ?? { from, to, ids: [] }
    group.ids.push(id)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Describes how many of the changes would close an application with an open offer, whose ids are in `offered`; null if none would. */
export function closedOffers(changes: readonly StatusChange[], offered: readonly number[]) {
  const count = changes.filter(
    ({ id, from, to }) => isClosed(to) && !isClosed(from) && offered.includes(id),
  ).length
  if (count === 0) return null
  if (changes.length === 1) return 'It has an offer that its applicant could no longer accept.'
  return count === 1
    ? '1 of them has an offer that its applicant could no longer accept.'
    : `${count} of them have an offer that their applicants could no longer accept.`
}

/** Whether a status means that the applicant has our answer. */
function isAnswer(status: string) {
  return status === 'Quoted' || status === 'Declined'
}

/**
 * Says how many of the changes would mark an application as answered though nothing was sent to its applicant, of which `unanswered` has the
 * ids; null if none would.
 */
export function sendsNothing(changes: readonly StatusChange[], unanswered: readonly number[]) {
  const count = changes.filter(
    ({ id, from, to }) => isAnswer(to) && from !== to && unanswered.includes(id),
  ).length
  if (count === 0) return null
  const sentence = 'A status sends nothing.'
  if (changes.length === 1) return `Its applicant has no answer yet. ${sentence}`
  if (count === changes.length) return `Their applicants have no answer yet. ${sentence}`
  return count === 1
    ? `The applicant of 1 of them has no answer yet. ${sentence}`
    : `The applicants of ${count} of them have no answer yet. ${sentence}`
}

/**
 * The URL of the page that asks before the changes are made and, by POST, makes them; with the state of the list. `undo` says that they take
 * earlier ones back.
 */
export function statusChangesUrl(
  { list, texts }: Pick<SubmissionListState, 'list' | 'texts'>,
  changes: readonly StatusChange[],
  { undo = false } = {},
) {
  const search = new URLSearchParams(list.query({}, { texts }))
  for (const { from, to, ids } of groupChanges(changes))
    search.append('change', `${from}~${to}~${ids.join('.')}`)
  if (undo) search.set('undo', 'yes')
  return `/admin/submissions/status?${search}`
}

/** Reads the changes of such a URL; none if one is not of the kind's statuses. */
export function readStatusChanges(search: URLSearchParams, { statuses }: SubmissionKind): StatusChange[] {
  const groups = search.getAll('change').map((text) => text.split('~'))
  if (groups.some(([from = '', to = '']) => ![from, to].every((status) => statuses.includes(status))))
    return []
  return groups
    .flatMap(([from = '', to = '', ids = '']) =>
      ids.split('.').flatMap((text) => {
        const id = parseId(text)
        return id === null ? [] : [{ id, from, to }]
      }),
    )
    .slice(0, maxChanges)
}
