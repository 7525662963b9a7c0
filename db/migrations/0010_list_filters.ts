import { sql, type Kysely } from 'kysely'

/* What the audit log and the underwriting results are filtered by, each newest first; and what the pictures draw of many results. */

const statements = [
  `create index audit_log_user on audit_log (user_id, id)`,
  `create index audit_log_action on audit_log (action, id)`,
  `create index audit_log_kind on audit_log (entity, id)`,
  `create index underwriting_results_decision on underwriting_results (decision, id)`,
  `create index underwriting_results_tier on underwriting_results (coverage_tier, id)`,
  `create index underwriting_results_premiums on underwriting_results (id)
    include (quote_submission_id, coverage_tier, monthly_premium)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
