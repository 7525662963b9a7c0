import { sql } from 'kysely'

import type { Db } from '../../../db/schema'
import { adminName } from '~/domain/accounts/admin-name.queries.server'
import {
  hasOpenQuestion,
  hasUnreadAnswer,
  isOpen,
} from '~/domain/applicant-questions/applicant-questions.queries.server'
import { isUnanswered } from '~/domain/decisions/waiting.queries.server'
import type { Correction } from '~/domain/corrections/corrections.server'
import type { PricePart } from '~/domain/underwriting/changed-parts'
import { changedParts } from '~/domain/underwriting/changed-parts.queries.server'

/** The act that an application waits for: a first run, a decision on its referral, or that its result is sent. */
export type WorkAct = 'run' | 'decide' | 'send'

export type WorkRow = {
  act: WorkAct
  quote_id: number
  name: string
  employer: string
  /** The income in dollars a month, the years of employment and the state, as the application says. */
  income: number
  employment_length: number
  region_state: string
  submitted_at: Date
  result_id: number | null
  /** What the engine or, about a referral, a person has decided; null before the first run. */
  decision: string | null
  /** That of the person's decision that counts. */
  decision_id: number | null
  /** Whether a decision on the referral waits for a senior. */
  proposed: boolean
  /** Whether a person has decided on the newest result, a proposal included. */
  decided: boolean
  /** The corrections of an application that has a result, oldest first, and the newest of them that its newest result has. */
  corrections: Pick<Correction, 'id' | 'changes'>[]
  correction_id: number | null
  /** What the newest result or, in its place, a person offers: the lump sum in dollars, and the premium in dollars a month. */
  tier: string | null
  cover: number | null
  premium: number | null
  /** The reasons of its result if that is referred; empty for another act. Those of the first engine have no code. */
  reasons: { code: string | null; text: string }[]
  /** When the oldest question was asked that its applicant has not answered. */
  question_since: Date | null
  /** Whether its applicant has answered a question, and the answer is unread. */
  unread: boolean
  /** The status that was set by hand though nothing was sent: 'Quoted' or 'Declined'; null if it follows the work. */
  marked: string | null
  /** What the price depends on and has changed since the result: the price may differ today. */
  changed: PricePart[]
  /** Whether an earlier result is with the applicant. */
  answered: boolean
  /** The admin who has taken it. */
  holder_id: number | null
  holder: string | null
  /** The number of applications that wait for the same act. */
  count: number
}

/** Whose applications are listed: those of one admin, of nobody, or of both; or those of all other admins than one. */
export type Holders = { admin?: number; nobody?: boolean } | { otherThan: number }

/**
 * Lists the oldest applications without an answer, by what they wait for: at most `shown` for each act, of the oldest `maxChecked` ones.
 * The newest result of an application counts. `quotes` limits it to some applications. A referral with an open question waits for its
 * applicant: it is left out.
 */
