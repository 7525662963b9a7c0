import type { EntryContext, HandleDataRequestFunction } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'

import { requestContext } from '~/request-context.server'
import { start } from '~/server/boot.server'
import { cacheDocument } from '~/server/page-cache.server'

import { isUnavailable } from '../db/errors'
import { notePageView } from './http/page-views.server'
import { retryAfter } from './http/problem.server'
import { isErrorResponse, log, withoutToken } from './log.server'
import { NonceProvider } from './ui/nonce'

// The server does not listen before this module is loaded, so no request meets a database that is not ready.
await start()

/** Renders a page whole: nothing here is deferred, and a string is the fastest way through. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  const failures = Object.values(context.staticHandlerContext.errors ?? {})
  const unavailable = failures.some(isUnavailable)
  if (unavailable || status === 503) headers.set('Retry-After', retryAfter['Retry-After'])
  // The page's own headers do not hold what its action said.
  for (const said of Object.values(context.staticHandlerContext.actionHeaders)) {
    const wait = said.get('Retry-After')
    if (wait !== null) headers.set('Retry-After', wait)
  }
  if (status >= 500) headers.set('Cache-Control', 'no-store')

  const body = renderToString(
    <NonceProvider value={requestContext().nonce ?? ''}>
      <RemixServer context={context} url={request.url} />
    </NonceProvider>,
  )
  const html = `<!DOCTYPE html>${body}`
  const finalStatus = unavailable ? 503 : status
  headers.set('Content-Type', 'text/html; charset=utf-8')
  cacheDocument(html, finalStatus, headers)
  notePageView(request, finalStatus)
  return new Response(html, { status: finalStatus, headers })
}

/** The data of a page that the browser draws itself. */
export const handleDataRequest: HandleDataRequestFunction = (response, { request }) => {
  notePageView(request, response.status)
  return response
}

/** What a loader or action threw: one line, without the query of the request. A refusal is an answer and no failure. */
export function handleError(error: unknown, { request }: { request: Request }) {
  if (request.signal.aborted || (isErrorResponse(error) && error.status < 500)) return
  log.error({ err: error, path: withoutToken(new URL(request.url).pathname) }, 'a page failed')
}
