import { sql, type Kysely } from 'kysely'

/** Passkeys, and the challenges that a browser has to answer with one. A challenge without an account is for a login by passkey alone. */
const statements = [
  `create table passkeys (
    id serial primary key,
    user_id integer not null references users on delete cascade,
    name text not null,
    credential_id text not null unique,
    public_key bytea not null,
    counter bigint not null,
    transports text not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz
  )`,
  `create index passkeys_user on passkeys (user_id)`,
  `create table passkey_challenges (
    token_hash bytea primary key,
    purpose text not null check (purpose in ('add', 'second step', 'login')),
    user_id integer references users on delete cascade,
    challenge text not null,
    expires_at timestamptz not null
  )`,
  `create index passkey_challenges_user on passkey_challenges (user_id)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
