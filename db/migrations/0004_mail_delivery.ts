import { sql, type Kysely } from 'kysely'

/* Who looks after the outbox finds its mails by state and by recipient, and does not take one that is being sent. */

const statements = [
  `alter table sent_emails add column leased_until timestamptz`,
  `create index sent_emails_state on sent_emails (status, id desc)`,
  `create index sent_emails_recipient on sent_emails (lower(recipient) text_pattern_ops)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
