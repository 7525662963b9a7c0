import { parseId, quoteDigits } from '~/domain/ids'
import {
  choiceParam,
  columnsParam,
  cursor,
  dateRange,
  sortBy,
  text,
  withDefault,
  type Param,
  type Sort,
} from '~/lists/list-params'
import { defineList } from '~/lists/list-state'

/** The columns that the list of results is sorted by; `factor` is the dollars of the chosen factor. */
export const resultSorts = [
  'id',
  'quote',
  'name',
  'employer',
  'industry',
  'tier',
  'decision',
  'premium',
  'offered',
  'score',
  'combined',
  'loss_ratio',
  'factor',
] as const

export type ResultSort = Sort & { field: (typeof resultSorts)[number] }

export const resultGroups = ['employer', 'industry', 'tier', 'day'] as const

export type ResultGroup = (typeof resultGroups)[number]

export const groupLabels: Record<ResultGroup, string> = {
  employer: 'Employer',
  industry: 'Industry',
  tier: 'Tier',
  day: 'Day',
}

/** What the engine decides. */
export const engineDecisions = ['approved', 'referred', 'declined'] as const

/** The decision filter: the decision in force, by the engine or a person, a person's decision about a referral, or what the result waits for. */
export const decisions = [
  { value: 'approved', label: 'Approved or accepted' },
  { value: 'referred', label: 'Referred' },
  { value: 'replaced', label: 'Replaced referrals' },
  { value: 'declined', label: 'Declined' },
  { value: 'accepted', label: 'Accepted by a person' },
  { value: 'changed', label: 'Changed by a person' },
  { value: 'declined-by-a-person', label: 'Declined by a person' },
  { value: 'to-read', label: 'Has an answer to read' },
  { value: 'to-run', label: 'Corrected, to run again' },
  { value: 'to-decide', label: 'Waits for a decision' },
  { value: 'to-send', label: 'Waits to be sent' },
  { value: 'to-answer', label: 'Waits for the applicant' },
] as const

export type DecisionFilter = (typeof decisions)[number]['value']

/** Filters the results without a tier. */
export const noTier = 'none'

const quoteNumber: Param<number> = {
  clean: text(100).clean,
  parse: (text) => parseId(quoteDigits(text)) ?? undefined,
  error: 'Enter the number of a quote, such as 12 or Q-12',
}

/** Employers with words that begin with those of a text, or the employer with exactly this name, in any case. */
export type EmployerFilter = { words: string } | { name: string }

const employer: Param<EmployerFilter> = {
  clean: text(202).clean, // a name of 200 characters and its quotation marks
  parse(text) {
    const [, name] = /^"(.+)"$/.exec(text) ?? []
    return name === undefined ? { words: text } : { name }
  },
}

/** Returns the text that filters the results of exactly one employer. */
export function wholeName(name: string) {
  return `"${name}"`
}

export const resultFilters = {
  decision: choiceParam(decisions.map(({ value }) => value)),
  tier: text(100),
  quote: quoteNumber,
  employer,
  industry: text(200),
  /** The code of a rule that referred the result to a person. */
  rule: text(100),
  /** The newest result of each application alone, or replaced ones too. By default a list has all, and groups count the newest. */
  which: choiceParam(['newest', 'all']),
  ...dateRange,
}

/** The factor whose dollars the list shows unless another one is chosen. */
export const firstFactor = 'employer'

/** A column of the list: what it is sorted by, or the day on which the result was sent. */
export type ResultColumn = ResultSort['field'] | 'sent'

/** What groups are sorted by. */
export const groupSorts = ['name', 'count', 'mean', 'sum', 'offered', 'loss_ratio'] as const

export type GroupSort = Sort & { field: (typeof groupSorts)[number] }

/** The order of groups unless another one is chosen: days newest first, others by their sum of rated premiums. */
export function usualGroupSort(group: ResultGroup): GroupSort {
  return { field: group === 'day' ? 'name' : 'sum', descending: true }
}

/** The columns that a list shows unless others are chosen. The combined factor says what the score says. */
const usualColumns = resultSorts.filter((field) => field !== 'id' && field !== 'combined')

/** The columns that the list may leave out. */
const resultColumns = [
  ...resultSorts.filter((field) => field !== 'id'),
  'sent',
] as const satisfies readonly ResultColumn[]

export const resultView = {
  sort: withDefault(sortBy(resultSorts), '-id') as Param<ResultSort> & { default: string },
  factor: withDefault(text(200), firstFactor),
  group: choiceParam(resultGroups),
  group_sort: sortBy(groupSorts) as Param<GroupSort>,
  columns: columnsParam(resultColumns, usualColumns),
}

export const resultList = defineList({
  path: '/admin/underwriting/results',
  view: resultView,
  filters: resultFilters,
  position: { cursor },
})

export type ResultListState = ReturnType<typeof resultList.read>

/** Whether a state has only the newest result of each application. */
export function isNewestOnly(which: string | undefined, group: ResultGroup | undefined) {
  return which === 'newest' || (which === undefined && group !== undefined)
}

/** The URL of the file with all results that a state of the list filters, or with their groups. */
export function resultExportUrl(state: Pick<ResultListState, 'texts'>) {
  const query = resultList.query({ cursor: '', columns: '' }, state)
  return `/admin/underwriting/results/export${query && `?${query}`}`
}
