import { sql, type Kysely } from 'kysely'

/** The tier of an application becomes that of the decision on its newest result, where a person has chosen another one. */
export async function up(db: Kysely<unknown>) {
  await sql
    .raw(
      `update quote_submissions set coverage_tier = decided.tier
      from (
        select distinct on (quote_submission_id) quote_submission_id, newest.state, newest.tier
        from underwriting_results
        left join lateral (
          select state, tier from decisions where result_id = underwriting_results.id order by id desc limit 1
        ) newest on true
        order by quote_submission_id, underwriting_results.id desc
      ) decided
      where decided.quote_submission_id = quote_submissions.id and state = 'final' and decided.tier is not null`,
    )
    .execute(db)
}
