import { sql, type Kysely } from 'kysely'

/**
 * Authenticator apps (at most one in use and one being set up for an account), recovery codes, and logins that have passed the password
 * only. `sessions.proven_at` is when the session's owner last gave the password; 1970 in sessions from before.
 */
const statements = [
  `create table authenticator_apps (
    id serial primary key,
    user_id integer not null references users on delete cascade,
    encrypted_secret bytea not null,
    key_id text not null,
    created_at timestamptz not null default now(),
    confirmed_at timestamptz,
    last_step integer
  )`,
  `create unique index authenticator_apps_user on authenticator_apps (user_id, (confirmed_at is null))`,
  `create table recovery_codes (
    user_id integer not null references users on delete cascade,
    code_hash bytea not null,
    created_at timestamptz not null default now(),
    used_at timestamptz,
    primary key (user_id, code_hash)
  )`,
  `create table pending_logins (
    token_hash bytea primary key,
    user_id integer not null references users on delete cascade,
    remember boolean not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  `create index pending_logins_user on pending_logins (user_id)`,
  `alter table sessions add column proven_at timestamptz not null default 'epoch'`,
  `alter table sessions alter column proven_at set default now()`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
