import { sql, type Kysely } from 'kysely'

/** The list of results shows and sorts the expected loss ratio as offered, not as rated. */
const statements = [
  'drop index underwriting_results_loss_ratio',
  `create index underwriting_results_offered_loss_ratio on underwriting_results (coalesce(
    case verdict when 'changed' then expected_loss_ratio * changed_coverage / nullif(max_coverage, 0)
      * monthly_premium / nullif(changed_premium, 0) else expected_loss_ratio end, -1), id)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
