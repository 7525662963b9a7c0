/** The lists whose states can be saved as views. Safe for the browser. */

import { kindOf, submissionKinds } from '~/domain/submissions/kinds'
import { readListState } from '~/domain/submissions/submission-list'
import { resultList } from '~/domain/underwriting/result-list'

export const viewedLists = ['quotes', 'contacts', 'waitlist', 'careers', 'results'] as const

export type ViewedList = (typeof viewedLists)[number]

/** Views of a list that an admin can save. */
export const maxViews = 20

/** The maximum length of a stored query. */
const maxLength = 1500

export function isViewedList(text: unknown): text is ViewedList {
  return viewedLists.some((list) => list === text)
}

export function listTitle(list: ViewedList) {
  return submissionKinds.find(({ slug }) => slug === list)?.title ?? 'Underwriting results'
}

/**
 * Returns a query as its list writes it: without unknown params, invalid values and the place of a page. Null if the list reports an
 * error, or if the query is too long.
 */
export function viewQuery(list: ViewedList, query: string) {
  const search = new URLSearchParams(query)
  const kind = kindOf(list)
  const state = kind ? readListState(search, kind) : resultList.read(search)
  const written =
    'list' in state
      ? state.list.query({ after: '', before: '' }, state)
      : resultList.query({ cursor: '' }, state)
  return state.errors.length > 0 || written.length > maxLength ? null : written
}

/** The URL of a list in the state of a query. */
export function viewUrl(list: ViewedList, query: string) {
  const path = list === 'results' ? '/admin/underwriting/results' : '/admin/submissions'
  return query === '' ? path : `${path}?${query}`
}

/** The URL of the form that saves a state of a list. */
export function saveViewUrl(list: ViewedList, query: string) {
  return `/admin/views?${new URLSearchParams({ list, query })}`
}
