import { sql, type Kysely } from 'kysely'

/** What the answer to each question changes under a version of the engine; null until it has been computed. */

export async function up(db: Kysely<unknown>) {
  await sql`alter table engine_versions add column effects jsonb`.execute(db)
}
