import type { EntryContext, HandleDataRequestFunction } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'

import { cacheDocument } from '~/http/cache-directive.server'
import { requestContext } from '~/request-context.server'
import { start } from '~/server/boot.server'

import { isUnavailable } from '../db/errors'
import { notePageView } from './http/page-views.server'
import { retryAfter } from './http/problem.server'
import { isErrorResponse, log, redactPath } from './log.server'
import { NonceProvider } from './ui/nonce'

// The server listens only after this module has loaded, so no request arrives before the database is ready.
await start()

/** Renders a page to a string, which is the fastest way, as nothing is deferred. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  const failures = Object.values(context.staticHandlerContext.errors ?? {})
  const unavailable = failures.some(isUnavailable)
  if (unavailable || status === 503) headers.set('Retry-After', retryAfter['Retry-After'])
  // The page's own headers do not include those of its action.
  for (const actionHeaders of Object.values(context.staticHandlerContext.actionHeaders)) {
    const wait = actionHeaders.get('Retry-After')
    if (wait !== null) headers.set('Retry-After', wait)
  }
  if (status >= 500) headers.set('Cache-Control', 'no-store')

  const body = renderToString(
    <NonceProvider value={requestContext().nonce ?? ''}>
      <RemixServer context={context} url={request.url} />
    </NonceProvider>,
  )
  const html = `<!DOCTYPE html>${laterScripts(body)}`
  const finalStatus = unavailable ? 503 : status
  headers.set('Content-Type', 'text/html; charset=utf-8')
  cacheDocument(html, finalStatus, headers)
  notePageView(request, finalStatus)
  return new Response(html, { status: finalStatus, headers })
}

/** Lowers the fetch priority of scripts, as they only enhance a page. `<Scripts>` has no option for this. */
function laterScripts(html: string) {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
}

/** Handles responses to requests for a page's data. */
export const handleDataRequest: HandleDataRequestFunction = (response, { request }) => {
  notePageView(request, response.status)
  return response
}

/** Logs a failure of a loader or an action in one line, without the request's query. A rejection is a response, not a failure. */
export function handleError(error: unknown, { request }: { request: Request }) {
  if (request.signal.aborted || (isErrorResponse(error) && error.status < 500)) return
  log.error({ err: error, path: redactPath(new URL(request.url).pathname) }, 'a page failed')
}
