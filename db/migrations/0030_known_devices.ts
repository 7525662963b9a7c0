import { sql, type Kysely } from 'kysely'

/** The link that verifies an email, beside its code; the devices that an account has logged in from, as hashes. */
const statements = [
  `alter table email_verifications add column token_hash bytea unique`,
  `create table known_devices (
    user_id integer not null references users on delete cascade,
    device_hash bytea not null,
    last_seen_at timestamptz not null default now(),
    primary key (user_id, device_hash)
  )`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
