import { sql, type Kysely } from 'kysely'

/* What a session was shown: how many pages, and which ones last. It goes with its session. */

const statements = [
  `alter table sessions add column page_views integer not null default 0`,
  `create table session_views (
    id serial primary key,
    session_id integer not null references sessions on delete cascade,
    viewed_at timestamptz not null default now(),
    path text not null check (length(path) <= 200)
  )`,
  `create index session_views_session on session_views (session_id, id desc)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
