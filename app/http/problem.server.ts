import type { TooManyAttempts } from '~/domain/rate-limits/rate-limits.server'

/** An expected refusal, thrown where it is found and answered in one place: JSON below /api, a page elsewhere. */
export class Problem extends Error {
  override name = 'Problem'

  constructor(
    readonly status: number,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
  }
}

/** How many seconds a caller waits before trying again when the database or the hashing queue cannot take more. */
export const retryAfter = { 'Retry-After': '5' }

/** The header that says when there is room for another attempt. */
export function waitOf(error: TooManyAttempts) {
  return { 'Retry-After': String(error.retryAfterSeconds) }
}
