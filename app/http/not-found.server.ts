import { json } from '@remix-run/node'

/** Thrown by a page whose record does not exist: the answer is 404, and says what is missing. */
export function notFoundPage(message: string) {
  return json(message, { status: 404 })
}
