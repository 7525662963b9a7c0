import { sql } from 'kysely'

import type { Db } from '../../../db/schema'
import type { Collection, Column } from '~/domain/configuration/collections'

type Table = Collection['table']

/** The rows to come of a table, and those that were there before its last import. */
const incoming = (table: string) => sql.table(`incoming.${table}`)
const beforeImport = (table: string) => sql.table(`before_import.${table}`)

/** Empties the tables of the rows to come, and those of a dry run's notes. */
export async function clearStages(trx: Db, tables: readonly Table[]) {
  const all = [...tables.map(incoming), ...notes]
  await sql`truncate ${sql.join(all)}`.execute(trx)
}

const notes = [sql.table('incoming.row_keys'), sql.table('incoming.row_pairs')]

export async function clearBefore(trx: Db, table: string) {
  await sql`truncate ${beforeImport(table)}`.execute(trx)
}

/** Stages rows in COPY's text format. */
export async function stageRows(trx: Db, table: Table, columns: readonly Column[], rows: string) {
  await copyRows(trx, incoming(table), columns, rows)
}

/** As stageRows, into the table itself. */
export async function insertRows(trx: Db, table: Table, columns: readonly Column[], rows: string) {
  await copyRows(trx, sql.table(table), columns, rows)
}

async function copyRows(trx: Db, table: ReturnType<typeof sql>, columns: readonly Column[], rows: string) {
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  await sql`copy ${table} (${names}) from stdin ${rows}`.execute(trx)
}

/** Nobody else changes the table until the transaction ends; reading goes on. */
export async function lockTable(trx: Db, table: Table) {
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(trx)
}

export async function deleteAll(trx: Db, table: Table) {
  await sql`delete from ${sql.table(table)}`.execute(trx)
}

export async function countRows(trx: Db, table: Table) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    trx,
  )
  return rows[0]?.count ?? 0
}

/** The rows to come take the place of those that are there, which become the rows from before. It takes moments, whatever their number. */
export async function takePlace(trx: Db, table: Table) {
  await clearBefore(trx, table)
  await move(trx, table, 'before_import', 'between_imports')
  await move(trx, table, 'public', 'before_import')
  await move(trx, table, 'incoming', 'public')
  await move(trx, table, 'between_imports', 'incoming')
}

/** The rows from before take their place again, and those that were imported go. */
export async function giveBack(trx: Db, table: Table) {
  await move(trx, table, 'public', 'between_imports')
  await move(trx, table, 'before_import', 'public')
  await move(trx, table, 'between_imports', 'before_import')
  await clearBefore(trx, table)
}

async function move(trx: Db, table: Table, from: string, to: string) {
  await sql`alter table ${sql.table(`${from}.${table}`)} set schema ${sql.id(to)}`.execute(trx)
}

/** How a table stands: any change of its rows changes one of these. */
export type Mark = { rows_after: number; last_id: number; last_change: Date }

export async function markOf(db: Db, table: Table, schema: 'public' | 'incoming' = 'public'): Promise<Mark> {
  const { rows } = await sql<Mark>`
    select count(*) as rows_after, coalesce(max(id), 0) as last_id,
      coalesce(max(updated_at), 'epoch') as last_change
    from ${sql.table(`${schema}.${table}`)}`.execute(db)
  return rows[0] as Mark
}

/** So many milliseconds ago. */
function timeBefore(most: number) {
  return sql<Date>`now() - make_interval(secs => ${most / 1000})`
}

/** What a run has staged and not imported yet, unless it is too old. */
export async function listStaged(db: Db, runId: number, most: number) {
  return db
    .selectFrom('import_staged')
    .select(['table_name', 'source', 'size', 'rows', 'staged_at'])
    .where('run_id', '=', runId)
    .where('staged_at', '>', timeBefore(most))
    .execute()
}

/** The newest dry run of an account whose files still wait to be imported. */
export async function findStagedRun(db: Db, userId: number, most: number) {
  const row = await db
    .selectFrom('import_staged as staged')
    .innerJoin('import_runs as run', 'run.id', 'staged.run_id')
    .select('run.id')
    .where('run.user_id', '=', userId)
    .where('staged.staged_at', '>', timeBefore(most))
    .orderBy('run.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** @returns whether the run is still the one under way; else nothing was noted */
export async function keepStaged(
  trx: Db,
  table: Table,
  staged: { runId: number; source: string; size: number; rows: number },
) {
  const { runId, ...what } = staged
  await trx
    .insertInto('import_staged')
    .values({ table_name: table, run_id: runId, ...what })
    .execute()
}

export async function forgetStaged(trx: Db, table?: Table) {
  const all = trx.deleteFrom('import_staged')
  await (table === undefined ? all : all.where('table_name', '=', table)).execute()
}

/** Tables whose rows to come have waited for too long. */
export async function listExpired(db: Db, most: number) {
  const rows = await db
    .selectFrom('import_staged')
    .select('table_name')
    .where('staged_at', '<=', timeBefore(most))
    .execute()
  return rows.map(({ table_name }) => table_name as Table)
}
