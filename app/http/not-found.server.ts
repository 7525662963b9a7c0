import { json } from '@remix-run/node'

import { parseId } from '~/domain/ids'

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
