/** A text as a part of a pattern for LIKE: its wildcards stand for themselves. */
export function literal(text: string) {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** A search as a query of PostgreSQL's text search: a word beginning with each of its words; null where it has none. */
export function startsOfWords(search: string) {
  const words = search.split(/[\u0000-\u002f:-@[-`{-\u007f\s]+/u).filter((word) => word !== '')
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ')
}
