import { choiceParam, sortBy, text } from '~/lists/list-params'
import { defineList, type ListState } from '~/lists/list-state'
import { wordsOf } from '~/lists/search-terms'

import type { ListedCase } from './case-list'

export const casesPage = '/admin/underwriting/tests'

const view = { sort: sortBy(['name', 'applicant', 'expected']) }
const filters = { find: text(100), show: choiceParam(['failing']) }

/** The list of the golden cases: failing ones first, unless it is sorted. */
export const caseList = defineList({ path: casesPage, view, filters, position: {} })

export type CasesState = ListState<typeof filters, typeof view, Record<never, never>>

/** Returns the matching cases of a list, in its order. */
export function shownCases(cases: readonly ListedCase[], { filter, view: { sort } }: CasesState) {
  const shown = cases.filter(
    (one) => hasWords(one, filter.find ?? '') && (filter.show === undefined || isFailing(one)),
  )
  if (!sort) return shown
  const field = sort.field as 'name' | 'applicant' | 'expected'
  const sign = sort.descending ? -1 : 1
  const compare = new Intl.Collator('en-US', { numeric: true }).compare
  return shown.toSorted((one, other) => sign * compare(one[field], other[field]))
}

/** Whether a case fails under the active version or with an admin's changes. */
export function isFailing({ now, drafted }: Pick<ListedCase, 'now' | 'drafted'>) {
  return !now.passes || drafted?.passes === false
}

/** Whether each word of a text begins a word of the case: of its name, applicant or expected result. */
function hasWords({ name, applicant, expected }: ListedCase, text: string) {
  const own = wordsOf(`${name} ${applicant} ${expected}`)
  return wordsOf(text).every((word) => own.some((one) => one.startsWith(word)))
}
