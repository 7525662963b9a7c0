import { sql, type Kysely } from 'kysely'

/*
 * The factors of results as rows, and what lists of results are sorted and grouped by. Results that were stored before have
 * `factors_stored` false until the program has copied theirs, in batches after its start.
 */

const statements = [
  `alter table underwriting_results
    add column expected_loss_ratio double precision,
    add column factors_stored boolean not null default false`,
  `create index underwriting_results_unstored on underwriting_results (id) where not factors_stored`,

  `create table result_factors (
    result_id integer not null references underwriting_results on delete cascade,
    factor text not null,
    multiplier double precision not null,
    dollars double precision not null,
    primary key (result_id, factor)
  )`,
  `create index result_factors_dollars on result_factors (factor, dollars, result_id)`,

  `create index underwriting_results_date on underwriting_results (date_created, id)`,
  `create index underwriting_results_score on underwriting_results (user_score, id)`,
  `create index underwriting_results_combined on underwriting_results (combined_risk_factor, id)`,
  `create index underwriting_results_premium on underwriting_results (coalesce(monthly_premium, -1), id)`,
  `create index underwriting_results_loss_ratio on underwriting_results (coalesce(expected_loss_ratio, -1), id)`,
  `create index underwriting_results_tier_or_none on underwriting_results (coalesce(coverage_tier, ''), id)`,
  `create index quote_submissions_employer on quote_submissions (lower(employer_name), id)`,
  `create index quote_submissions_industry on quote_submissions (lower(industry), id)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
