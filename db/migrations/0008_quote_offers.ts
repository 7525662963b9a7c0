import { sql, type Kysely } from 'kysely'

/* Results that were sent to their applicants. A quote has one live offer at most; those before it stay as its history. */

const statements = [
  `create table offers (
    id serial primary key,
    result_id integer not null references underwriting_results on delete cascade,
    quote_submission_id integer not null references quote_submissions on delete cascade,
    token_hash bytea not null unique,
    sent_by integer references users on delete set null,
    sent_at timestamptz not null default now(),
    withdrawn_at timestamptz
  )`,
  `create unique index offers_live on offers (quote_submission_id) where withdrawn_at is null`,
  `create index offers_result on offers (result_id)`,
  `create index offers_quote on offers (quote_submission_id)`,
  `create index offers_sender on offers (sent_by)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
