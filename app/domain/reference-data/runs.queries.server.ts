import { sql } from 'kysely'

import type { Db } from '../../../db/schema'

/** After so many seconds without a sign of life a run has ended in the middle. */
const patience = 60

/** Runs whose bad rows are kept; those of older ones are forgotten. */
const runsWithBadRows = 20

export type RunKind = 'import' | 'preview' | 'undo'

/** Makes the run that is about to begin the one that is under way; null while another is. */
export async function beginRun(trx: Db, run: { userId: number; kind: RunKind; source: string }) {
  await sql`select pg_advisory_xact_lock(7305116)`.execute(trx)
  const other = await trx
    .selectFrom('import_progress')
    .select('run_id')
    .where('seen_at', '>', sql<Date>`now() - make_interval(secs => ${patience})`)
    .executeTakeFirst()
  if (other) return null
  const { id } = await trx
    .insertInto('import_runs')
    .values({ user_id: run.userId, kind: run.kind, source: run.source, summary: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.deleteFrom('import_progress').execute()
  await trx.insertInto('import_progress').values({ run_id: id }).execute()
  return id
}

/** Whether the run is still the one that is under way; within a transaction it stays so until the end. */
export async function holdRun(trx: Db, runId: number) {
  const row = await trx
    .selectFrom('import_progress')
    .select('run_id')
    .where('run_id', '=', runId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export type Progress = { table_title: string; rows_read: number; size_read: number; size_total: number }

/** As holdRun, but its row may be changed: only its end waits. */
export async function stayRun(trx: Db, runId: number) {
  const row = await trx
    .selectFrom('import_progress')
    .select('run_id')
    .where('run_id', '=', runId)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

export async function noteProgress(db: Db, runId: number, progress: Progress) {
  await db
    .updateTable('import_progress')
    .set({ seen_at: sql`now()`, ...progress })
    .where('run_id', '=', runId)
    .execute()
}

export async function findProgress(db: Db) {
  return db
    .selectFrom('import_progress')
    .innerJoin('import_runs as run', 'run.id', 'import_progress.run_id')
    .select(['run_id', 'run.kind', 'table_title', 'rows_read', 'size_read', 'size_total'])
    .where('seen_at', '>', sql<Date>`now() - make_interval(secs => ${patience})`)
    .executeTakeFirst()
}

export async function endRun(trx: Db, runId: number, summary: object, badRows: object) {
  await trx.deleteFrom('import_progress').where('run_id', '=', runId).execute()
  await trx
    .updateTable('import_runs')
    .set({ summary: JSON.stringify(summary), bad_rows: JSON.stringify(badRows), finished_at: sql`now()` })
    .where('id', '=', runId)
    .execute()
  await trx
    .updateTable('import_runs')
    .set({ bad_rows: '[]' })
    .where('id', '<=', runId - runsWithBadRows)
    .where(sql<boolean>`bad_rows <> '[]'`)
    .execute()
}

export async function findRun(db: Db, id: number) {
  return db
    .selectFrom('import_runs as run')
    .leftJoin('users as user', 'user.id', 'run.user_id')
    .select([
      'run.id',
      'run.kind',
      'run.source',
      'run.created_at',
      'run.finished_at',
      'run.summary',
      'run.user_id',
      'user.username',
    ])
    .where('run.id', '=', id)
    .executeTakeFirst()
}

/** The newest runs, without what they have to say of each row. */
export async function listRuns(db: Db, limit: number) {
  return db
    .selectFrom('import_runs as run')
    .leftJoin('users as user', 'user.id', 'run.user_id')
    .select([
      'run.id',
      'run.kind',
      'run.source',
      'run.created_at',
      'run.finished_at',
      'user.username',
      sql<string | null>`run.summary->>'message'`.as('message'),
    ])
    .orderBy('run.id', 'desc')
    .limit(limit)
    .execute()
}

export async function findBadRows(db: Db, id: number) {
  const row = await db.selectFrom('import_runs').select('bad_rows').where('id', '=', id).executeTakeFirst()
  return row?.bad_rows
}
