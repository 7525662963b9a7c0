import { sql, type Kysely } from 'kysely'

/*
 * The text that an admin is changing the engine's code to, one a person, until it is saved as a version or given up. It need not be
 * sound, and `base` is the hash of the version that it began with.
 */

export async function up(db: Kysely<unknown>) {
  await sql`create table engine_drafts (
    user_id integer primary key references users on delete cascade,
    source text not null,
    note text not null,
    base text check (base ~ '^[0-9a-f]{64}$'),
    saved_at timestamptz not null default now()
  )`.execute(db)
}
