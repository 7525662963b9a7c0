import { sql, type Kysely } from 'kysely'

/** Tells versions of the engine that give other prices from those with other comments, spacing or golden cases. */
const statements = [`alter table engine_versions add column price_hash text`]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
