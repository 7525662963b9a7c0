import { sql, type Kysely } from 'kysely'

/*
 * When the e-mail address of an account is to change, the old address gets a link that takes the change back, before and after it
 * happens. As long as one of an account's links is live, no other account can have the address that it was sent to.
 */
const statements = [
  `create table email_change_links (
    id serial primary key,
    user_id integer not null references users on delete cascade,
    old_email text not null check (length(old_email) <= 254),
    token_hash bytea not null unique,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index email_change_links_user on email_change_links (user_id)`,
  `create index email_change_links_email on email_change_links (lower(old_email))`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