export async function listWork(
  db: Db,
  {
    shown,
    maxChecked,
    holders,
    quotes,
  }: { shown: number; maxChecked: number; holders?: Holders | undefined; quotes?: readonly number[] },
) {
  const named = quotes ? sql`and quote_submissions.id = any(${[...quotes]}::integer[])` : sql``
  const held = holders ? sql`and ${isHeldBy(holders)}` : sql``
  const { rows } = await sql<WorkRow>`
    with open as (
      select quote_submissions.id, name, employer_name, income, employment_length,
        quote_submissions.region_state, submitted_at, status, correction_id,
        exists (select 1 from offers where quote_submission_id = quote_submissions.id and withdrawn_at is null) as answered,
        assigned.id as holder_id, ${adminName('assigned')} as holder
      from quote_submissions
      left join (assignments join users assigned on assigned.id = assignments.user_id and assigned.admin)
        on assignments.quote_submission_id = quote_submissions.id
      where ${isUnanswered} ${named} ${held}
      order by submitted_at, quote_submissions.id limit ${maxChecked}
    ), waiting as (
      select open.id as quote_id, open.name, employer_name as employer, open.income, open.employment_length,
        open.region_state, open.submitted_at, open.status, open.answered, open.correction_id, holder_id, holder,
        result.id as result_id,
        case when state = 'final' then verdict else result.decision end as decision,
        case when state = 'final' then decided.id end as decision_id,
        coalesce(state = 'proposed', false) as proposed,
        state is not null as decided,
        case when state = 'final' then tier end as decided_tier,
        case when state = 'final' then coverage end as decided_coverage,
        case when state = 'final' then monthly end as decided_monthly,
        case when result.id is null then 'run'
          when result.decision = 'referred' and state is distinct from 'final' then
            case when state is null and ${hasOpenQuestion(sql`open.id`)} then 'wait' else 'decide' end
          else 'send' end as act
      from open
      left join lateral (
        select id, decision from underwriting_results
        where quote_submission_id = open.id order by id desc limit 1
      ) result on true
      left join lateral (
        select id, verdict, state, tier, coverage, monthly from decisions
        where result_id = result.id order by id desc limit 1
      ) decided on true
    ), ranked as (
      select *, count(*) over (partition by act)::int as count,
        row_number() over (partition by act order by submitted_at, quote_id) as place
      from waiting where act <> 'wait'
    )
    select act, quote_id, name, employer, ranked.income, ranked.employment_length, ranked.region_state, submitted_at,
      result_id, ranked.decision, decision_id, proposed, decided, holder_id, holder, count, answered,
      ${changedParts(sql`result_id`)} as changed,
      case when answered then null
        when status = 'Quoted' or status = 'Declined' and ranked.decision <> 'declined' then status
      end as marked,
      case when ranked.correction_id is null then '[]' else coalesce((
        select jsonb_agg(jsonb_build_object('id', corrections.id, 'changes', changes) order by corrections.id)
        from corrections where quote_submission_id = ranked.quote_id and result_id is not null
      ), '[]') end as corrections, underwriting_results.correction_id,
      coalesce(decided_tier, coverage_tier) as tier, coalesce(decided_coverage, max_coverage) as cover,
      coalesce(decided_monthly, monthly_premium) as premium,
      coalesce((
        select jsonb_agg(jsonb_build_object('code', reason ->> 'code', 'text', coalesce(reason ->> 'text', reason #>> '{}')))
        from jsonb_array_elements(calculation_details -> 'decision' -> 'reasons') reason
        where act = 'decide'
      ), '[]') as reasons,
      (select min(asked_at) from applicant_questions
        where quote_submission_id = ranked.quote_id and ${isOpen}) as question_since,
      ${hasUnreadAnswer(sql`ranked.quote_id`)} as unread
    from ranked left join underwriting_results on underwriting_results.id = result_id
    where place <= ${shown} order by act, place`.execute(db)
  return rows
}

function isHeldBy(holders: Holders) {
  if ('otherThan' in holders) return sql`assigned.id <> ${holders.otherThan}`
  return sql`(assigned.id = ${holders.admin ?? 0} or (${holders.nobody ?? false} and assigned.id is null))`
}

/** Counts the applications without an answer, at most `max` of them. */
export async function countOpen(db: Db, max: number) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from quote_submissions where ${isUnanswered} limit ${max}) open`.execute(db)
  return rows[0]?.count ?? 0
}

/** Counts what else waits for an admin: unanswered messages, requests for the deck, and mails that failed. */
export async function countElse(db: Db) {
  const { rows } = await sql<{ messages: number; requests: number; mails: number }>`
    select (select count(*)::int from (select 1 from contact_submissions where status = 'Pending' limit 1000) unanswered) as messages,
      (select count(*)::int from pitch_deck_requests where status = 'pending') as requests,
      (select count(*)::int from (select 1 from sent_emails where status = 'failed' limit 1000) failed) as mails`.execute(
    db,
  )
  return rows[0] ?? { messages: 0, requests: 0, mails: 0 }
}
