import { sql, type Kysely } from 'kysely'

/**
 * What large lists are filtered and sorted by, beside what the engine gave: the verdict of a person that counts, and price and cover of a change,
 * with each result; and with each application the industry of its newest result.
 */

const statements = [
  `alter table underwriting_results
    add column verdict text check (verdict in ('accepted', 'changed', 'declined')),
    add column changed_premium numeric(14, 2) check (changed_premium >= 0),
    add column changed_coverage numeric(14, 2) check (changed_coverage >= 0)`,
  `update underwriting_results result set verdict = newest.verdict, changed_premium = newest.monthly, changed_coverage = newest.coverage
    from (select distinct on (result_id) result_id, state, verdict, monthly, coverage from decisions order by result_id, id desc) newest
    where newest.result_id = result.id and newest.state = 'final'`,
  `create index underwriting_results_shown on underwriting_results (coalesce(verdict, decision), id)`,
  `create index underwriting_results_offered on underwriting_results (coalesce(
    case coalesce(verdict, decision) when 'approved' then monthly_premium when 'accepted' then monthly_premium
      when 'changed' then changed_premium end, -1), id)`,

  'alter table quote_submissions add column rated_industry text',
  `update quote_submissions quote set rated_industry = nullif(newest.industry, '')
    from (select distinct on (quote_submission_id) quote_submission_id, industry
      from underwriting_results order by quote_submission_id, id desc) newest
    where newest.quote_submission_id = quote.id`,
  `create index quote_submissions_rated_industry
    on quote_submissions (lower(coalesce(rated_industry, industry)), submitted_at desc, id desc)`,
  `create index quote_submissions_tier on quote_submissions (coverage_tier, submitted_at desc, id desc)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
