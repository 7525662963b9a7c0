/** Database errors by PostgreSQL's own codes, which both drivers provide. */

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''

/** A value already exists; `constraint` restricts the check to an index. */
export function isUniqueViolation(error: unknown, constraint?: string) {
  return (
    codeOf(error) === '23505' &&
    (constraint === undefined || (error as { constraint?: string }).constraint === constraint)
  )
}

/** A row refers to an account that was deleted after its session was read. */
export function isMissingAccount(error: unknown) {
  return (
    codeOf(error) === '23503' &&
    /is not present in table "users"/.test((error as { detail?: string }).detail ?? '')
  )
}

/** A required column has no value. */
export function isNotNullViolation(error: unknown, column: string) {
  return codeOf(error) === '23502' && (error as { column?: string }).column === column
}

// Connection failures of Node and of PostgreSQL, too many clients, shutdown, canceled by a timeout, aborted by a deadlock.
const transientCodes =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|53\w{3}|57P0\d|57014|40P01)$/
// pg has no codes for its own timeouts, and Kysely none for a database that is closed.
const messages =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error|connection timeout|driver has already been destroyed/i

/** Whether the database is temporarily unavailable: the caller may retry. */
export function isUnavailable(error: unknown): boolean {
  if (transientCodes.test(codeOf(error))) return true
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  return error instanceof Error && (error.name === 'DatabaseUnavailable' || messages.test(error.message))
}

/** For `catch`: null while the database is unavailable; any other error is thrown again. */
export function nullIfUnavailable(error: unknown) {
  if (isUnavailable(error)) return null
  throw error
}
