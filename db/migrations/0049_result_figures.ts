import { sql, type Kysely } from 'kysely'

/**
 * The figures of results in the order of time, read from the index alone: a row of the table holds the whole input and explanation of a
 * result.
 */
const statements = [
  'drop index underwriting_results_date',
  `create index underwriting_results_date on underwriting_results (date_created, id) include (quote_submission_id, decision,
    verdict, coverage_tier, industry, monthly_premium, changed_premium, expected_loss_ratio)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
