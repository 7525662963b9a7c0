import { sql, type RawBuilder } from 'kysely'

import { startsOfWords, wordsOf } from './search-terms'

/**
 * Matches texts with a word beginning with each word of a search, using an index on their `search_words`; null for a search
 * without words.
 */
export function hasWords(text: string, search: string): RawBuilder<boolean> | null {
  const query = startsOfWords(search)
  return query === null
    ? null
    : sql<boolean>`search_words(${sql.raw(text)}) @@ to_tsquery('simple', ${query})`
}

/**
 * Rejects most texts that `hasWords` does not match, in a tenth of its time: a word is a part of its text. Texts with accents or apostrophes
 * are not rejected, since their words have other letters. The database reads '1e5x' as a number and a word, which need not be side by side.
 */
export function mayHaveWords(text: string, search: string) {
  const parts = wordsOf(search)
    .flatMap((word) => word.split(/(?<=\de\d+)(?=\D)/))
    .map((word) => sql`strpos(lower(${sql.raw(text)}), ${word}) > 0`)
  return sql<boolean>`(${sql.join(parts, sql` and `)} or (${sql.raw(text)}) ~ '[^ -&(-~]')`
}
