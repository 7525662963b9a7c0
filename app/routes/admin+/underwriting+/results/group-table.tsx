import { Link } from '@remix-run/react'

import { formatCalendarDate } from '~/domain/dates'
import { money } from '~/domain/formats'
import {
  groupLabels,
  isNewestOnly,
  noTier,
  resultList,
  wholeName,
  type ResultGroup,
  type ResultListState,
} from '~/domain/underwriting/result-list'
import type { ResultGroups } from '~/domain/underwriting/result-list.server'
import { percentOf } from '~/domain/underwriting/percent-of'
import { Table, type TableColumn } from '~/ui/table'

type Props = { groups: ResultGroups; group: ResultGroup; state: Pick<ResultListState, 'texts'> }

/** The groups of the matching results, each with a link to its list. */
export function GroupTable({ groups: { rows, total, isCut, newestOnly }, group, state }: Props) {
  const newest = isNewestOnly(state.texts.which || undefined, group)
  const listOf = (name: string | null) =>
    resultList.url({ group: '', which: newest ? 'newest' : '', ...filterOf(group, name) }, state)
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
      <Table
        caption={`Results by ${group}`}
        captionHidden
        dense
        rows={rows}
        rowKey={({ name }) => name ?? ''}
        totals={total ? totalsOf(total, groupLabels[group]) : undefined}
        columns={[
          {
            header: groupLabels[group],
            rowHeader: true,
            phone: 'title',
            cell: ({ name }) => (
              <Link to={listOf(name)}>
                {name === null ? 'No tier' : group === 'day' ? formatCalendarDate(name) : name}
              </Link>
            ),
          },
          ...figureColumns,
        ]}
      />
    </>
  )
}

type Figures = Omit<ResultGroups['rows'][number], 'name'>

const figureColumns: TableColumn<Figures>[] = [
  {
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
  { header: 'Mean rated premium a month', numeric: true, cell: ({ mean }) => money(mean) },
  {
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
  { header: 'Final premiums a month', numeric: true, cell: ({ offered }) => money(offered) },
  {
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
