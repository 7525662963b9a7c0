import { sql } from 'kysely'

import type { Db } from '../../../db/schema'
import {
  offeredLossRatio,
  offeredPremium,
  currentDecision,
} from '~/domain/decisions/current-decision.queries.server'

/** The current outcomes of some applications. The newest result of each counts, and its decision by a person. */
export type Figures = {
  applications: number
  run: number
  approved: number
  /** Referred, and not decided yet. */
  referred: number
  declined: number
  /** Sent to the applicant, refusals included. */
  answered: number
  interested: number
  /** Refused by the applicant, among those answered. */
  refused: number
  /** Offers that the applicant has not answered. */
  unanswered: number
  /** Declined by us, which leaves the applicant nothing to answer, among those answered. */
  refusals: number
  withdrawn: number
  /** US dollars a month of the offers that were sent, without those refused by us. */
  premium: number
  /** Expected claims over premium of the same offers, weighted by premium; null without any. */
  loss_ratio: number | null
}

export type Group = Figures & { by: 'all' | 'industry' | 'tier' | 'day'; name: string | null }

/** `from` is inclusive, `to` is not; YYYY-MM-DD in UTC. At most the newest `max` applications are counted. */
type Span = { from: string; to: string; max: number }

/** The newest applications of a span. */
const sent = ({ from, to, max }: Span) => sql`
  sent as materialized (
    select id, submitted_at, coalesce(rated_industry, industry) as industry, coverage_tier as tier, status
    from quote_submissions
    where submitted_at >= ${`${from}T00:00:00Z`}::timestamptz and submitted_at < ${`${to}T00:00:00Z`}::timestamptz
    order by submitted_at desc, id desc limit ${max}
  )`

/** The first and the newest offer of an application, unless it was withdrawn: looked up only where one is live, by an index. */
const offer = sql`(
  select (select min(sent_at) from offers where quote_submission_id = sent.id) as first_sent,
    (select answer from offers where quote_submission_id = sent.id order by id desc limit 1) as answer,
    (select ${currentDecision(sql`decision`, sql`verdict`)} from underwriting_results where id = result_id) as sent_decision
  from offers where quote_submission_id = sent.id and withdrawn_at is null limit 1
) offer`

/** The applications of a span with their newest result, its current decision, and their offer. */
const seen = (span: Span) => sql`
  ${sent(span)}, seen as (
    select sent.industry, tier, status, (submitted_at at time zone 'UTC')::date as day, result.id as result_id, first_sent, answer, sent_decision, result.decision,
      first_sent is not null and result.decision = 'approved' as offered, premium, expected_loss_ratio
    from sent
    left join lateral (
      select id, ${currentDecision(sql`decision`, sql`verdict`)} as decision, ${offeredPremium} as premium,
        ${offeredLossRatio} as expected_loss_ratio
      from underwriting_results where quote_submission_id = sent.id order by id desc limit 1
    ) result on true
    left join lateral ${offer} on true
  )`

/** Counts the applications of a span: all of them, by rated industry, by tier, and by the day (UTC) on which they were sent. */
export async function countByGroup(db: Db, span: Span) {
  const { rows } = await sql<Group>`
    with ${seen(span)}
    select case when grouping(lower(industry)) = 0 then 'industry' when grouping(tier) = 0 then 'tier' when grouping(day) = 0 then 'day' else 'all' end as by,
      case when grouping(tier) = 0 then tier when grouping(day) = 0 then day::text else min(industry) end as name,
      count(*)::int as applications, count(result_id)::int as run,
      count(*) filter (where decision = 'approved')::int as approved,
      count(*) filter (where decision = 'referred')::int as referred,
      count(*) filter (where decision = 'declined')::int as declined,
      count(first_sent)::int as answered,
      count(*) filter (where answer = 'interested')::int as interested,
      count(*) filter (where answer = 'withdrawn')::int as refused,
      count(*) filter (where first_sent is not null and answer is null and sent_decision <> 'declined')::int as unanswered,
      count(*) filter (where first_sent is not null and answer is null and sent_decision = 'declined')::int as refusals,
      count(*) filter (where status = 'Withdrawn')::int as withdrawn,
      coalesce(sum(premium) filter (where offered), 0)::float8 as premium,
      (sum(premium * expected_loss_ratio) filter (where offered)
        / nullif(sum(premium) filter (where offered and expected_loss_ratio is not null), 0))::float8 as loss_ratio
    from seen group by grouping sets ((), (lower(industry)), (tier), (day))
    order by (select base_premium from coverage_tiers where lower(tier_name) = lower(tier)), applications desc, name`.execute(
    db,
  )
  return rows
}

/** Counts the applications of a span that have an answer, by the days (UTC) on which they were sent and first answered. */
export async function countAnswers(db: Db, span: Span) {
  const { rows } = await sql<{ submitted: string; answered: string; count: number }>`
    with ${sent(span)}
    select (submitted_at at time zone 'UTC')::date::text as submitted,
      (first_sent at time zone 'UTC')::date::text as answered, count(*)::int as count
    from sent cross join lateral ${offer}
    group by 1, 2`.execute(db)
  return rows
}
