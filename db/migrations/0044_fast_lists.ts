import { sql, type Kysely } from 'kysely'

import { accented, punctuation, unaccented } from './0039_search_words'

/*
 * Lists of large tables. A text in ASCII, as most are, needs no replacement of accents, which took three quarters of the time of its
 * words; they are the same words, so that the indexes stay valid. The industry that a result was run with becomes a column, for a list
 * in its order.
 */

const words = `create or replace function search_words(searched text) returns tsvector
  language sql immutable parallel safe as $$
    select to_tsvector('simple', case
      when searched ~ '[^ -~]' then translate(
        case when searched ~ '[''‘’]' then searched || ' ' || translate(searched, '''‘’', '') else searched end,
        '${accented}${punctuation}', '${unaccented}' || repeat(' ', 34))
      else translate(
        case when strpos(searched, '''') > 0 then searched || ' ' || replace(searched, '''', '') else searched end,
        '${punctuation}', repeat(' ', 34))
      end)
  $$`

const statements = [
  words,
  `alter table underwriting_results
    add column industry text not null generated always as (coalesce(input -> 'quote' ->> 'industry', '')) stored`,
  `create index underwriting_results_industry on underwriting_results (lower(industry), id)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
