import { sql } from 'kysely'

import type { Db } from '../../../db/schema'
import {
  offeredPremium,
  currentDecision,
  type CurrentDecision,
} from '~/domain/decisions/current-decision.queries.server'
import { isUnanswered } from '~/domain/decisions/waiting.queries.server'

/** `premium` is in US dollars a month, of a tier. */
export type ConfigurationRow = { kind: 'employer' | 'tier'; id: number; name: string; premium: number | null }

/** Returns the employers and tiers whose names have words that begin with those of a text search query. */
export async function findConfiguration(db: Db, query: string, limit: number) {
  const { rows } = await sql<ConfigurationRow>`
    (select 'employer' as kind, id, employer_name as name, null::float8 as premium from employer_risks
      where search_words(employer_name) @@ to_tsquery('simple', ${query}) order by employer_name, id limit ${limit})
    union all
    (select 'tier', id, tier_name, base_premium::float8 from coverage_tiers
      where search_words(tier_name) @@ to_tsquery('simple', ${query}) order by base_premium, id limit ${limit})`.execute(
    db,
  )
  return rows
}

/** Returns the tiers, cheapest first. */
export async function listTiers(db: Db, limit: number) {
  const { rows } = await sql<ConfigurationRow>`
    select 'tier' as kind, id, tier_name as name, base_premium::float8 as premium
    from coverage_tiers order by base_premium, id limit ${limit}`.execute(db)
  return rows
}

export async function findQuote(db: Db, id: number) {
  return db
    .selectFrom('quote_submissions')
    .select(['id', 'name', 'email', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns the result with a number, if any, then the newest results of the quote with a number. */
export async function findResults(
  db: Db,
  { id, quote }: { id: number | null; quote: number },
  limit: number,
) {
  return db
    .selectFrom('underwriting_results')
    .innerJoin('quote_submissions', 'quote_submissions.id', 'quote_submission_id')
    .select(['underwriting_results.id', 'quote_submission_id', 'decision', 'verdict', 'name'])
    .select(offeredPremium.as('premium'))
    .where((eb) => eb.or([eb('underwriting_results.id', '=', id), eb('quote_submission_id', '=', quote)]))
    .orderBy(sql`underwriting_results.id is not distinct from ${id}::integer`, 'desc')
    .orderBy('underwriting_results.id', 'desc')
    .limit(limit)
    .execute()
}

export type QuoteState = {
  id: number
  name: string
  /** The newest result, and its current decision; null before the first run. */
  result_id: number | null
  current_decision: CurrentDecision | null
  /** What the engine found. */
  decision: 'approved' | 'referred' | 'declined' | null
  /** US dollars a month that may be offered. */
  premium: number | null
  /** Whether the application has no answer yet, and its newest result is not with the applicant. */
  waits: boolean
  status: string
  email: string
}

/** Returns what is known about some applications, by which acts on them are offered. */
export async function findQuoteStates(db: Db, ids: readonly number[]) {
  const { rows } = await sql<QuoteState>`
    select quote.id, quote.name, quote.status, quote.email, result.id as result_id, current_decision, decision, premium,
      ${isUnanswered} and not exists (
        select 1 from offers where offers.result_id = result.id and withdrawn_at is null) as waits
    from quote_submissions quote
    left join lateral (
      select id, decision, ${currentDecision(sql`decision`, sql`verdict`)} as current_decision, ${offeredPremium} as premium
      from underwriting_results where quote_submission_id = quote.id order by id desc limit 1
    ) result on true
    where quote.id = any(${[...ids]}::integer[]) order by array_position(${[...ids]}::integer[], quote.id)`.execute(
    db,
  )
  return rows
}
