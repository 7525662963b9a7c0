import { sql, type Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'
import { adminName } from '~/domain/accounts/admin-name.queries.server'
import { pageById } from '~/lists/keyset.queries.server'

/** The most versions that can be chosen among: the newest. */
const maxVersions = 100

/** Versions that passed the checks and are not the live one. */
function candidates(db: Db) {
  return db
    .selectFrom('engine_versions')
    .select(['id', 'filename', 'hash', 'note', 'state', 'created_at'])
    .where('interface', '=', 2)
    .where('state', 'in', ['released', 'proposed'])
    .where('active', '=', false)
}

export async function listCandidates(db: Db) {
  return candidates(db).orderBy('id', 'desc').limit(maxVersions).execute()
}

export async function findCandidate(db: Db, id: number) {
  return candidates(db).where('id', '=', id).executeTakeFirst()
}

export async function insertChallenger(trx: Db, challenger: Insertable<Database['challengers']>) {
  return trx.insertInto('challengers').values(challenger).returning('id').executeTakeFirstOrThrow()
}

/** The challenger that has not ended, with its version and who named it. */
export async function findCurrent(db: Db) {
  return db
    .selectFrom('challengers')
    .innerJoin('engine_versions as version', 'version.id', 'engine_version_id')
    .leftJoin('users', 'users.id', 'named_by')
    .select([
      'challengers.id',
      'engine_version_id',
      'named_at',
      'reason',
      'failures',
      'stopped_at',
      'skipped',
    ])
    .select(['version.filename', 'version.hash', 'version.active', adminName().as('named_by')])
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** @returns whether it had not ended. */
export async function endChallenger(trx: Db, id: number, end: { ended_by: number; end_reason: string }) {
  const { numUpdatedRows } = await trx
    .updateTable('challengers')
    .set({ ...end, ended_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns what a run of the challenger on a live result needs; undefined when there is nothing to run, or it has been run. */
export async function findJob(db: Db, resultId: number) {
  return db
    .selectFrom('challengers')
    .innerJoin('engine_versions as version', 'version.id', 'challengers.engine_version_id')
    .innerJoin('underwriting_results as live', (join) => join.on('live.id', '=', resultId))
    .innerJoin('quote_submissions as quote', 'quote.id', 'live.quote_submission_id')
    .select([
      'challengers.id as challenger_id',
      'challengers.engine_version_id',
      'version.hash',
      'quote.email',
    ])
    .select(['live.id as result_id', 'live.quote_submission_id', 'live.input', 'live.calculation_details'])
    .select(['live.decision', 'live.coverage_tier', 'live.monthly_premium'])
    .where('ended_at', 'is', null)
    .where('stopped_at', 'is', null)
    .whereRef('live.engine_hash', '<>', 'version.hash')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('challenger_results')
            .select('challenger_results.id')
            .whereRef('challenger_results.result_id', '=', 'live.id')
            .whereRef('challenger_results.challenger_id', '=', 'challengers.id'),
        ),
      ),
    )
    .executeTakeFirst()
}

export async function findEngine(db: Db, versionId: number) {
  return db
    .selectFrom('engine_versions')
    .select(['source', 'tables'])
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow()
}

/**
 * Stores a challenger's result, and counts its failures in a row: after `maxFailures` it is not run again. Without effect if the quote was
 * anonymized while it ran, if the challenger has ended, or if the result has been run before.
 */
export async function storeResult(
  db: Db,
  row: Insertable<Database['challenger_results']>,
  { email, maxFailures }: { email: string; maxFailures: number },
) {
  await db.transaction().execute(async (trx) => {
    const quote = await trx
      .selectFrom('quote_submissions')
      .select('id')
      .where('id', '=', row.quote_submission_id)
      .where('email', '=', email)
      .forShare()
      .executeTakeFirst()
    const challenger = await trx
      .selectFrom('challengers')
      .select('failures')
      .where('id', '=', row.challenger_id)
      .where('ended_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!quote || !challenger) return
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('challenger_results')
      .values(row)
      .onConflict((conflict) => conflict.columns(['result_id', 'challenger_id']).doNothing())
      .executeTakeFirst()
    const failures = row.failure ? challenger.failures + 1 : 0
    if (!numInsertedOrUpdatedRows || failures === challenger.failures) return
    await trx
      .updateTable('challengers')
      .set({ failures, ...(failures >= maxFailures ? { stopped_at: sql<Date>`clock_timestamp()` } : {}) })
      .where('id', '=', row.challenger_id)
      .execute()
  })
}

export async function countSkipped(db: Db, count: number) {
  await db
    .updateTable('challengers')
    .set((eb) => ({ skipped: eb('skipped', '+', count) }))
    .where('ended_at', 'is', null)
    .execute()
}

/** The versions that are or were challengers, the latest first. */
export async function listChallenged(db: Db) {
  return db
    .selectFrom('challengers')
    .innerJoin('engine_versions as version', 'version.id', 'engine_version_id')
    .select(['version.id', 'version.filename'])
    .groupBy(['version.id', 'version.filename'])
    .orderBy((eb) => eb.fn.max('challengers.id'), 'desc')
    .limit(maxVersions)
    .execute()
}

/** The percentiles of the change in premium that a summary has. */
export const percentiles = [0.05, 0.25, 0.5, 0.75, 0.95]

/** Sums are over the runs in which the challenger gave a result. */
export async function summarise(db: Db, versionId: number) {
  const { rows } = await sql<{
    runs: number
    failures: number
    decisions: number
    tiers: number
    up: number
    down: number
    same: number
    live_premium: number
    premium: number
    live_claims: number
    claims: number
    changes: number[] | null
  }>`
    select count(*)::integer as runs,
      count(failure)::integer as failures,
      count(*) filter (where decision <> live_decision)::integer as decisions,
      count(*) filter (where failure is null and tier is distinct from live_tier)::integer as tiers,
      count(*) filter (where change > 0)::integer as up,
      count(*) filter (where change < 0)::integer as down,
      count(*) filter (where change = 0)::integer as same,
      coalesce(sum(live_premium) filter (where failure is null), 0)::float8 as live_premium,
      coalesce(sum(premium), 0)::float8 as premium,
      coalesce(sum(live_claims) filter (where failure is null), 0)::float8 as live_claims,
      coalesce(sum(claims), 0)::float8 as claims,
      percentile_cont(${sql.lit(`{${percentiles.join(',')}}`)}::float8[])
        within group (order by change::float8) as changes
    from challenger_results where engine_version_id = ${versionId}`.execute(db)
  return rows[0]!
}

function results(db: Db, versionId: number) {
  return db
    .selectFrom('challenger_results as result')
    .innerJoin('quote_submissions as quote', 'quote.id', 'quote_submission_id')
    .select(['result.id', 'result.created_at', 'result_id', 'quote_submission_id', 'quote.name', 'as_of'])
    .select(['live_decision', 'live_tier', 'live_premium', 'decision', 'tier', 'premium', 'failure'])
    .select(['change', 'mover', 'mover_dollars'])
    .where('result.engine_version_id', '=', versionId)
}

/** Results of one version, newest first. */
export async function listResults(db: Db, versionId: number, page: { cursor?: number; limit: number }) {
  return pageById(results(db, versionId), page, 'result.id').execute()
}

/** The newest results with another decision. */
export async function listDiffering(db: Db, versionId: number, max: number) {
  return results(db, versionId)
    .whereRef('result.decision', '<>', 'live_decision')
    .orderBy('result.id', 'desc')
    .limit(max)
    .execute()
}

/** The results whose premium changes most. */
export async function listMovers(db: Db, versionId: number, max: number) {
  return results(db, versionId)
    .where('change', '<>', 0)
    .orderBy(sql`abs(change)`, 'desc')
    .orderBy('result.id', 'desc')
    .limit(max)
    .execute()
}

/** Results with their calculations, newest first. */
export async function listWithDetails(db: Db, versionId: number, page: { cursor?: number; limit: number }) {
  return pageById(
    db.selectFrom('challenger_results').selectAll().where('engine_version_id', '=', versionId),
    page,
  ).execute()
}
