import { json, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db, isUnavailable } from '~/db.server'
import {
  describeTable,
  listTables,
  maxOffset,
  readPage,
} from '~/domain/database-browser/database-browser.server'
import { env } from '~/env.server'
import { requireAdmin } from '~/http/session.server'
import { log } from '~/log.server'
import { AdminPage } from '~/ui/admin-frame'
import { Notice } from '~/ui/notice'
import { Stat } from '~/ui/stat'

import { DatabaseColumns } from './database-columns'
import { databaseList } from './database-list'
import { DatabaseRecords } from './database-records'
import { DatabaseTables } from './database-tables'
import styles from './database.css?url'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Database administration', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const state = databaseList.read(new URL(request.url).searchParams)
  const [tables, chosen] = await Promise.all([
    attempt(listTables(db), 'Failed to fetch database tables'),
    state.texts.table === '' ? null : readTable(state),
  ])
  const failed = tables.problem ?? chosen?.problem ?? null
  const isEmbedded = env.DATABASE_URL === undefined
  return json(
    { state, tables, chosen, maxOffset, isEmbedded },
    { status: failed ? 503 : chosen?.missing ? 404 : 200 },
  )
}

async function readTable({ texts: { table }, filter, view, position }: ReturnType<typeof databaseList.read>) {
  const query = {
    limit: view.size,
    offset: Math.min((position.page - 1) * view.size, maxOffset),
    search: filter.search,
    ...(view.sort === undefined
      ? { newestFirst: true }
      : { sort: view.sort, descending: view.dir === 'desc' }),
  }
  const [schema, records] = await Promise.all([
    attempt(describeTable(db, table), `Failed to fetch schema for table ${table}`),
    attempt(readPage(db, table, query), `Failed to fetch records for table ${table}`),
  ])
  return {
    columns: schema.value,
    page: records.value,
    missing: schema.problem === null && schema.value === null,
    problem: schema.problem ?? records.problem,
  }
}

/** Returns the loaded data or, if loading failed, a message for the page; the cause is in the log. */
async function attempt<Result>(work: Promise<Result>, message: string) {
  try {
    return { value: await work, problem: null }
  } catch (error) {
    log.error({ err: error }, message)
    const reason = isUnavailable(error)
      ? 'The database did not answer in time.'
      : 'The database refused to answer.'
    return { value: null, problem: `${message}. ${reason} Please try again.` }
  }
}

export default function DatabaseAdministration() {
  const { state, tables, chosen, maxOffset, isEmbedded } = useLoaderData<typeof loader>()
  return (
    <AdminPage title="Database Administration">
      <dl className="stat-grid">
        <Stat label="Total tables" value={tables.value?.length ?? 'Unknown'} />
        <Stat label="Database type" value="PostgreSQL" />
        <Stat
          label="Last backup"
          value="Not recorded"
          note={
            isEmbedded
              ? 'Backups are made outside of this program, as copies of its data folder while it is stopped: ask who runs it.'
              : 'Backups are made outside of this program: ask who runs the database server.'
          }
        />
      </dl>
      <p className="hint">
        Direct editing is disabled for security. Records are shown in read-only transactions; passwords,
        codes, session tokens and files stay hidden.
      </p>
      {tables.problem === null ? null : <Problem message={tables.problem} />}
      {chosen === null ? (
        <p>
          <strong>Select a Table</strong> to see its columns and records.
        </p>
      ) : null}
      <div className={chosen === null ? 'database database-all' : 'database database-split'}>
        {tables.value ? <DatabaseTables tables={tables.value} state={state} /> : null}
        {chosen === null ? null : (
          <section id="records" className="database-records" aria-labelledby="records-heading">
            <h2 id="records-heading">{state.texts.table}</h2>
            {chosen.missing ? (
              <Problem
                message={`Failed to fetch schema for table ${state.texts.table}. There is no table of that name.`}
              />
            ) : null}
            {chosen.problem ? <Problem message={chosen.problem} /> : null}
            {chosen.columns ? <DatabaseColumns columns={chosen.columns} /> : null}
            {chosen.page ? <DatabaseRecords state={state} page={chosen.page} maxOffset={maxOffset} /> : null}
          </section>
        )}
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
