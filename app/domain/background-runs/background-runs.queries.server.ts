import { sql } from 'kysely'

import type { Db } from '../../../db/schema'
import { adminName } from '~/domain/accounts/admin-name.queries.server'

/** The tables of background runs, each with the key of the lock under which one of its runs begins. */
const locks = { simulation_runs: 7305117, impact_runs: 7305118, batch_runs: 7305119 }

export type RunTable = keyof typeof locks

/** The columns that are used here are the same in all these tables. */
const typed = (table: RunTable) => table as 'simulation_runs'

/** Seconds without a sign of life after which a run counts as interrupted. */
const patience = 60

/** The number of runs that are stored; older ones are deleted. */
const storedRuns = 50

const isAlive = sql<boolean>`status = 'running' and seen_at > now() - make_interval(secs => ${patience})`
const interrupted = 'The program ended before the run did.'

/** Makes a new run; null while another of the table is under way. */
export async function beginRun(trx: Db, table: RunTable, run: { userId: number; parameters: object }) {
  await sql`select pg_advisory_xact_lock(${locks[table]})`.execute(trx)
  if (await trx.selectFrom(typed(table)).select('id').where(isAlive).executeTakeFirst()) return null
  await trx
    .updateTable(typed(table))
    .set({ status: 'failed', failure: interrupted, finished_at: sql`now()` })
    .where('status', '=', 'running')
    .execute()
  const { id } = await trx
    .insertInto(typed(table))
    .values({ user_id: run.userId, parameters: JSON.stringify(run.parameters) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .deleteFrom(typed(table))
    .where('id', '<=', id - storedRuns)
    .execute()
  return id
}

/** Stores the progress of a run. Returns false if it is no longer active: it was canceled or replaced. */
export async function storeProgress(db: Db, table: RunTable, id: number, share: number) {
  const { numUpdatedRows } = await db
    .updateTable(typed(table))
    .set({ seen_at: sql`now()`, share })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type End =
  | { status: 'done'; result: object; columns?: { months?: string } }
  | { status: 'failed'; failure: string }
  | { status: 'cancelled' }

/** Ends a run that is under way; `columns` are those that only its table has. Returns false if it is not under way. */
export async function endRun(db: Db, table: RunTable, id: number, { status, ...end }: End) {
  const { result, columns, failure } = { result: undefined, columns: {}, failure: null, ...end }
  const { numUpdatedRows } = await db
    .updateTable(typed(table))
    .set({
      ...columns,
      status,
      failure,
      finished_at: sql`now()`,
      result: result === undefined ? null : JSON.stringify(result),
    })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores the result of what a run did before it was canceled or failed. */
export async function storePartialResult(db: Db, table: RunTable, id: number, result: object) {
  await db
    .updateTable(typed(table))
    .set({ result: JSON.stringify(result) })
    .where('id', '=', id)
    .where('status', 'in', ['cancelled', 'failed'])
    .execute()
}

/** Selects runs with the name of the account that began them. A run without a sign of life counts as failed. */
function selectRuns(db: Db, table: RunTable) {
  return db
    .selectFrom(`${typed(table)} as run`)
    .leftJoin('users as user', 'user.id', 'run.user_id')
    .select(['run.id', 'run.created_at', 'run.finished_at', 'run.share', 'run.parameters'])
    .select(adminName('user').as('username'))
    .select(
      sql<'running' | 'done' | 'cancelled' | 'failed'>`
        case when status = 'running' and not (${isAlive}) then 'failed' else status end`.as('status'),
    )
    .select(
      sql<
        string | null
      >`case when status = 'running' and not (${isAlive}) then ${interrupted} else failure end`.as('failure'),
    )
}

export async function findRun(db: Db, table: RunTable, id: number) {
  return selectRuns(db, table).select('run.result').where('run.id', '=', id).executeTakeFirst()
}

/** Returns the newest runs. */
export async function listRuns(db: Db, table: RunTable, limit = 10) {
  return selectRuns(db, table).orderBy('run.id', 'desc').limit(limit).execute()
}

export async function findCurrentRun(db: Db, table: RunTable) {
  return db.selectFrom(typed(table)).select(['id', 'share']).where(isAlive).executeTakeFirst()
}
