import { sql, type Kysely } from 'kysely'

/** Which admin works on an application: one at most. */

const statements = [
  `create table assignments (
    quote_submission_id integer primary key references quote_submissions (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    created_at timestamptz not null default now()
  )`,
  `create index assignments_user_id on assignments (user_id)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
