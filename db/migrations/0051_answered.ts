import { sql, type Kysely } from 'kysely'

/**
 * Whether a result was sent to the applicant and is not withdrawn. The work list shows an application that has a result until then, whatever
 * its status says: a run sets Declined, and a person can set Quoted.
 */
const statements = [
  'alter table quote_submissions add column answered boolean not null default false',
  `update quote_submissions set answered = true where exists (
    select 1 from offers where quote_submission_id = quote_submissions.id and withdrawn_at is null)`,
  'drop index quote_submissions_open',
  `create index quote_submissions_open on quote_submissions (submitted_at, id)
    where status in ('Pending', 'In review')
      or (status in ('Quoted', 'Declined') and engine_decision is not null and not answered)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
