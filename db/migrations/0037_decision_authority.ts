import { sql, type Kysely } from 'kysely'

/**
 * How far an admin decides about referred results alone, and the confirmation of a senior for decisions that go further. Admins that exist
 * already could decide everything, and still can.
 */

const statements = [
  `alter table users
    add column authority text not null default 'senior' check (authority in ('underwriter', 'senior'))`,
  `alter table decisions
    add column state text not null default 'final' check (state in ('final', 'proposed')),
    add column confirmed_by integer references users on delete set null,
    add column confirmed_at timestamptz,
    add constraint decisions_confirmed_check check (confirmed_at is null or state = 'final')`,
  'create index decisions_confirmed_by on decisions (confirmed_by)',
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
