import { sql, type Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'
import { adminName } from '~/domain/accounts/admin-name.queries.server'
import { statusAfterDecision } from '~/domain/quotes/quote-row.queries.server'

import type { Authority } from './authority'

const resultOf = (db: Db, resultId: number) =>
  db
    .selectFrom('underwriting_results')
    .innerJoin('quote_submissions', 'quote_submissions.id', 'quote_submission_id')
    .select(['decision', 'underwriting_results.coverage_tier', 'max_coverage'])
    .select('underwriting_results.correction_id')
    .select(['quote_submissions.id as quote_id', 'status', 'email'])
    .where('underwriting_results.id', '=', resultId)

/** Returns a result with its application. */
export async function findResult(db: Db, resultId: number) {
  return resultOf(db, resultId).executeTakeFirst()
}

/** Returns a result with its application, which is locked until the transaction ends. */
export async function lockResult(trx: Db, resultId: number) {
  return resultOf(trx, resultId).forUpdate('quote_submissions').executeTakeFirst()
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

/**
 * Notes the decision that counts with its result, where lists filter and sort by it. If the result is the newest one of its application, the
 * application gets its tier and the status that follows: 'Declined' after a refusal, else 'In review', unless it is 'Quoted' or 'Withdrawn'.
 * Returns that status; undefined for an earlier result.
 */
export async function noteDecision(trx: Db, resultId: number) {
  await sql`update underwriting_results set (verdict, changed_premium, changed_coverage) = (
      select verdict, monthly, coverage
      from (select * from decisions where result_id = ${resultId} order by id desc limit 1) newest where state = 'final')
    where id = ${resultId}`.execute(trx)
  const { rows } = await sql<{ status: string }>`update quote_submissions set
      coverage_tier = coalesce((
        select tier
        from (select * from decisions where result_id = ${resultId} order by id desc limit 1) newest where state = 'final'),
        result.coverage_tier),
      status = ${statusAfterDecision(sql`status`, sql`result.verdict = 'declined'`)},
      updated_at = now()
    from underwriting_results result
    where result.id = ${resultId} and quote_submissions.id = quote_submission_id
      and not exists (select 1 from underwriting_results newer
        where newer.quote_submission_id = result.quote_submission_id and newer.id > result.id)
    returning status`.execute(trx)
  return rows[0]?.status
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

/** Returns the newest decision about an earlier result of the same application; null if there is none. */
export async function findEarlierDecision(
  db: Db,
  { quoteId, resultId }: { quoteId: number; resultId: number },
) {
  const row = await db
    .selectFrom('decisions')
    .innerJoin('underwriting_results', 'underwriting_results.id', 'result_id')
    .leftJoin('users', 'users.id', 'decisions.user_id')
    .select(['result_id', 'decisions.verdict', 'decisions.reason', 'decisions.words', 'decisions.created_at'])
    .select(adminName().as('decider'))
    .where('quote_submission_id', '=', quoteId)
    .where('result_id', '<', resultId)
    .orderBy('decisions.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
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
