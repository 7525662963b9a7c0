import { Link } from '@remix-run/react'

import { formatCalendarDate } from '~/domain/dates'
import { money } from '~/domain/formats'
import {
  groupLabels,
  isNewestOnly,
  noTier,
  resultList,
  usualGroupSort,
  wholeName,
  type GroupSort,
  type ResultGroup,
  type ResultListState,
} from '~/domain/underwriting/result-list'
import type { ResultGroups } from '~/domain/underwriting/result-list.server'
import { sortLink } from '~/lists/list-params'
import { percentOf } from '~/domain/underwriting/percent-of'
import { SortLinks } from '~/ui/sort-links'
import { Table, type TableColumn } from '~/ui/table'

type Props = { groups: ResultGroups; group: ResultGroup; state: State }
type State = Pick<ResultListState, 'texts'> & { view: Partial<Pick<ResultListState['view'], 'group_sort'>> }

/** The groups of the matching results, each with a link to its list. */
export function GroupTable({ groups: { rows, total, isCut, newestOnly }, group, state }: Props) {
  const newest = isNewestOnly(state.texts.which || undefined, group)
  const listOf = (name: string | null) =>
    resultList.url({ group: '', which: newest ? 'newest' : '', ...filterOf(group, name) }, state)
  const columns = [nameColumn(group, listOf), ...figureColumns].map((column) => ({
    ...column,
    sort: sortLink(
      state.view.group_sort ?? usualGroupSort(group),
      column.field,
      (group_sort) => resultList.url({ group_sort }, state),
      column.numeric,
    ),
  }))
  return (
    <>
      <p className="hint">
        {newest
          ? 'The newest result of each application counts. '
          : 'Results that a newer one of their application has replaced count too. '}
        <Link to={resultList.url({ which: newest ? 'all' : '' }, state)} preventScrollReset>
          {newest ? 'Count replaced results too' : 'Count the newest of each application alone'}
        </Link>
        . Loss ratios are weighted by premium; what a person has changed counts as changed.
      </p>
      {newestOnly === null ? null : (
        <p className="hint">
          The newest {newestOnly.toLocaleString('en-US')} results that match are looked at.
        </p>
      )}
      {isCut ? <p className="hint">The first {rows.length} groups are shown; the CSV file has all.</p> : null}
      <SortLinks columns={columns} />
      <Table
        caption={`Results by ${group}`}
        captionHidden
        dense
        rows={rows}
        rowKey={({ name }) => name ?? ''}
        totals={total ? totalsOf(total, groupLabels[group]) : undefined}
        columns={columns}
      />
    </>
  )
}

type Figures = Omit<ResultGroups['rows'][number], 'name'>

type Column<Row> = TableColumn<Row> & { field: GroupSort['field'] }

function nameColumn(
  group: ResultGroup,
  listOf: (name: string | null) => string,
): Column<ResultGroups['rows'][number]> {
  return {
    field: 'name',
    header: groupLabels[group],
    rowHeader: true,
    phone: 'title',
    cell: ({ name }) => (
      <Link to={listOf(name)}>
        {name === null ? 'No tier' : group === 'day' ? formatCalendarDate(name) : name}
      </Link>
    ),
  }
}

const figureColumns: Column<Figures>[] = [
  {
    field: 'count',
    header: 'Results',
    numeric: true,
    phone: 'first',
    cell: ({ count }) => (
      <>
        {count.toLocaleString('en-US')}
        <span className="phone-only"> {count === 1 ? 'result' : 'results'}</span>
      </>
    ),
  },
  { field: 'mean', header: 'Mean rated premium a month', numeric: true, cell: ({ mean }) => money(mean) },
  {
    field: 'sum',
    header: 'Rated premiums a month',
    numeric: true,
    phone: 'mark',
    cell: ({ sum }) => (
      <>
        {money(sum)}
        <span className="phone-only"> a month</span>
      </>
    ),
  },
  {
    field: 'offered',
    header: 'Final premiums a month',
    numeric: true,
    cell: ({ offered }) => money(offered),
  },
  {
    field: 'loss_ratio',
    header: 'Expected loss ratio',
    numeric: true,
    phone: 'third',
    cell: ({ loss_ratio }) => (
      <>
        <span className="phone-only">Loss ratio </span>
        {percentOf(loss_ratio)}
      </>
    ),
  },
]

/** The figures of all groups, in the columns of a group. */
function totalsOf(total: Figures, label: string) {
  return {
    [label]: 'All groups',
    ...Object.fromEntries(figureColumns.map(({ header, cell }) => [header, cell(total)])),
  }
}

/** The filter of a group's results. Null is the group without a tier. */
function filterOf(group: ResultGroup, name: string | null) {
  if (name === null) return { tier: noTier }
  if (group === 'day') return { from: name, to: name }
  return { [group]: group === 'employer' ? wholeName(name) : name }
}
