import { sql, type Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'
import { adminName } from '~/domain/accounts/admin-name.queries.server'

import type { Authority } from './authority'

/** Returns a result with its application, which is locked until the transaction ends. */
export async function lockResult(trx: Db, resultId: number) {
  return trx
    .selectFrom('underwriting_results')
    .innerJoin('quote_submissions', 'quote_submissions.id', 'quote_submission_id')
    .select(['decision', 'underwriting_results.coverage_tier', 'max_coverage'])
    .select(['quote_submissions.id as quote_id', 'status', 'email'])
    .where('underwriting_results.id', '=', resultId)
    .forUpdate('quote_submissions')
    .executeTakeFirst()
}

/** Whether a result is with its applicant. */
export async function isSent(db: Db, resultId: number) {
  const row = await db
    .selectFrom('offers')
    .select('id')
    .where('result_id', '=', resultId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertDecision(trx: Db, decision: Insertable<Database['decisions']>) {
  return trx.insertInto('decisions').values(decision).returning('id').executeTakeFirstOrThrow()
}

/** Returns the newest decision about a result. */
export async function findNewest(db: Db, resultId: number) {
  return db
    .selectFrom('decisions')
    .select(['id', 'state', 'user_id', 'confirmed_by', 'verdict', 'reason', 'words', 'told'])
    .select(['tier', 'coverage', 'loading_percent', 'exclusion', 'monthly', 'annual'])
    .where('result_id', '=', resultId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function confirm(trx: Db, id: number, by: number) {
  await trx
    .updateTable('decisions')
    .set({ state: 'final', confirmed_by: by, confirmed_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Notes the decision that counts with its result, by which lists are filtered and sorted. */
export async function noteDecision(trx: Db, resultId: number) {
  await sql`update underwriting_results result
    set verdict = newest.verdict, changed_premium = newest.monthly, changed_coverage = newest.coverage
    from (select case when state = 'final' then verdict end as verdict, case when state = 'final' then monthly end as monthly,
        case when state = 'final' then coverage end as coverage
      from decisions where result_id = ${resultId} order by id desc limit 1) newest
    where result.id = ${resultId}`.execute(trx)
}

export async function findAuthority(db: Db, adminId: number) {
  const row = await db
    .selectFrom('users')
    .select('authority')
    .where('id', '=', adminId)
    .where('admin', '=', true)
    .executeTakeFirst()
  return row?.authority
}

/** Returns the admins among accounts, which are locked until the transaction ends. */
export async function lockAdmins(trx: Db, ids: readonly number[]) {
  return trx
    .selectFrom('users')
    .select(['id', 'authority'])
    .where('id', 'in', ids)
    .where('admin', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function updateAuthority(trx: Db, id: number, authority: Authority) {
  await trx.updateTable('users').set({ authority }).where('id', '=', id).execute()
}

/** The decisions about a result, newest first. */
export async function listDecisions(db: Db, resultId: number) {
  return db
    .selectFrom('decisions')
    .leftJoin('users', 'users.id', 'user_id')
    .leftJoin('users as senior', 'senior.id', 'confirmed_by')
    .select(['decisions.id', 'decisions.created_at', 'verdict', 'reason', 'words', 'told'])
    .select(['tier', 'coverage', 'loading_percent', 'exclusion', 'monthly', 'annual'])
    .select(['users.id as decider_id', adminName().as('decider')])
    .select(['state', 'confirmed_at', adminName('senior').as('confirmer')])
    .where('result_id', '=', resultId)
    .orderBy('decisions.id', 'desc')
    .execute()
}

/** Returns the names of the tiers that a result was computed with, from the smallest lump sum to the largest. */
export async function listTiers(db: Db, resultId: number) {
  const row = await db
    .selectFrom('underwriting_results')
    .select(
      sql<
        string[] | null
      >`(select json_agg(tier ->> 'tier_name' order by (tier ->> 'max_monthly_benefit')::numeric)
        from jsonb_array_elements(input -> 'tiers') tier)`.as('tiers'),
    )
    .where('id', '=', resultId)
    .executeTakeFirst()
  return row?.tiers ?? []
}

/** The newest results that the report of referrals counts, and the approved ones whose reasons refer nobody. */
const counted = 10_000
const compared = 500

/**
 * Counts, for each reason for which the engine refers results to a person, what people decided: an accepted result overrules it. Newest
 * results alone. `text` is that of the newest result.
 */
export async function countByReferralReason(db: Db) {
  const { rows } = await sql<ReferralReason>`
    with referred as (
      select id, calculation_details from underwriting_results
      where decision = 'referred' order by id desc limit ${sql.lit(counted)}
    ), approved as (
      select calculation_details from underwriting_results
      where decision = 'approved' order by id desc limit ${sql.lit(compared)}
    ), decided as (
      select distinct on (result_id) result_id, case when state = 'final' then verdict end as verdict
      from decisions order by result_id, id desc
    )
    select reason ->> 'code' as code, (array_agg(reason ->> 'text' order by referred.id desc))[1] as text,
      count(*)::int as referred,
      count(*) filter (where verdict = 'accepted')::int as accepted,
      count(*) filter (where verdict = 'changed')::int as changed,
      count(*) filter (where verdict = 'declined')::int as declined
    from referred
    cross join lateral jsonb_array_elements(calculation_details -> 'decision' -> 'reasons') reason
    left join decided on decided.result_id = referred.id
    where jsonb_typeof(reason) = 'object' and reason ->> 'code' not in (
      select other ->> 'code' from approved
      cross join lateral jsonb_array_elements(calculation_details -> 'decision' -> 'reasons') other
      where jsonb_typeof(other) = 'object')
    group by reason ->> 'code'
    order by referred desc, code`.execute(db)
  return rows
}

export type ReferralReason = {
  code: string
  text: string
  referred: number
  accepted: number
  changed: number
  declined: number
}
