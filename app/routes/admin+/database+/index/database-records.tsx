import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'

import type { readPage } from '~/domain/database-browser/database-browser.server'
import { EmptyState } from '~/ui/empty-state'
import { ListToolbar } from '~/ui/list-toolbar'
import { Notice } from '~/ui/notice'
import { Pager } from '~/ui/pager'
import { SortLinks } from '~/ui/sort-links'

import { databaseUrl, pageSizes, recordUrl, type DatabaseState } from './database-list'

type RecordsPage = SerializeFrom<NonNullable<Awaited<ReturnType<typeof readPage>>>>

type Props = { state: DatabaseState; page: RecordsPage; maxOffset: number }

/** The records of a table, with search, sorting and pagination. */
export function DatabaseRecords({ state, page, maxOffset }: Props) {
  const { table, search } = state.texts
  const { size } = state.view
  const current = state.position.page
  const first = (current - 1) * size + 1
  const total = `${page.estimated ? 'about ' : ''}${page.total.toLocaleString('en-US')}`
  const pages = Math.ceil(Math.min(page.total, maxOffset + size) / size)
  const isLast = !page.more || current * size > maxOffset
  const query = search ? `?${new URLSearchParams({ search })}` : ''
  return (
    <>
      <ListToolbar
        key={table}
        url={databaseUrl({}, state)}
        state={state}
        fields={[{ name: 'search', label: 'Search records' }]}
        label="Find records"
        csv={{ to: `/admin/database/${encodeURIComponent(table)}/export${query}`, before: 'Export' }}
      />
      {page.searched === null ? null : (
        <Notice tone="warning">
          <p>
            This table is large: the first {page.searched.toLocaleString('en-US')} records in this order were
            searched. The CSV export searches all of them.
          </p>
        </Notice>
      )}
      {page.rows.length === 0 ? (
        <NoRecords state={state} page={page} />
      ) : (
        <>
          <div className="list-total">
            <p role="status">
              Showing records {first.toLocaleString('en-US')}-
              {(first + page.rows.length - 1).toLocaleString('en-US')} of {total}
            </p>
            <nav aria-label="Records per page" className="pager">
              <span aria-hidden="true" className="hint">
                Per page
              </span>
              <ol>
                {pageSizes.map((option) => (
                  <li key={option}>
                    <Link
                      to={databaseUrl({ size: option, page: Math.floor((first - 1) / option) + 1 }, state)}
                      preventScrollReset
                      aria-label={`${option} records per page`}
                      aria-current={option === size ? 'true' : undefined}
                    >
                      {option}
                    </Link>
                  </li>
                ))}
              </ol>
            </nav>
          </div>
          <SortLinks columns={page.columns.map((column) => headOf(column, state, page.sort))} />
          <RecordsGrid state={state} page={page} />
        </>
      )}
      <Pager
        links={{
          Previous: current > 1 ? databaseUrl({ page: current - 1 }, state) : null,
          Next: isLast ? null : databaseUrl({ page: current + 1 }, state),
        }}
        preventScrollReset
      >
        <PageNumbers current={current} pages={pages} to={(page) => databaseUrl({ page }, state)} />
      </Pager>
      {page.more && isLast ? (
        <p>Pages end here. Sort the other way round, or search, to see what lies further on.</p>
      ) : null}
    </>
  )
}

