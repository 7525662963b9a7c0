import { Link } from '@remix-run/react'

import { formatCalendarDate } from '~/domain/dates'
import { money } from '~/domain/formats'
import { noTier, resultList, type ResultGroup, type ResultListState } from '~/domain/underwriting/result-list'
import type { ResultGroups } from '~/domain/underwriting/result-list.server'
import { Table } from '~/ui/table'

type Props = { groups: ResultGroups; group: ResultGroup; state: Pick<ResultListState, 'texts'> }

const headers: Record<ResultGroup, string> = {
  employer: 'Employer',
  industry: 'Industry',
  tier: 'Tier',
  day: 'Day',
}

/** The groups of the matching results, each with a link to its list. */
export function GroupTable({ groups: { rows, isCut, newestOnly }, group, state }: Props) {
  const listOf = (name: string | null) => {
    const filter =
      name === null ? { tier: noTier } : group === 'day' ? { from: name, to: name } : { [group]: name }
    return resultList.url({ group: '', ...filter }, state)
  }
  return (
    <>
      {newestOnly === null ? null : (
        <p className="hint">
          The newest {newestOnly.toLocaleString('en-US')} results that match are counted.
        </p>
      )}
      {isCut ? <p className="hint">The first {rows.length} groups are shown.</p> : null}
      <Table
        caption={`Results by ${group}`}
        captionHidden
        dense
        rows={rows}
        rowKey={({ name }) => name ?? ''}
        columns={[
          {
            header: headers[group],
            rowHeader: true,
            cell: ({ name }) => (
              <Link to={listOf(name)}>
                {name === null ? 'No tier' : group === 'day' ? formatCalendarDate(name) : name}
              </Link>
            ),
          },
          { header: 'Results', numeric: true, cell: ({ count }) => count.toLocaleString('en-US') },
          { header: 'Mean rated premium a month', numeric: true, cell: ({ mean }) => money(mean) },
          { header: 'Rated premiums a month', numeric: true, cell: ({ sum }) => money(sum) },
          { header: 'Offered premiums a month', numeric: true, cell: ({ offered }) => money(offered) },
          {
            header: 'Expected loss ratio',
            numeric: true,
            cell: ({ loss_ratio }) => (loss_ratio === null ? 'N/A' : loss_ratio.toFixed(4)),
          },
        ]}
      />
    </>
  )
}
