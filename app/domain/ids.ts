/** The largest id: the database counts in integers of 32 bits. */
export const maxId = 2_147_483_647

/** Parses the id of a record, in digits alone. Returns null for any other value. */
export function parseId(text: unknown) {
  const id = typeof text === 'string' && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : NaN
  return id <= maxId ? id : null
}
