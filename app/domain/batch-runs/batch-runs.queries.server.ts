import { sql } from 'kysely'

import type { Db } from '../../../db/schema'
import { isUnanswered } from '~/domain/decisions/waiting.queries.server'
import type { PageRequest } from '~/lists/list-page'
import type { Decision } from '~/domain/underwriting/underwriting.server'

export type BatchFigures = {
  /** The results by what the engine decided. */
  decisions: Record<Decision, number>
  /** The number of applications without a result. */
  failed: number
}

/** Returns the oldest open applications that the engine has never run on. */
export async function listNeverRun(db: Db, limit: number) {
  const rows = await selectNeverRun(db).orderBy('submitted_at').orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

export async function isNeverRun(db: Db, id: number) {
  return (await selectNeverRun(db).where('id', '=', id).executeTakeFirst()) !== undefined
}

function selectNeverRun(db: Db) {
  return db
    .selectFrom('quote_submissions')
    .select('id')
    .where('status', 'in', ['Pending', 'In review'])
    .where('engine_decision', 'is', null)
}

/** Whether a result of an application was sent, and none of it waits on the work list: a run puts a refused one back on it. */
export async function isAnswered(db: Db, id: number) {
  const row = await db
    .selectFrom('quote_submissions')
    .select('id')
    .where('id', '=', id)
    .where('answered', '=', true)
    .where(sql<boolean>`not ${isUnanswered}`)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Returns those of some open applications on whose newest result a person has decided. A decision from before a correction of the answers does
 * not hold any more.
 */
export async function listDecided(db: Db, ids: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    select quote.id from quote_submissions quote
    join lateral (
      select id, correction_id from underwriting_results
      where quote_submission_id = quote.id order by id desc limit 1
    ) result on result.correction_id is not distinct from quote.correction_id
    where quote.id = any(${[...ids]}::integer[]) and not answered
      and exists (select 1 from decisions where result_id = result.id)
    order by quote.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the figures of runs that have ended. */
export async function listFigures(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number } & BatchFigures>`
    select id, result -> 'decisions' as decisions, (result ->> 'failed')::int as failed
    from batch_runs where id in (${sql.join(ids)}) and result is not null`.execute(db)
  return rows
}

/** A result of a run, and the previous one of its application; null where it had none. Premiums in US dollars a month. */
export type BatchRow = {
  /** The number of the result. */
  id: number
  quoteId: number
  name: string
  employer: string
  before: { decision: Decision; premium: number } | null
  decision: Decision
  tier: string | null
  premium: number
}

/** Returns results of a run in its order: those with a decision, or all. */
export async function listRunResults(
  db: Db,
  { run, decision, cursor = 0, limit = 50 }: { run: number; decision?: Decision } & PageRequest,
) {
  const { rows } = await sql<BatchRow>`
    select result.id, quote.id as "quoteId", quote.name, quote.employer_name as employer, before,
      result.decision, result.coverage_tier as tier, result.monthly_premium::float8 as premium
    from underwriting_results result
    join quote_submissions quote on quote.id = result.quote_submission_id
    left join lateral (
      select json_build_object('decision', earlier.decision, 'premium', earlier.monthly_premium::float8) as before
      from underwriting_results earlier
      where earlier.quote_submission_id = quote.id and earlier.id < result.id order by earlier.id desc limit 1
    ) earlier on true
    where result.id in (
      select jsonb_array_elements_text(batch_runs.result -> 'results')::integer from batch_runs where id = ${run}
    )
      and result.id > ${cursor} and ${decision === undefined ? sql`true` : sql`result.decision = ${decision}`}
    order by result.id limit ${limit}`.execute(db)
  return rows
}
