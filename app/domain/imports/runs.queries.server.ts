import { sql } from 'kysely'

import type { Db } from '../../../db/schema'
import { adminName } from '~/domain/accounts/admin-name.queries.server'

/** Seconds without a heartbeat after which a run counts as interrupted. */
const patience = 60

/** The number of runs whose bad rows are stored; those of older ones are deleted. */
const runsWithBadRows = 20

export type RunKind = 'import' | 'preview' | 'undo'
export type Progress = { table: string; rows: number; size: number; totalSize: number }

const isUnderWay = sql<boolean>`finished_at is null and seen_at > now() - make_interval(secs => ${patience})`

/** Makes a new run the current one; null while another is. An interrupted run is replaced for good. */
export async function beginRun(trx: Db, run: { userId: number | null; kind: RunKind; source: string }) {
  await sql`select pg_advisory_xact_lock(7305116)`.execute(trx)
  if (await trx.selectFrom('import_runs').select('id').where(isUnderWay).executeTakeFirst()) return null
  await trx.updateTable('import_runs').set({ seen_at: null }).where('seen_at', 'is not', null).execute()
  const { id } = await trx
    .insertInto('import_runs')
    .values({ user_id: run.userId, kind: run.kind, source: run.source, summary: '{}', seen_at: sql`now()` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whether the run is still the current one; within a transaction it stays so until the end. */
export async function lockRun(trx: Db, id: number) {
  const row = await trx
    .selectFrom('import_runs')
    .select('id')
    .where('id', '=', id)
    .where('seen_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function storeProgress(db: Db, id: number, progress: Progress) {
  await db
    .updateTable('import_runs')
    .set({ seen_at: sql`now()`, progress: JSON.stringify(progress) })
    .where('id', '=', id)
    .where('seen_at', 'is not', null)
    .execute()
}

export async function findCurrentRun(db: Db) {
  return db.selectFrom('import_runs').select(['id', 'kind', 'progress']).where(isUnderWay).executeTakeFirst()
}

export async function endRun(trx: Db, id: number, summary: object, badRows: object) {
  await trx
    .updateTable('import_runs')
    .set({
      summary: JSON.stringify(summary),
      bad_rows: JSON.stringify(badRows),
      finished_at: sql`now()`,
      seen_at: null,
      progress: null,
    })
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('import_runs')
    .set({ bad_rows: '[]' })
    .where('id', '<=', id - runsWithBadRows)
    .where(sql<boolean>`bad_rows <> '[]'`)
    .execute()
}

/** Selects runs with the name of the account that began them. */
function selectRuns(db: Db) {
  return db
    .selectFrom('import_runs as run')
    .leftJoin('users as user', 'user.id', 'run.user_id')
    .select(['run.id', 'run.kind', 'run.source', 'run.created_at', 'run.finished_at'])
    .select(adminName('user').as('username'))
    .select(
      sql<number | null>`case when run.kind = 'preview' then (
        select min(import.id) from import_runs import
        where import.kind = 'import' and import.id > run.id and (import.summary ->> 'totalSuccess')::integer > 0
          and import.source like '%, as checked by preview ' || run.id
      ) end`.as('imported_by'),
    )
}

export async function findRun(db: Db, id: number) {
  return selectRuns(db).select(['run.summary', 'run.user_id']).where('run.id', '=', id).executeTakeFirst()
}

/** Returns the ten newest runs, without the details of each table. */
export async function listRuns(db: Db) {
  return selectRuns(db)
    .select(sql<string | null>`run.summary->>'message'`.as('message'))
    .orderBy('run.id', 'desc')
    .limit(10)
    .execute()
}

/** Returns the newest preview of an account, or of any (`null`), whose rows are still staged, so that it can be imported; null if there is none. */
export async function findStagedPreview(db: Db, userId: number | null) {
  const row = await db
    .selectFrom('import_runs as run')
    .select('id')
    .where('kind', '=', 'preview')
    .$if(userId !== null, (query) => query.where('user_id', '=', userId))
    .where('finished_at', 'is not', null)
    .where((eb) =>
      eb.exists(eb.selectFrom('import_rows').select('line').whereRef('import_rows.run_id', '=', 'run.id')),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function findBadRows(db: Db, id: number) {
  const row = await db.selectFrom('import_runs').select('bad_rows').where('id', '=', id).executeTakeFirst()
  return row?.bad_rows
}
