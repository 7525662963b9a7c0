import { sql, type Kysely } from 'kysely'

/**
 * What the back office asks an applicant, and what was answered by the private link or on the dashboard. An answer is new until an admin
 * marks it as read. And what was replied to messages.
 */

const statements = [
  `create table applicant_questions (
    id serial primary key,
    quote_submission_id integer not null references quote_submissions on delete cascade,
    token_hash bytea not null unique,
    message text not null,
    asked_by integer references users on delete set null,
    asked_at timestamptz not null default now(),
    withdrawn_at timestamptz,
    answer text,
    answered_at timestamptz,
    read_by integer references users on delete set null,
    read_at timestamptz,
    check ((answer is null) = (answered_at is null)),
    check (answer is null or withdrawn_at is null),
    check (read_at is null or answer is not null)
  )`,
  `create index applicant_questions_quote on applicant_questions (quote_submission_id)`,
  `create index applicant_questions_asker on applicant_questions (asked_by)`,
  `create index applicant_questions_reader on applicant_questions (read_by)`,
  `create index applicant_questions_open on applicant_questions (asked_at)
    where answered_at is null and withdrawn_at is null`,
  `create index applicant_questions_unread on applicant_questions (answered_at)
    where answered_at is not null and read_at is null`,
  `create table contact_replies (
    id serial primary key,
    contact_submission_id integer not null references contact_submissions on delete cascade,
    sent_by integer references users on delete set null,
    sent_at timestamptz not null default now(),
    subject text not null,
    message text not null
  )`,
  `create index contact_replies_contact on contact_replies (contact_submission_id)`,
  `create index contact_replies_sender on contact_replies (sent_by)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
