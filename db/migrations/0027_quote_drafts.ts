import { sql, type Kysely } from 'kysely'

/**
 * Applications that are not sent yet, with the answers as typed, each under a private link of which the hash is stored. A draft that was
 * sent keeps no answers: its link then leads to the application.
 */

const statements = [
  `create table quote_drafts (
    id serial primary key,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    token_hash bytea not null unique,
    answers jsonb not null,
    email text,
    user_id integer references users on delete cascade,
    quote_submission_id integer references quote_submissions on delete cascade
  )`,
  `create index quote_drafts_updated_at on quote_drafts (updated_at)`,
  `create index quote_drafts_user_id on quote_drafts (user_id)`,
  `create index quote_drafts_email on quote_drafts (lower(email))`,
  `create index quote_drafts_quote_submission_id on quote_drafts (quote_submission_id)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