function RecordsGrid({ state, page }: Omit<Props, 'maxOffset'>) {
  const { table } = state.texts
  const first = (state.position.page - 1) * state.view.size + 1
  const onPhone = phoneColumns(page)
  const isShort = ({ column_name }: RecordsPage['columns'][number]) => onPhone.has(column_name)
  const columns = page.columns
    .map((column, place) => ({ ...column, place }))
    .toSorted((one, other) => Number(isShort(other)) - Number(isShort(one)))
  return (
    <section className="data-grid-scroll" aria-label={`Records of ${table}`} tabIndex={0}>
      <table className="data-grid">
        <caption className="visually-hidden">Records of {table}</caption>
        <thead>
          <tr>
            <th scope="col" className="data-grid-view">
              View
            </th>
            {columns.map((column) => (
              <ColumnHead key={column.column_name} column={column} state={state} sort={page.sort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {page.rows.map(({ rowKey, cells }, index) => (
            <tr key={rowKey.join('\n')}>
              <td className="data-grid-view">
                <Link to={recordUrl(table, rowKey)}>
                  View
                  <span className="visually-hidden"> record {first + index}</span>
                </Link>
              </td>
              {columns.map(({ column_name, data_type, place }) => (
                <td
                  key={column_name}
                  className={isNumeric(data_type) ? 'numeric' : undefined}
                  data-label={onPhone.has(column_name) ? column_name : undefined}
                >
                  <CellValue value={timeInBrief(cells[place] ?? null, data_type)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Names of columns that distinguish records: names first, then kinds and states. */
const telling = [
  /(?:^|_)(?:name|username|title|email|subject|filename|key|month)$/,
  /(?:^|_)(?:kind|action|entity|status|state|decision|tier)$/,
]

/**
 * Returns the columns that distinguish records: the first, two of the names above, and a date. They come first, and a phone shows
 * only these. Columns that are empty or hidden in all rows do not count.
 */
function phoneColumns({ columns, rows }: RecordsPage) {
  const [first, ...others] = columns.map(({ column_name }) => column_name)
  const says = columns.flatMap(({ column_name: name, data_type }, place) => {
    const isFilled = rows.some(({ cells }) => cells[place] && cells[place] !== '(hidden)')
    return place > 0 && isFilled ? { name, isDate: /^(?:timestamp|date)/.test(data_type) } : []
  })
  const names = telling.flatMap((pattern) => says.filter(({ name }) => pattern.test(name))).slice(0, 2)
  const date = says.filter(({ isDate }) => isDate).slice(0, 1)
  const chosen = [...names, ...date, ...says].map(({ name }) => name)
  return new Set([first, ...new Set([...chosen, ...others])].slice(0, 4))
}

type HeadProps = { column: RecordsPage['columns'][number]; state: DatabaseState; sort: RecordsPage['sort'] }

/** The header of a column, with its sort link if it is sortable. */
function headOf(
  { column_name, sortable }: HeadProps['column'],
  state: DatabaseState,
  current: HeadProps['sort'],
) {
  const sorted = current?.column === column_name ? current : null
  const to = databaseUrl({ sort: column_name, dir: sorted && !sorted.descending ? 'desc' : '' }, state)
  const order = sorted ? (sorted.descending ? ('descending' as const) : ('ascending' as const)) : undefined
  return { header: column_name, sort: sortable ? { to, order } : undefined }
}

function ColumnHead({ column, state, sort: current }: HeadProps) {
  const { header, sort } = headOf(column, state, current)
  return (
    <th scope="col" className={isNumeric(column.data_type) ? 'numeric' : undefined} aria-sort={sort?.order}>
      {sort ? (
        <Link to={sort.to} preventScrollReset>
          {header}
          <span aria-hidden="true" className="data-grid-arrow">
            {sort.order === undefined ? '↕' : sort.order === 'ascending' ? '↑' : '↓'}
          </span>
        </Link>
      ) : (
        <span>{header}</span>
      )}
    </th>
  )
}

/** A database value as text. Absent and hidden values look different from any value. */
export function CellValue({ value }: { value: string | null }) {
  if (value === null) return <span className="data-null">NULL</span>
  if (value === '(hidden)') return <span className="data-null">hidden</span>
  return value === '' ? <span className="data-null">empty text</span> : value
}

/** A time to the second, in UTC: '2026-11-26 12:31:05'; any other value as it is. */
export function timeInBrief(value: string | null, type: string) {
  return value !== null && type.startsWith('timestamp')
    ? value.replace(/^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z$/, '$1 $2')
    : value
}

function isNumeric(type: string) {
  return /^(?:integer|bigint|smallint|numeric|real|double)/.test(type)
}

function NoRecords({ state, page }: Omit<Props, 'maxOffset'>) {
  if (page.tooDeep) {
    return (
      <EmptyState title="This page lies too deep in a large table.">
        <p>Sort by the primary key to get there, or search.</p>
      </EmptyState>
    )
  }
  if (!state.isFirstPage) {
    return (
      <EmptyState title="There are no records on this page.">
        <p>
          <Link to={databaseUrl({}, state)}>Show the first page</Link>
        </p>
      </EmptyState>
    )
  }
  return <EmptyState title={state.isNarrowed ? 'No record matches.' : 'This table is empty.'} />
}

/** Returns the numbers of the first and last pages, and of those around the current one. */
function PageNumbers({
  current,
  pages,
  to,
}: {
  current: number
  pages: number
  to: (page: number) => string
}) {
  return (
    <ol>
      {numbersAround(current, Math.max(pages, current)).map((number, index, all) => (
        <li key={number}>
          {index > 0 && number - (all[index - 1] ?? 0) > 1 ? <span aria-hidden="true">…</span> : null}
          <Link
            to={to(number)}
            preventScrollReset
            aria-label={`Page ${number}`}
            aria-current={number === current ? 'page' : undefined}
          >
            {number.toLocaleString('en-US')}
          </Link>
        </li>
      ))}
    </ol>
  )
}

function numbersAround(current: number, pages: number) {
  const numbers = [1, current - 2, current - 1, current, current + 1, current + 2, pages]
  if (current === 5) numbers.push(2) // an ellipsis would replace only this page
  if (current === pages - 4) numbers.push(pages - 1)
  return [...new Set(numbers)].filter((number) => number >= 1 && number <= pages).sort((a, b) => a - b)
}
