import { sql, type Kysely } from 'kysely'

/*
 * The security event log, and the words by which accounts are searched (as submissions are, see 0005). An event goes with the account
 * that it is about. `bucket` names the hour, kind and caller of events that are counted in one row.
 */

const statements = [
  `create table security_events (
    id serial primary key,
    created_at timestamptz not null default now(),
    kind text not null check (length(kind) <= 40),
    account_id integer references users on delete cascade,
    actor_id integer references users on delete set null,
    email_hash bytea,
    ip_address text check (length(ip_address) <= 100),
    device text check (length(device) <= 100),
    request_id text check (length(request_id) <= 100),
    details jsonb not null default '{}' check (length(details::text) <= 2000),
    bucket text unique,
    hits integer not null default 1,
    last_at timestamptz not null default now()
  )`,
  `create index security_events_account on security_events (account_id, id)`,
  `create index security_events_actor on security_events (actor_id)`,
  `create index security_events_email on security_events (email_hash, id)`,
  `create index security_events_ip on security_events (ip_address, id)`,
  `create index security_events_kind on security_events (kind, id)`,
  `create index security_events_time on security_events (created_at)`,
  `create index users_words on users using gin (to_tsvector('simple',
    translate(username || ' ' || email, '!"#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~', repeat(' ', 32))))`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
