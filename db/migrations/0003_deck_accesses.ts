import { sql, type Kysely } from 'kysely'

/* Investors' browsers that may open the pitch deck; a request that goes takes its accesses with it. */

const statements = [
  `create table pitch_deck_accesses (
    id serial primary key,
    request_id integer not null references pitch_deck_requests on delete cascade,
    token_hash bytea not null unique,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  `create index pitch_deck_accesses_request on pitch_deck_accesses (request_id)`,
  `create index pitch_deck_accesses_expiry on pitch_deck_accesses (expires_at)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
