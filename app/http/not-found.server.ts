import { json } from '@remix-run/node'

import { parseId } from '~/domain/ids'

/** Thrown by a page whose record does not exist: the answer is 404, and says what is missing. */
export function notFoundPage(message: string) {
  return json(message, { status: 404 })
}

/** The id in a page's path or form; whatever is not one names nothing, and the answer is 404. */
export function pageId(text: unknown, missing: string) {
  const id = parseId(text)
  if (id === null) throw notFoundPage(missing)
  return id
}
