/** The largest id: a 32-bit integer in the database. */
export const maxId = 2_147_483_647

/** Returns the number of a quote from how people write it: '12', 'Q-12', 'q12' or '#12'. Other texts are returned as they are. */
export function quoteDigits(text: string) {
  return text.trim().replace(/^(?:q\s?-?\s?|#\s?)(?=\d+$)/i, '')
}

/** Returns the number of a result from how people write it: '12', '#12' or 'Result 12'. Other texts are returned as they are. */
export function resultDigits(text: string) {
  return text.trim().replace(/^(?:result\s|#\s?)(?=\d+$)/i, '')
}

/** Parses a record's id, in digits only. Returns null for any other value. */
export function parseId(text: unknown) {
  const id = typeof text === 'string' && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : NaN
  return id <= maxId ? id : null
}

/** Parses the id of the newest entry that a form or a call knew: 0 for none, undefined if it skips the conflict check. */
export function parseBaseId(value: unknown) {
  return value === undefined ? undefined : (parseId(value) ?? 0)
}
