import { sql, type RawBuilder } from 'kysely'

import type { Db } from '../../../db/schema'
import { ratedAnswers } from '~/domain/corrections/answers'
import {
  hasOpenQuestion,
  hasUnreadAnswer,
} from '~/domain/applicant-questions/applicant-questions.queries.server'
import { offeredPremium, currentDecision } from './current-decision.queries.server'

/**
 * What a result waits for: that an answer of its applicant is read, another run after a correction, a decision about a referral, that it is
 * sent, or that its applicant answers a question about a referral. An answer comes first, and then a correction, as on the work list.
 */
const acts = ['read', 'again', 'decide', 'send', 'answer'] as const

export type WaitingAct = (typeof acts)[number]

/** The number of the oldest applications without an answer that are checked, so that the cost does not grow with the table. */
const maxChecked = 10_000

/**
 * Matches the applications that nobody has answered: those without a final status, and those with one whose result was not sent; must match
 * the index of migration 0051.
 */
export const isUnanswered = sql<boolean>`(status in ('Pending', 'In review')
  or (status in ('Quoted', 'Declined') and engine_decision is not null and not answered))`

/** Whether answers that a result depends on were corrected after it. */
const isCorrected = sql`exists (
  select 1 from corrections, jsonb_array_elements(changes) change
  where quote_submission_id = open.id and corrections.id > coalesce(result.correction_id, 0)
    and change ->> 'name' = any(${ratedAnswers}::text[]))`

/** The newest result of each application that nobody has answered. Premiums are US dollars a month. */
const waiting = sql`(
  select result.id,
    case when ${hasUnreadAnswer(sql`open.id`)} then 'read'
      when open.correction_id is not null and ${isCorrected} then 'again'
      when current_decision <> 'referred' then 'send'
      when not exists (select 1 from decisions where result_id = result.id and state = 'proposed')
        and ${hasOpenQuestion(sql`open.id`)} then 'answer' else 'decide' end as act,
    case when current_decision = 'referred' then monthly_premium else offered end as premium
  from (
    select id, correction_id from quote_submissions
    where ${isUnanswered}
    order by submitted_at, id limit ${sql.lit(maxChecked)}
  ) open
  cross join lateral (
    select id, correction_id, monthly_premium, ${currentDecision(sql`decision`, sql`verdict`)} as current_decision, ${offeredPremium} as offered
    from underwriting_results where quote_submission_id = open.id order by id desc limit 1
  ) result
) waiting`

/** Matches the results that wait for an act. */
export function waitsFor(act: WaitingAct, resultId: RawBuilder<unknown>) {
  return sql<boolean>`${resultId} in (select id from ${waiting} where act = ${sql.lit(act)})`
}

export type Waiting = {
  count: number
  /** US dollars a month: as rated of a referral, as offered of a result to send, nothing of a refusal. */
  premium: number
}

/** Sums what waits now for each act. */
export async function sumWaiting(db: Db): Promise<Record<WaitingAct, Waiting>> {
  const { rows } = await sql<Waiting & { act: WaitingAct }>`
    select act, count(*)::int as count, coalesce(sum(premium), 0)::float8 as premium from ${waiting} group by act`.execute(
    db,
  )
  const of = (act: WaitingAct) => {
    const { count = 0, premium = 0 } = rows.find((row) => row.act === act) ?? {}
    return { count, premium }
  }
  return Object.fromEntries(acts.map((act) => [act, of(act)])) as Record<WaitingAct, Waiting>
}
