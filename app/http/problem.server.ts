import { json } from '@remix-run/node'

import { parseId } from '~/domain/ids'
import type { TooManyAttempts } from '~/domain/rate-limits/rate-limits.server'

/** An expected error of an API call; `resource()` turns it into JSON. Pages use notFoundPage and rejectForm. */
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

/** The Retry-After header, in seconds, when the database or the hashing queue is full. */
export const retryAfter = { 'Retry-After': '5' }

/** Returns the Retry-After header of the next possible attempt. */
export function waitOf(error: TooManyAttempts) {
  return { 'Retry-After': String(error.retryAfterSeconds) }
}

/** The status of a call whose record is missing, or whose state does not allow the change. */
export function statusOf(reason: 'missing' | 'conflict') {
  return reason === 'missing' ? 404 : 409
}

/** Returns the 404 response of a page whose record does not exist, with a message that names the record. */
export function notFoundPage(message: string) {
  return json(message, { status: 404 })
}

/** Parses the id in a page's path or form. Responds 404 if it is not an id. */
export function pageId(text: unknown, missing: string) {
  const id = parseId(text)
  if (id === null) throw notFoundPage(missing)
  return id
}
