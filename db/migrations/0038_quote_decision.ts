import { sql, type Kysely } from 'kysely'

/** What the engine decided in the newest run of an application, so that the list can be filtered by it; null before the first run. */

const statements = [
  `alter table quote_submissions
    add column engine_decision text check (engine_decision in ('approved', 'referred', 'declined'))`,
  `update quote_submissions quote set engine_decision = newest.decision
    from (select distinct on (quote_submission_id) quote_submission_id, decision
      from underwriting_results order by quote_submission_id, id desc) newest
    where newest.quote_submission_id = quote.id`,
  `create index quote_submissions_engine_decision on quote_submissions (engine_decision, submitted_at desc, id desc)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
