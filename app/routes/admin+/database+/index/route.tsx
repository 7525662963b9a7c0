import { json, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import {
  deepest,
  describeTable,
  listTables,
  readPage,
} from '~/domain/database-browser/database-browser.server'
import { attempt } from '~/http/database-query.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { EmptyState } from '~/ui/empty-state'
import { Notice } from '~/ui/notice'
import { Stat } from '~/ui/stat'

import { readView } from './database-address'
import { DatabaseColumns } from './database-columns'
import { DatabaseRecords } from './database-records'
import { DatabaseTables } from './database-tables'
import styles from './database.css?url'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Database administration', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const view = readView(new URL(request.url).searchParams)
  const tables = await attempt(listTables(db), 'Failed to fetch database tables')
  const chosen = view.table === '' ? null : await readTable(view)
  const failed = tables.problem ?? chosen?.problem ?? null
  return json({ view, tables, chosen, deepest }, { status: failed ? 503 : chosen?.missing ? 404 : 200 })
}

async function readTable({ table, search, sort, descending, size, page }: ReturnType<typeof readView>) {
  const schema = await attempt(describeTable(db, table), `Failed to fetch schema for table ${table}`)
  const query = {
    limit: size,
    offset: Math.min((page - 1) * size, deepest),
    search: search || undefined,
    sort: sort || undefined,
    descending,
  }
  const records =
    schema.value && (await attempt(readPage(db, table, query), `Failed to fetch records for table ${table}`))
  return {
    columns: schema.value,
    page: records?.value ?? null,
    missing: schema.problem === null && schema.value === null,
    problem: schema.problem ?? records?.problem ?? null,
  }
}

export default function DatabaseAdministration() {
  const { view, tables, chosen, deepest } = useLoaderData<typeof loader>()
  return (
    <AdminPage title="Database Administration">
      <dl className="stat-grid">
        <Stat label="Total tables" value={tables.value?.length ?? 'Unknown'} />
        <Stat label="Database type" value="PostgreSQL" />
        <Stat label="Last backup" value="Not recorded" />
      </dl>
      <Notice tone="info">
        <p>
          Direct editing is disabled for security. Records are shown in read-only transactions; passwords,
          codes, session tokens and files stay hidden.
        </p>
      </Notice>
      {tables.problem === null ? null : <Problem message={tables.problem} />}
      <div className="database">
        {tables.value ? <DatabaseTables tables={tables.value} view={view} /> : null}
        <section id="records" className="database-records" aria-labelledby="records-heading">
          <h2 id="records-heading">{view.table || 'Records'}</h2>
          {chosen === null ? (
            <EmptyState title="Select a Table">
              <p>Choose one of the tables to see its columns and records.</p>
            </EmptyState>
          ) : null}
          {chosen?.missing ? (
            <Problem
              message={`Failed to fetch schema for table ${view.table}. There is no table of that name.`}
            />
          ) : null}
          {chosen?.problem ? <Problem message={chosen.problem} /> : null}
          {chosen?.columns ? <DatabaseColumns columns={chosen.columns} /> : null}
          {chosen?.page ? <DatabaseRecords view={view} page={chosen.page} deepest={deepest} /> : null}
        </section>
      </div>
    </AdminPage>
  )
}

function Problem({ message }: { message: string }) {
  return (
    <div role="alert">
      <Notice tone="danger">
        <p>{message}</p>
      </Notice>
    </div>
  )
}
