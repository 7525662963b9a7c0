import { sql, type Kysely } from 'kysely'

/**
 * Corrections of the answers of an application by the back office. Application and result name the newest correction that they have: a result
 * with another one than its application was made from other answers.
 */
const statements = [
  `create table corrections (
    id serial primary key,
    created_at timestamptz not null default now(),
    quote_submission_id integer not null references quote_submissions on delete cascade,
    user_id integer references users on delete set null,
    reason text not null,
    changes jsonb not null
  )`,
  `create index corrections_quote on corrections (quote_submission_id, id)`,
  `create index corrections_user on corrections (user_id)`,
  'alter table quote_submissions add column correction_id integer',
  'alter table underwriting_results add column correction_id integer',
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
