import { Link } from '@remix-run/react'

import type { TableEntry } from '~/domain/database-browser/database-browser.server'
import { counted } from '~/domain/formats'
import { ListToolbar } from '~/ui/list-toolbar'

import { databaseList, databaseUrl, type DatabaseState } from './database-list'

type Props = { tables: readonly TableEntry[]; state: DatabaseState }

/** The tables by name, with their row counts, filtered by the search; those without rows are collapsed. */
export function DatabaseTables({ tables, state }: Props) {
  const { q, table } = state.texts
  const shown = tables.filter(({ table_name }) => table_name.toLowerCase().includes(q.toLowerCase()))
  const filled = shown.filter(({ row_count }) => row_count > 0)
  const empty = shown.filter(({ row_count }) => row_count === 0)
  return (
    <section className="database-tables" aria-labelledby="tables">
      <h2 id="tables">Tables</h2>
      <ListToolbar
        url={databaseList.url({}, state)}
        state={state}
        fields={[{ name: 'q', label: 'Search tables' }]}
        label="Find a table"
        preventScrollReset
      />
      {shown.length === 0 ? (
        <p>
          No table has this in its name. <Link to={databaseUrl({ q: '' }, state)}>Show all tables</Link>
        </p>
      ) : (
        <>
          <details className="phone-fold" open={table === '' || q !== ''}>
            <summary>{counted(filled.length, 'table')} with rows</summary>
            <TableList tables={filled} state={state} />
          </details>
          {empty.length > 0 ? (
            <details open={q !== '' || empty.some(({ table_name }) => table_name === table)}>
              <summary>{counted(empty.length, 'empty table')}</summary>
              <TableList tables={empty} state={state} />
            </details>
          ) : null}
        </>
      )}
    </section>
  )
}

function TableList({ tables, state }: Props) {
  const { q, table } = state.texts
  return (
    <ul>
      {tables.map(({ table_name, row_count, estimated }) => (
        <li key={table_name}>
          <Link
            to={databaseUrl({ q, table: table_name })}
            aria-current={table_name === table ? 'true' : undefined}
          >
            <span>{table_name}</span>
            <span className="database-count">
              {estimated ? <span title="Estimated">about </span> : null}
              {row_count.toLocaleString('en-US')}
              <span className="visually-hidden"> {row_count === 1 && !estimated ? 'row' : 'rows'}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
