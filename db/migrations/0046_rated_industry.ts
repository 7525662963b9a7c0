import { sql, type Kysely } from 'kysely'

/** The industry of a result is the one that it was rated with: that of the employer's record comes before the applicant's answer. */
const statements = [
  'alter table underwriting_results drop column industry',
  `alter table underwriting_results add column industry text not null generated always as (
    coalesce(nullif(trim(input -> 'employer' ->> 'industry'), ''), input -> 'quote' ->> 'industry', '')) stored`,
  `create index underwriting_results_industry on underwriting_results (lower(industry), id)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
