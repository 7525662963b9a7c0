import { db } from '~/db.server'
import { recordView } from '~/domain/sessions/activity.server'
import { log, withoutToken } from '~/log.server'

import { sessionOfRequest } from './session.server'

/**
 * Notes a page that a signed-in caller was shown, in the background: neither its answer nor its success waits for that. A poll, a
 * form, a refusal and a page fetched ahead are no views.
 */
export function notePageView(request: Request, status: number) {
  if (request.method !== 'GET' || status !== 200 || isAhead(request)) return
  const { pathname, searchParams } = new URL(request.url)
  // With the data of a page the browser may ask for that of the frame around it.
  if (searchParams.get('_data') === 'root') return
  void sessionOfRequest()
    .then((session) => session && recordView(db, session.id, withoutToken(pathname)))
    .catch((error: unknown) => log.warn({ err: error }, 'a page view was not written down'))
}

function isAhead({ headers }: Request) {
  return /prefetch/i.test(headers.get('Sec-Purpose') ?? headers.get('Purpose') ?? '')
}
