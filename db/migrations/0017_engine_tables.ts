import { sql, type Kysely } from 'kysely'

/*
 * A version of the engine is its source, its tables and its golden cases. Versions of interface 1 have their figures in the source.
 * No term of the cover reduces a benefit, so the share of it that is paid is 1.
 */

const statements = [
  `alter table engine_versions
    add column interface smallint not null default 1 check (interface in (1, 2)),
    add column tables jsonb,
    add column tests jsonb,
    add check (interface = 1 or (tables is not null and tests is not null))`,
  `update coverage_tiers set claim_severity_factor = 1, updated_at = now() where claim_severity_factor < 1`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
