import { sql, type Kysely } from 'kysely'

/*
 * What an admin is changing in the engine's tables and golden cases, one draft a person, until it is saved as a version or given up. It has
 * only what differs from the version in use: the rows of changed tables by the table's key, and golden cases by name, null for a removed
 * one. It need not be sound, and `base` is the hash of the version that it began with.
 */

export async function up(db: Kysely<unknown>) {
  await sql`create table engine_table_drafts (
    user_id integer primary key references users on delete cascade,
    tables jsonb not null,
    tests jsonb not null,
    note text not null,
    base text check (base ~ '^[0-9a-f]{64}$'),
    saved_at timestamptz not null default now()
  )`.execute(db)
}
