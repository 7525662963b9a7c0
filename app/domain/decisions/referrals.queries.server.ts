import { sql, type RawBuilder } from 'kysely'

import type { Db } from '../../../db/schema'
import { isTierReason } from '~/domain/underwriting/highlights'
import { isReplaced } from './current-decision.queries.server'

/** The newest results that the report of referrals counts, and the approved ones whose reasons are no referral. */
const counted = 10_000
const compared = 500

const newestReferred = sql`select id, date_created, calculation_details, verdict from underwriting_results
  where decision = 'referred' and not ${isReplaced('underwriting_results')} order by id desc limit ${sql.lit(counted)}`

/** Matches the results that a rule referred to a person, among those that the report of referrals counts. */
export function referredBy(rule: string, resultId: RawBuilder<unknown>) {
  return sql<boolean>`${resultId} in (
    select id from (${newestReferred}) referred
    where calculation_details -> 'decision' -> 'reasons' @> jsonb_build_array(jsonb_build_object('code', ${rule}::text)))`
}

export type ReferralReason = {
  code: string
  text: string
  referred: number
  accepted: number
  changed: number
  declined: number
}

/**
 * Counts, for each rule by which the engine refers results to a person, what people decided: an accepted result overrules it. Counts only
 * the newest results from `from` on and before `before`; replaced ones do not count. `text` is the reason of the newest result.
 */
export async function countByReferralReason(db: Db, { from, before }: { from?: Date; before?: Date } = {}) {
  const { rows } = await sql<ReferralReason>`
    with referred as (${newestReferred}), approved as (
      select calculation_details from underwriting_results
      where decision = 'approved' order by id desc limit ${sql.lit(compared)}
    ), reasons as (
      select distinct on (reason ->> 'code', id) reason ->> 'code' as code, reason ->> 'text' as text, id, verdict
      from referred cross join lateral jsonb_array_elements(calculation_details -> 'decision' -> 'reasons') reason
      where jsonb_typeof(reason) = 'object'
        and (${from ?? null}::timestamptz is null or date_created >= ${from ?? null}::timestamptz)
        and (${before ?? null}::timestamptz is null or date_created < ${before ?? null}::timestamptz)
    )
    select code, (array_agg(text order by id desc))[1] as text,
      count(*)::int as referred,
      count(*) filter (where verdict = 'accepted')::int as accepted,
      count(*) filter (where verdict = 'changed')::int as changed,
      count(*) filter (where verdict = 'declined')::int as declined
    from reasons
    where code not in (
      select other ->> 'code' from approved
      cross join lateral jsonb_array_elements(calculation_details -> 'decision' -> 'reasons') other
      where jsonb_typeof(other) = 'object')
    group by code
    order by referred desc, code`.execute(db)
  return rows.filter(({ code }) => !isTierReason(code))
}
