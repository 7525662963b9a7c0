import { sql } from 'kysely'

import type { Db } from '../../../db/schema'

/** Seconds without a sign of life after which a run counts as interrupted. */
const patience = 60

/** The number of runs that are stored; older ones are deleted. */
const storedRuns = 50

const isAlive = sql<boolean>`status = 'running' and seen_at > now() - make_interval(secs => ${patience})`
const interrupted = 'The program ended before the run did.'

/** Makes a new run; null while another is under way. */
export async function beginRun(trx: Db, run: { userId: number; parameters: object }) {
  await sql`select pg_advisory_xact_lock(7305117)`.execute(trx)
  if (await trx.selectFrom('simulation_runs').select('id').where(isAlive).executeTakeFirst()) return null
  await trx
    .updateTable('simulation_runs')
    .set({ status: 'failed', failure: interrupted, finished_at: sql`now()` })
    .where('status', '=', 'running')
    .execute()
  const { id } = await trx
    .insertInto('simulation_runs')
    .values({ user_id: run.userId, parameters: JSON.stringify(run.parameters) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .deleteFrom('simulation_runs')
    .where('id', '<=', id - storedRuns)
    .execute()
  return id
}

/** Stores the progress of a run. Returns false if it is not under way any more: it was cancelled or replaced. */
export async function storeProgress(db: Db, id: number, share: number) {
  const { numUpdatedRows } = await db
    .updateTable('simulation_runs')
    .set({ seen_at: sql`now()`, share })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type End =
  | { status: 'done'; result: object; months: string }
  | { status: 'failed'; failure: string }
  | { status: 'cancelled' }

/** Ends a run that is under way. Returns false if it is not. */
export async function endRun(db: Db, id: number, { status, ...end }: End) {
  const { result, months, failure } = { result: undefined, months: null, failure: null, ...end }
  const { numUpdatedRows } = await db
    .updateTable('simulation_runs')
    .set({
      ...{ status, failure, months, finished_at: sql`now()` },
      result: result === undefined ? null : JSON.stringify(result),
    })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Selects runs with the name of the account that began them. A run without a sign of life counts as failed. */
function selectRuns(db: Db) {
  return db
    .selectFrom('simulation_runs as run')
    .leftJoin('users as user', 'user.id', 'run.user_id')
    .select(['run.id', 'run.created_at', 'run.finished_at', 'run.share', 'run.parameters', 'user.username'])
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

export async function findRun(db: Db, id: number) {
  return selectRuns(db).select('run.result').where('run.id', '=', id).executeTakeFirst()
}

/** Returns the ten newest runs. */
export async function listRuns(db: Db) {
  return selectRuns(db).orderBy('run.id', 'desc').limit(10).execute()
}

export async function findCurrentRun(db: Db) {
  return db.selectFrom('simulation_runs').select(['id', 'share']).where(isAlive).executeTakeFirst()
}

export async function findMonths(db: Db, id: number) {
  const row = await db
    .selectFrom('simulation_runs')
    .select(['months', 'parameters'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export async function listTiers(db: Db) {
  return db.selectFrom('coverage_tiers').selectAll().orderBy('base_premium').execute()
}

/** Returns the employers with the layoff rate of their industry. */
export async function listEmployers(db: Db) {
  return db
    .selectFrom('employer_risks as employer')
    .innerJoin('industry_fallbacks as industry', (join) =>
      join.on(sql`lower(industry.industry_name)`, '=', sql`lower(employer.industry)`),
    )
    .select([
      ...(['employer_name', 'layoff_frequency', 'avg_layoff_frequency'] as const),
      ...(['employer_stability_rating', 'layoff_mentions', 'financial_health'] as const),
    ])
    .execute()
}

/** Returns the newest result of each quote, among the newest `max` results, that is an approval, with the answers of the quote. */
export async function listApproved(db: Db, max: number) {
  return db
    .selectFrom(
      db
        .selectFrom(
          db.selectFrom('underwriting_results').select('id').orderBy('id', 'desc').limit(max).as('recent'),
        )
        .innerJoin('underwriting_results as result', 'result.id', 'recent.id')
        .distinctOn('result.quote_submission_id')
        .select([
          ...(['result.quote_submission_id', 'result.decision', 'result.coverage_tier'] as const),
          ...(['result.max_coverage', 'result.monthly_premium', 'result.combined_risk_factor'] as const),
        ])
        .orderBy('result.quote_submission_id')
        .orderBy('result.id', 'desc')
        .as('newest'),
    )
    .innerJoin('quote_submissions as quote', 'quote.id', 'newest.quote_submission_id')
    .where('newest.decision', '=', 'approved')
    .select([
      ...(['newest.coverage_tier', 'newest.max_coverage', 'newest.monthly_premium'] as const),
      ...(['newest.combined_risk_factor', 'quote.industry', 'quote.employment_length'] as const),
      ...(['quote.education', 'quote.employer_size', 'quote.employer_name'] as const),
    ])
    .execute()
}
