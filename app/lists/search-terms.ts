/** Escapes a text for a LIKE pattern, so that its wildcards match literally. */
export function literal(text: string) {
  return text.replace(/[\\%_]/g, '\\$&')
}

const special: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 't',
  ß: 's',
  æ: 'a',
  œ: 'o',
  ı: 'i',
}

/** Returns a text in lower case without accents, like the database's `search_words`. */
function plainLetters(text: string) {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[øłđðþßæœı]/g, (letter) => special[letter] ?? letter)
}

/** Returns the words of a text, without accents and punctuation. */
export function wordsOf(text: string) {
  return plainLetters(text)
    .split(/[\u0000-\u002f:-@[-`{-\u007f‘’\s]+/u)
    .filter((word) => word !== '')
}

/** Returns the record that a search names: 'Q-12' or 'q12' an application, '#12' a record of any kind; null for other searches. */
export function referenceOf(text: string): { kind: 'quote' | 'any'; number: string } | null {
  const [, sign, number] = /^\s*(q-?|#)(\d+)\s*$/i.exec(text) ?? []
  return sign === undefined || number === undefined ? null : { kind: sign === '#' ? 'any' : 'quote', number }
}

/** Returns the groups of digits of a ten-digit phone number, '555 123 4567'; none for other searches. */
export function phoneWords(search: string) {
  const [, ...groups] = /^\s*(?:\+?1[\s.-]*)?\(?(\d{3})\)?[\s.-]*(\d{3})[\s.-]*(\d{4})\s*$/.exec(search) ?? []
  return groups.length === 3 ? [groups.join(' '), groups.join('')] : []
}

/** Returns the words of a search that ignores some of its characters: 'b' for '<b>'. Null if it ignores none, as in 'Q-12'. */
export function countedWords(text: string) {
  if (referenceOf(text)) return null
  const words = wordsOf(text).join(' ')
  return words === plainLetters(text).trim().replace(/\s+/g, ' ') ? null : words
}

/**
 * Returns a PostgreSQL text search query for words that start with each word of the search; null for a search without words. One letter
 * or digit only matches a whole word: as a prefix it would match nearly every record. 'Q-12' matches texts that mention it.
 */
export function startsOfWords(search: string) {
  const reference = referenceOf(search)
  if (reference?.kind === 'quote') return `'q' <-> '${reference.number}'`
  const words = wordsOf(search)
  return words.length === 0
    ? null
    : words.map((word) => (/^[a-z\d]$/.test(word) ? `'${word}'` : `'${word}':*`)).join(' & ')
}
