import { sql } from 'kysely'

import type { Db } from '../../../db/schema'
import type { Collection } from '~/domain/configuration/collections'

type Table = Collection['table']

/** How a table stands: any change of its rows changes one of these. */
type Mark = { rows_after: number; last_id: number; last_change: Date }

async function markOf(db: Db, table: Table): Promise<Mark> {
  const { rows } = await sql<Mark>`
    select count(*) as rows_after, coalesce(max(id), 0) as last_id,
      coalesce(max(updated_at), 'epoch') as last_change
    from ${sql.table(table)}`.execute(db)
  return rows[0] as Mark
}

/** Tables that another run than this one could put back. Their snapshots are no longer needed. */
export async function forgetOtherRuns(trx: Db, runId: number) {
  return trx.deleteFrom('import_undo').where('run_id', '<>', runId).returning('table_name').execute()
}

export async function keepUndo(trx: Db, table: Table, runId: number, rowsBefore: number) {
  const undo = { run_id: runId, rows_before: rowsBefore, ...(await markOf(trx, table)) }
  await trx
    .insertInto('import_undo')
    .values({ table_name: table, ...undo })
    .onConflict((conflict) => conflict.column('table_name').doUpdateSet(undo))
    .execute()
}

export async function listUndo(db: Db) {
  return db.selectFrom('import_undo').selectAll().execute()
}

export async function removeUndo(trx: Db, table: Table) {
  await trx.deleteFrom('import_undo').where('table_name', '=', table).execute()
}

/** Whether somebody has changed the table since the import left it. */
export async function isChangedSince(db: Db, table: Table, mark: Mark) {
  const now = await markOf(db, table)
  return (
    now.rows_after !== mark.rows_after ||
    now.last_id !== mark.last_id ||
    now.last_change.getTime() !== mark.last_change.getTime()
  )
}
