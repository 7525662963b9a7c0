import type { Db } from '../../../db/schema'
import type { Collection } from '~/domain/configuration/collections'

import type { Mark } from './staging.queries.server'

type Table = Collection['table']

/** Tables that another run than this one could put back. Their rows from before are no longer needed. */
export async function forgetOtherRuns(trx: Db, runId: number) {
  return trx.deleteFrom('import_undo').where('run_id', '<>', runId).returning('table_name').execute()
}

export async function keepUndo(trx: Db, table: Table, runId: number, rowsBefore: number, mark: Mark) {
  const undo = { run_id: runId, rows_before: rowsBefore, ...mark }
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
