import { sql, type Kysely } from 'kysely'

/** The deletion of an account looks for the rows that refer to it: without these indexes, in whole tables. */
const statements = [
  `create index underwriting_results_user on underwriting_results (user_id)`,
  `create index underwriting_results_version on underwriting_results (engine_version_id)`,
  `create index engine_versions_author on engine_versions (author_id)`,
  `create index engine_versions_decided_by on engine_versions (decided_by)`,
  `create index import_runs_user on import_runs (user_id)`,
  `create index state_rules_created_by on state_rules (created_by)`,
  `create index state_rules_updated_by on state_rules (updated_by)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
