/** Escapes a text for a LIKE pattern, so that its wildcards match literally. */
export function literal(text: string) {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** Returns a PostgreSQL text search query for words that start with each word of the search; null for a search without words. */
export function startsOfWords(search: string) {
  const words = search.split(/[\u0000-\u002f:-@[-`{-\u007f\s]+/u).filter((word) => word !== '')
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ')
}
