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

/** The HTTP status of each reason for which a service refuses a change. */
const statuses = {
  missing: 404,
  invalid: 422,
  /** A rule of the business does not allow the change, or the engine fails with it. */
  refused: 422,
  forbidden: 403,
  /** Somebody else has changed the record since it was read, or its state does not allow the change. */
  conflict: 409,
  /** Another change went live while this one was checked. */
  overtaken: 409,
  /** Another record has the name. */
  taken: 409,
  unchanged: 409,
  busy: 503,
}

type Reason = keyof typeof statuses

/** Returns the HTTP status of a reason; `refused` is 409 where the rule is about the state of the record. */
export function statusOfReason(reason: Reason, { refused = statuses.refused } = {}) {
  return reason === 'refused' ? refused : statuses[reason]
}

/** Returns the status and the headers of a response by its reason. */
export function initOfReason(reason: Reason) {
  return { status: statuses[reason], ...(reason === 'busy' && { headers: retryAfter }) }
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
