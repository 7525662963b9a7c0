import { sql, type Kysely } from 'kysely'

/** The application that a message asks about, if it was sent from the page of an offer. */
const statements = [
  `alter table contact_submissions
    add column quote_submission_id integer references quote_submissions on delete set null`,
  `update contact_submissions set quote_submission_id = quote.id
    from quote_submissions quote
    where message ~ '^About quote Q-[0-9]{1,9}:' and lower(contact_submissions.email) = lower(quote.email)
      and quote.id = substring(message from '^About quote Q-([0-9]{1,9}):')::integer`,
  `create index contact_submissions_quote on contact_submissions (quote_submission_id)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
