import { db } from '~/db.server'
import { recordView } from '~/domain/sessions/activity.server'
import { log, redactPath } from '~/log.server'

import { memoizedActiveSession } from './session.server'

/** Records a page view of a signed-in user. Polls, forms, errors and prefetches do not count. */
export function notePageView(request: Request, status: number) {
  if (request.method !== 'GET' || status !== 200 || isPrefetch(request)) return
  const { pathname, searchParams } = new URL(request.url)
  // With a page's data the browser may also request that of its layouts.
  if (/^root$|\/_layout$/.test(searchParams.get('_data') ?? '')) return
  void memoizedActiveSession()
    .then((session) => session && recordView(db, session.id, redactPath(pathname)))
    .catch((error: unknown) => log.warn({ err: error }, 'a page view could not be stored'))
}

function isPrefetch({ headers }: Request) {
  return /prefetch/i.test(headers.get('Sec-Purpose') ?? headers.get('Purpose') ?? '')
}
