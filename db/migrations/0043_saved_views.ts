import { sql, type Kysely } from 'kysely'

/** The states of lists that admins keep under a name. A query is what the list itself writes into its URL. */
const statements = [
  `create table saved_views (
    id serial primary key,
    user_id integer not null references users on delete cascade,
    list text not null check (list in ('quotes', 'contacts', 'waitlist', 'careers', 'results')),
    name text not null check (length(name) between 1 and 60),
    query text not null check (length(query) <= 1500),
    created_at timestamptz not null default now()
  )`,
  `create unique index saved_views_name on saved_views (user_id, list, lower(name))`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
