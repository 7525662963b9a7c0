import { Form, Link } from '@remix-run/react'

import { Button } from '~/ui/button'
import { TextField } from '~/ui/field'

import { addressOf, type BrowserView } from './database-address'

type Entry = { table_name: string; row_count: number; estimated: boolean }

/** The tables by name, with how many rows they have; those whose name holds what was searched for. */
export function DatabaseTables({ tables, view }: { tables: readonly Entry[]; view: BrowserView }) {
  const shown = tables.filter(({ table_name }) => table_name.toLowerCase().includes(view.q.toLowerCase()))
  return (
    <section className="database-tables" aria-labelledby="tables">
      <h2 id="tables">Tables</h2>
      <Form
        key={view.q}
        method="get"
        role="search"
        aria-label="Find a table"
        className="toolbar"
        preventScrollReset
      >
        {view.table ? <input type="hidden" name="table" value={view.table} /> : null}
        <TextField label="Search tables" name="q" type="search" defaultValue={view.q} autoComplete="off" />
        <Button type="submit" variant="secondary">
          Search
        </Button>
      </Form>
      {shown.length === 0 ? (
        <p>
          No table has this in its name. <Link to={addressOf({ ...view, q: '' })}>Show all tables</Link>
        </p>
      ) : (
        <ul>
          {shown.map(({ table_name, row_count, estimated }) => (
            <li key={table_name}>
              <Link
                to={addressOf({ ...fresh, q: view.q, table: table_name })}
                aria-current={table_name === view.table ? 'true' : undefined}
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

const fresh = { search: '', sort: '', descending: false, size: 10, page: 1 }
