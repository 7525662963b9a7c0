import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'

import { adminDate, adminTime, money, signedMoney } from '~/domain/formats'
import { fourDecimals } from '~/domain/office-formats'
import { quoteUrl, resultUrl } from '~/domain/quotes/origin'
import { factorLabel } from '~/domain/underwriting/factor-label'
import {
  resultList,
  resultSorts,
  type ResultColumn,
  type ResultListState,
  type ResultSort,
} from '~/domain/underwriting/result-list'
import type { listResultRows } from '~/domain/underwriting/result-list.server'
import { percentOf } from '~/domain/underwriting/percent-of'
import { sortLink } from '~/lists/list-params'
import { LeftOut } from '~/ui/left-out'
import type { RowOf } from '~/ui/row-of'
import { SortLinks } from '~/ui/sort-links'
import { SortLink, type ShownFrom, type TableColumn } from '~/ui/table'
import { DecisionBadge } from '~/ui/result-badges'
import { Unset } from '~/ui/unset'

import { CompareChoice } from '../parts/compare-form'

type Row = RowOf<typeof listResultRows>
type State = Pick<ResultListState, 'texts'> & {
  view: Pick<ResultListState['view'], 'sort' | 'factor' | 'columns'>
}

type Column = {
  field: ResultColumn
  header: string
  numeric?: boolean
  /** The order after the first click. */
  descendingFirst?: boolean
  /** The full text of a cell, which the column may truncate. */
  title?: (row: Row) => string
  cell: (row: Row) => ReactNode
}

/** Whether the engine found no tier for the applicant: then there is no premium either. */
function isRefusal({ coverage_tier: tier }: Pick<Row, 'coverage_tier'>) {
  return tier === null
}

/** The selectable columns, for the form of the list. */
export function columnsField(state: State) {
  const options = columnsOf(state).map(({ field, header }) => ({ value: field, label: header }))
  return {
    name: 'columns',
    options: options.filter(({ value }) => value !== 'id'),
    chosen: state.view.columns,
  }
}

function shownColumns(state: State) {
  const { columns } = state.view
  return columnsOf(state).filter(({ field }) => field === 'id' || columns.includes(field))
}

function columnsOf(state: State): Column[] {
  const { factor } = state.view
  const pageUrl = resultList.url({ cursor: state.texts.cursor }, state)
  const number = { numeric: true, descendingFirst: true }
  return [
    {
      field: 'id',
      header: 'Result',
      ...number,
      cell: ({ id, date_created }) => (
        <Link to={resultUrl(id, { url: pageUrl })} title={adminTime(date_created)}>
          {id}
        </Link>
      ),
    },
    {
      field: 'quote',
      header: 'Quote',
      descendingFirst: true,
      cell: ({ quote_submission_id: id }) => <Link to={quoteUrl(id, pageUrl)}>{`Q-${id}`}</Link>,
    },
    { field: 'name', header: 'Name', title: ({ name }) => name, cell: ({ name }) => name },
    {
      field: 'employer',
      header: 'Employer',
      title: ({ employer }) => employer,
      cell: ({ employer }) => employer,
    },
    {
      field: 'industry',
      header: 'Industry',
      title: ({ industry }) => industry,
      cell: ({ industry }) => industry,
    },
    { field: 'tier', header: 'Tier', cell: ({ coverage_tier: tier }) => tier ?? <Unset /> },
    {
      field: 'decision',
      header: 'Decision',
      cell: (row) => <DecisionBadge {...row} />,
    },
    {
      field: 'premium',
      header: 'Rated premium',
      ...number,
      cell: (row) => (isRefusal(row) ? <Unset /> : money(row.monthly_premium)),
    },
    {
      field: 'offered',
      header: 'Final premium',
      ...number,
      cell: (row) => (row.offered_premium === null ? <Unset /> : money(row.offered_premium)),
    },
    { field: 'score', header: 'Score', ...number, cell: ({ user_score: score }) => score.toFixed(2) },
    {
      field: 'combined',
      header: 'Combined factor',
      ...number,
      cell: (row) => fourDecimals(row.combined_risk_factor),
    },
    {
      field: 'loss_ratio',
      header: 'Expected loss ratio',
      ...number,
      cell: ({ offered_loss_ratio: offered, expected_loss_ratio: rated, ...row }) =>
        isRefusal(row) ? (
          <Unset />
        ) : (
          <>
            {percentOf(offered)}
            {percentOf(offered) === percentOf(rated) ? null : (
              <span className="result-rated"> rated {percentOf(rated)}</span>
            )}
          </>
        ),
    },
    {
      field: 'factor',
      header: `${factorLabel(factor)} $`,
      ...number,
      cell: (row) => (
        <>
          <span className="result-factor-name">{factorLabel(factor)} </span>
          {row.factor_dollars === null ? 'N/A' : signedMoney(row.factor_dollars)}
        </>
      ),
    },
    {
      field: 'sent',
      header: 'Sent',
      cell: ({ sent_at: at }) => (at === null ? 'Not sent' : adminDate(at.slice(0, 10))),
    },
  ]
}

