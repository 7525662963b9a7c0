import { Form, Link, useNavigation } from '@remix-run/react'

import { Button } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { TextField } from '~/ui/field'
import { Notice } from '~/ui/notice'

import { addressOf, pageSizes, recordAddress, type BrowserView } from './database-address'
import { Pagination } from './pagination'

type Column = { column_name: string; data_type: string; hidden: boolean; sortable: boolean }

export type RecordsPage = {
  columns: readonly Column[]
  rows: readonly { address: string[]; cells: (string | null)[] }[]
  more: boolean
  tooDeep: boolean
  total: number
  estimated: boolean
  sort: { column: string; descending: boolean } | null
  searched: number | null
}

type Props = { view: BrowserView; page: RecordsPage; deepest: number }

/** The records of a table: searched, sorted and turned page by page. */
export function DatabaseRecords({ view, page, deepest }: Props) {
  const searching = useNavigation().formMethod === 'GET'
  const first = (view.page - 1) * view.size + 1
  const total = `${page.estimated ? 'about ' : ''}${page.total.toLocaleString('en-US')}`
  const pages = Math.ceil(Math.min(page.total, deepest + view.size) / view.size)
  const query = view.search ? `?${new URLSearchParams({ search: view.search }).toString()}` : ''
  return (
    <>
      <Form
        key={`${view.table} ${view.search}`}
        method="get"
        action="/admin/database#records"
        role="search"
        aria-label="Find records"
        className="toolbar"
      >
        {Object.entries({
          q: view.q,
          table: view.table,
          sort: view.sort,
          dir: view.descending ? 'desc' : '',
          size: view.size === 10 ? '' : String(view.size),
        }).map(([name, value]) =>
          value === '' ? null : <input key={name} type="hidden" name={name} value={value} />,
        )}
        <TextField
          label="Search records"
          name="search"
          type="search"
          defaultValue={view.search}
          autoComplete="off"
        />
        <Button type="submit" variant="secondary" busy={searching} busyLabel="Searching...">
          Search
        </Button>
        {view.search ? (
          <Link className="button button-quiet" to={addressOf({ ...view, search: '', page: 1 })}>
            Show all
          </Link>
        ) : null}
        <Link
          className="button button-secondary"
          reloadDocument
          to={`/admin/database/${encodeURIComponent(view.table)}/export${query}`}
        >
          Export CSV
        </Link>
      </Form>
      {page.searched === null ? null : (
        <Notice tone="warning">
          <p>
            This table is large: the first {page.searched.toLocaleString('en-US')} records in this order were
            searched. The CSV export searches all of them.
          </p>
        </Notice>
      )}
      {page.rows.length === 0 ? (
        <NoRecords view={view} page={page} />
      ) : (
        <>
          <div className="database-bar">
            <p role="status">
              Showing records {first.toLocaleString('en-US')}-
              {(first + page.rows.length - 1).toLocaleString('en-US')} of {total}
            </p>
            <nav aria-label="Records per page" className="database-sizes">
              <span aria-hidden="true">Per page</span>
              {pageSizes.map((size) => (
                <Link
                  key={size}
                  to={addressOf({ ...view, size, page: Math.floor((first - 1) / size) + 1 })}
                  preventScrollReset
                  aria-label={`${size} records per page`}
                  aria-current={size === view.size ? 'true' : undefined}
                >
                  {size}
                </Link>
              ))}
            </nav>
          </div>
          <RecordsGrid view={view} page={page} />
        </>
      )}
      <Pagination
        page={view.page}
        pages={pages}
        more={page.more && view.page * view.size <= deepest}
        to={(number) => addressOf({ ...view, page: number })}
      />
      {page.more && view.page * view.size > deepest ? (
        <p>Pages end here. Sort the other way round, or search, to see what lies further on.</p>
      ) : null}
    </>
  )
}

function RecordsGrid({ view, page }: { view: BrowserView; page: RecordsPage }) {
  return (
    <section className="data-grid-scroll" aria-label={`Records of ${view.table}`} tabIndex={0}>
      <table className="data-grid">
        <caption className="visually-hidden">Records of {view.table}</caption>
        <thead>
          <tr>
            <th scope="col" className="data-grid-view">
              View
            </th>
            {page.columns.map((column) => (
              <ColumnHead key={column.column_name} column={column} view={view} sort={page.sort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {page.rows.map(({ address, cells }, index) => (
            <tr key={address.join('\n')}>
              <td className="data-grid-view">
                <Link to={recordAddress(view.table, address)}>
                  View
                  <span className="visually-hidden"> record {(view.page - 1) * view.size + index + 1}</span>
                </Link>
              </td>
              {page.columns.map(({ column_name, data_type }, place) => (
                <td key={column_name} className={isNumeric(data_type) ? 'numeric' : undefined}>
                  <CellValue value={cells[place] ?? null} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ColumnHead({
  column,
  view,
  sort,
}: {
  column: Column
  view: BrowserView
  sort: RecordsPage['sort']
}) {
  const { column_name, data_type, sortable } = column
  const sorted = sort?.column === column_name ? sort : null
  const className = isNumeric(data_type) ? 'numeric' : undefined
  const to = addressOf({
    ...view,
    sort: column_name,
    descending: sorted !== null && !sorted.descending,
    page: 1,
  })
  const direction = sorted?.descending ? 'descending' : 'ascending'
  return (
    <th scope="col" className={className} aria-sort={sorted ? direction : undefined}>
      {sortable ? (
        <Link to={to} preventScrollReset>
          {column_name}
          <span aria-hidden="true" className="data-grid-arrow">
            {sorted ? (sorted.descending ? '↓' : '↑') : '↕'}
          </span>
        </Link>
      ) : (
        <span>{column_name}</span>
      )}
    </th>
  )
}

/** A value of the database in words; what is absent or hidden looks unlike any value. */
export function CellValue({ value }: { value: string | null }) {
  if (value === null) return <span className="data-null">NULL</span>
  if (value === '(hidden)') return <span className="data-null">hidden</span>
  return value === '' ? <span className="data-null">empty text</span> : value
}

function isNumeric(type: string) {
  return /^(?:integer|bigint|smallint|numeric|real|double)/.test(type)
}

function NoRecords({ view, page }: { view: BrowserView; page: RecordsPage }) {
  if (page.tooDeep) {
    return (
      <EmptyState title="This page lies too deep in a large table.">
        <p>Sort by the primary key to get there, or search.</p>
      </EmptyState>
    )
  }
  if (view.page > 1) {
    return (
      <EmptyState title="There are no records on this page.">
        <p>
          <Link to={addressOf({ ...view, page: 1 })}>Show the first page</Link>
        </p>
      </EmptyState>
    )
  }
  return <EmptyState title={view.search ? 'No record matches.' : 'This table is empty.'} />
}
