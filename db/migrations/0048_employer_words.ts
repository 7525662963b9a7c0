import { sql, type Kysely } from 'kysely'

/*
 * Lists of results find employers by the beginnings of words of their names. A view that was saved before keeps its one employer: the
 * whole name stands in quotation marks.
 */

const statements = [
  `create index quote_submissions_employer_words on quote_submissions using gin (search_words(employer_name))`,
  // The planner tells common words from rare ones by the statistics of the index.
  'analyze quote_submissions',
  `update saved_views set query = regexp_replace(query, '(^|&)employer=([^&]+)', '\\1employer=%22\\2%22') where list = 'results' and length(query) <= 1494`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