/** Results in one line each. On a phone in two lines, without the less important columns. */
export function ResultList({ rows, state, comparable }: { rows: Row[]; state: State; comparable: boolean }) {
  const columns = shownColumns(state)
  return (
    <>
      <div className="result-frame">
        <table className={`table result-list${state.texts.columns === '' ? '' : ' result-list-chosen'}`}>
          <caption className="visually-hidden">Underwriting results; premiums are dollars a month</caption>
          <thead>
            <tr>
              {comparable ? <th scope="col">Compare</th> : null}
              {columns.map((column) => (
                <SortHead key={column.field} column={column} state={state} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id} data-verdict={row.verdict ?? undefined}>
                {comparable ? (
                  <td className="result-compare">
                    <CompareChoice id={row.id} />
                  </td>
                ) : null}
                {columns.map(({ field, header, numeric, title, cell }) => {
                  const attributes = {
                    className: classOf({ field, numeric }, state),
                    title: title?.(row),
                    'data-label': header,
                  }
                  return field === 'id' ? (
                    <th key={field} scope="row" {...attributes}>
                      {cell(row)}
                    </th>
                  ) : (
                    <td key={field} {...attributes}>
                      {cell(row)}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {state.texts.columns === '' ? (
        <LeftOut columns={columns.map(({ header, field }) => ({ header, from: shownFrom(field, state) }))} />
      ) : null}
    </>
  )
}

/** The minimum width of the screen for a column. The sorted column replaces the factor's dollars. */
function shownFrom(field: ResultColumn, { view: { sort } }: State): ShownFrom | undefined {
  if (field === sort.field) return undefined
  return leftOutUntil[field === 'factor' ? sort.field : field]
}

const leftOutUntil: Partial<Record<ResultColumn, ShownFrom>> = {
  industry: 80,
  combined: 80,
  score: 64,
  employer: 64,
  loss_ratio: 64,
}

/** The order of a column, as a table has it; undefined for one that the list is not sorted by. */
function sortOf(column: Column, state: State): TableColumn<Row>['sort'] {
  const { field, descendingFirst = false } = column
  if (!isSort(field)) return undefined
  return sortLink(state.view.sort, field, (sort) => resultList.url({ sort }, state), descendingFirst)
}

function isSort(field: ResultColumn): field is ResultSort['field'] {
  return resultSorts.some((one) => one === field)
}

/** The class of the cells of a column. The sorted column is shown on every screen. */
function classOf({ field, numeric }: Pick<Column, 'field' | 'numeric'>, { view: { sort } }: State) {
  return `result-${field}${numeric ? ' numeric' : ''}${sort.field === field ? ' result-sorted' : ''}`
}

function SortHead({ column, state }: { column: Column; state: State }) {
  const sort = sortOf(column, state)
  return (
    <th scope="col" aria-sort={sort?.order} className={classOf(column, state)} title={column.header}>
      {sort ? <SortLink header={column.header} {...sort} /> : column.header}
    </th>
  )
}

/** The orders of the list, for phones. */
export function ResultSortLinks({ state }: { state: State }) {
  return (
    <SortLinks
      columns={columnsOf(state).map((column) => ({
        header: column.header,
        sort: sortOf(column, state),
      }))}
    />
  )
}
