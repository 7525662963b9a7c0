import { sql, type Kysely } from 'kysely'

/*
 * The words by which submissions and accounts are searched: letters without accents, parted by punctuation. A word with an apostrophe
 * counts without it too, so that 'oneill' and 'neill' both find O'Neill.
 */

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

/** The letters with accents of Latin-1 and Latin Extended-A, in both cases, and the plain letter of each. */
const letters = Array.from({ length: 0x180 - 0xc0 }, (_, index) =>
  String.fromCodePoint(0xc0 + index),
).flatMap((letter) => {
  const plain = special[letter.toLowerCase()] ?? letter.toLowerCase().normalize('NFD').slice(0, 1)
  return /^[a-z]$/.test(plain) ? [{ letter, plain }] : []
})
export const accented = letters.map(({ letter }) => letter).join('')
export const unaccented = letters.map(({ plain }) => plain).join('')
export const punctuation = `!"#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~‘’`

const words = `create function search_words(searched text) returns tsvector
  language sql immutable parallel safe as $$
    select to_tsvector('simple', translate(
      case when searched ~ '[''‘’]' then searched || ' ' || translate(searched, '''‘’', '') else searched end,
      '${accented}${punctuation}', '${unaccented}' || repeat(' ', 34)))
  $$`

const searched: Record<string, string> = {
  quote_submissions: `name || ' ' || email || ' ' || coalesce(phone, '') || ' ' || employer_name`,
  contact_submissions: `name || ' ' || email || ' ' || coalesce(phone, '') || ' ' || message`,
  waitlist_submissions: `name || ' ' || email || ' ' || coalesce(referral_source, '') || ' ' || coalesce(utm_source, '') || ' ' || coalesce(utm_campaign, '')`,
  career_submissions: `name || ' ' || email || ' ' || position`,
  users: `username || ' ' || email`,
}

export async function up(db: Kysely<unknown>) {
  await sql.raw(words).execute(db)
  for (const [table, columns] of Object.entries(searched)) {
    await sql.raw(`drop index ${table}_words`).execute(db)
    await sql.raw(`create index ${table}_words on ${table} using gin (search_words(${columns}))`).execute(db)
  }
}
