/** The largest id: a 32-bit integer in the database. */
export const maxId = 2_147_483_647

/** Parses a record's id, in digits only. Returns null for any other value. */
export function parseId(text: unknown) {
  const id = typeof text === 'string' && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : NaN
  return id <= maxId ? id : null
}
