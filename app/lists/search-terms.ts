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

/** Returns a text in small letters without accents, as the database's `search_words` has it. */
export function plainLetters(text: string) {
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

/** Returns a PostgreSQL text search query for words that start with each word of the search; null for a search without words. */
export function startsOfWords(search: string) {
  const words = wordsOf(search)
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ')
}
