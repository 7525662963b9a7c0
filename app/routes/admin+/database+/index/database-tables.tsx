import { Link } from '@remix-run/react'

import type { TableEntry } from '~/domain/database-browser/database-browser.server'
import { ListToolbar } from '~/ui/list-toolbar'

import { databaseList, databaseUrl, type DatabaseState } from './database-list'

type Props = { tables: readonly TableEntry[]; state: DatabaseState }

/** The tables by name, with their row counts, filtered by the search. */
export function DatabaseTables({ tables, state }: Props) {
  const { q, table } = state.texts
  const shown = tables.filter(({ table_name }) => table_name.toLowerCase().includes(q.toLowerCase()))
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
        <ul>
          {shown.map(({ table_name, row_count, estimated }) => (
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
      )}
    </section>
  )
}
