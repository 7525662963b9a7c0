import { sql } from 'kysely'

import type { Db } from '../../../db/schema'
import { shownDecision } from '~/domain/decisions/current-decision.queries.server'

/**
 * Counts the quotes of each status on each day (UTC) from `since` to `until`, from the last day back to the one on which a status has
 * `max`. A day is counted as a range of only the index.
 */
export async function countByDay(
  db: Db,
  { since, until, statuses, max }: { since: string; until: string; statuses: readonly string[]; max: number },
) {
  const counted = sql`(
    select count(*) as count from quote_submissions
    where quote_submissions.status = wanted.status
      and submitted_at >= wanted.day::timestamp at time zone 'UTC'
      and submitted_at < (wanted.day + 1)::timestamp at time zone 'UTC'
  ) one`
  const { rows } = await sql<{ day: string; status: string; count: number }>`
    with recursive days as (
      select wanted.status, wanted.day, count, count as total
      from (select status, ${until}::date as day from unnest(${[...statuses]}::text[]) as status) wanted
      cross join lateral ${counted}
      union all
      select wanted.status, wanted.day, one.count, wanted.total + one.count
      from (
        select status, day - 1 as day, total from days where day > ${since}::date and total < ${max}
      ) wanted
      cross join lateral ${counted}
    )
    select day::text as day, status, count from days order by day, status`.execute(db)
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/**
 * The rated monthly premiums of each tier in dollars, from the newest result of each quote among the newest `max` results, without
 * declined ones, in the order of the tiers' base premiums; those that are no longer configured come last. A quote's newest result is the
 * one with the highest id.
 */
export async function spreadOfPremiums(db: Db, { max, tiers }: { max: number; tiers: number }) {
  const { rows } = await sql<
    Record<'count' | 'least' | 'lower' | 'median' | 'upper' | 'greatest', number> & { tier: string }
  >`
    select coverage_tier as tier, count(*) as count, min(monthly_premium) as least, max(monthly_premium) as greatest,
      percentile_cont(0.25) within group (order by monthly_premium) as lower,
      percentile_cont(0.5) within group (order by monthly_premium) as median,
      percentile_cont(0.75) within group (order by monthly_premium) as upper
    from (
      select distinct on (quote_submission_id) coverage_tier, monthly_premium, shown
      from (
        select id, quote_submission_id, coverage_tier, monthly_premium, ${shownDecision} as shown
        from underwriting_results order by date_created desc, id desc limit ${max}
      ) recent
      order by quote_submission_id, id desc
    ) newest
    left join coverage_tiers on lower(tier_name) = lower(coverage_tier)
    where shown <> 'declined' and coverage_tier is not null and monthly_premium is not null
    group by coverage_tier
    order by min(base_premium), median, tier
    limit ${tiers}`.execute(db)
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

export async function countResults(db: Db, max: number) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from underwriting_results order by id desc limit ${max}) counted`.execute(
    db,
  )
  return Number(rows[0]?.count)
}

export type ScenarioMonth = {
  /** YYYY-MM-DD */
  month: string
  scenario: string | null
  /** Percent. */
  loss_ratio: number | null
  /** US dollars. */
  reserve: number | null
  /** Percent. */
  meltdown: number | null
}

/**
 * The months of the scenario of the newest active row, up to `months`; if a day has several rows, the newest. Each step finds one month by
 * the index, however many rows other scenarios and runs have.
 */
function monthsOfNewest(months: number) {
  const columns = sql`id, "SimDate", "ScenarioName", "LossRatio", "ReserveBalance", "MeltdownProbability", "PremiumTotal",
    "ClaimsTotal", "ClaimCount"`
  return sql`
    recursive months as (
      (select ${columns}, 1 as step from synergy_data
      where is_active order by "SimDate" desc, id desc limit 1)
      union all
      select earlier.*, months.step + 1 from months cross join lateral (
        select ${columns} from synergy_data
        where is_active
          and md5(coalesce("ScenarioName", '')) = md5(coalesce(months."ScenarioName", ''))
          and "SimDate" < months."SimDate"
        order by "SimDate" desc, id desc limit 1
      ) earlier
      where months.step < ${months}
    )`
}

/** Returns up to `months` months of the newest scenario, oldest first. */
export async function newestScenario(db: Db, months: number): Promise<ScenarioMonth[]> {
  const { rows } = await sql<ScenarioMonth>`
    with ${monthsOfNewest(months)}
    select "SimDate" as month, "ScenarioName" as scenario, "LossRatio" as loss_ratio, "ReserveBalance" as reserve,
      "MeltdownProbability" as meltdown
    from months order by "SimDate"`.execute(db)
  return rows
}

type BookMonth = {
  /** YYYY-MM-DD */
  month: string
  scenario: string | null
  /** US dollars. */
  premium: number | null
  claims: number | null
  claim_count: number | null
}

/** Returns the premium and claims of up to `months` months of the newest scenario, oldest first. */
export async function newestMonths(db: Db, months: number): Promise<BookMonth[]> {
  const { rows } = await sql<BookMonth>`
    with ${monthsOfNewest(months)}
    select "SimDate" as month, "ScenarioName" as scenario, "PremiumTotal"::float8 as premium,
      "ClaimsTotal"::float8 as claims, "ClaimCount"::float8 as claim_count
    from months order by "SimDate"`.execute(db)
  return rows
}
