import { sql, type Kysely } from 'kysely'

/** What underwriters decide about referred results, which never change. The newest decision of a result counts. */

const statements = [
  `create table decisions (
    id serial primary key,
    created_at timestamptz not null default now(),
    result_id integer not null references underwriting_results on delete cascade,
    user_id integer references users on delete set null,
    verdict text not null check (verdict in ('accepted', 'declined')),
    reason text not null,
    words text not null,
    told text
  )`,
  `create index decisions_result_id on decisions (result_id, id desc)`,
  `create index decisions_user_id on decisions (user_id)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
