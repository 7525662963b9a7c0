import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'

import { bodyLimitOf, tooLargeMessage } from '~/http/body.server'
import { hasPersonalCookie } from '~/http/cookies.server'
import { redactPath } from '~/log.server'
import { withRequestContext } from '~/request-context.server'

import { preferredEncoding } from './accept-encoding.server'
import { clientOf, isLocal, remixHeaders, type EdgeSite } from './client.server'
import type { Exchange } from './exchange.server'
import { finishHeaders, openBody, sendBody, type ResponseInfo } from './finish-response.server'
import type { PendingRender } from './page-cache.server'
import { remixRequest, RemixResponse } from './remix-messages.server'
import type { RemixHandler } from './remix-serve.server'
import { hasBody, limitedBody } from './request-body.server'
import { isApi, type Rejection } from './validate-request.server'

type Options = { handler: RemixHandler; site: EdgeSite; log: Pick<Logger, 'error'> }

/** The path at which Remix renders the page of a rejection: no route has it. */
const rejectionPath = '/rejected'

/**
 * Passes the request to Remix. `render` is the page's pending cache entry, if the request may fill it. The page of a request that was
 * rejected for its URL is rendered at another one.
 */
export function callRemix(exchange: Exchange, render: PendingRender | null, { handler, site, log }: Options) {
  const { request, response, id, method, target, reject } = exchange
  const nonce = randomBytes(18).toString('base64')
  const remixResponse = responseOf(exchange, nonce)
  response.once('close', () => remixResponse.destroy())

  /** Responds instead of Remix, whose later output is dropped. Closes the connection if the response has already begun. */
  const overrule = (rejection: Rejection) => {
    if (response.headersSent || remixResponse.writableFinished) return request.socket.destroy()
    remixResponse.destroy()
    reject(rejection)
  }
  const fail = (error: unknown) => {
    // The route has logged why its stream failed.
    if (!response.headersSent)
      log.error({ err: error, id, path: redactPath(target.file) }, 'a request failed')
    overrule({ status: 500, message: 'Something went wrong on our side' })
  }
  const limit = bodyLimitOf(method, target.route)
  const body = hasBody(request)
    ? limitedBody(request, limit, () => overrule({ status: 413, message: tooLargeMessage(limit) }))
    : null
  if (exchange.expectsContinue) response.writeContinue()

  const { rejection } = target
  const path = rejection ? rejectionPath : (request.url ?? '')
  const url = isApi(target.route) ? withoutDataQuery(path) : path
  const headers = remixHeaders(request, site.url.host)
  const context = {
    ...clientOf(request, site, id),
    host: request.headers.host,
    isLocal: isLocal(request, site),
    nonce,
    render,
    rejection,
    response: remixResponse,
    memory: new Map<string, Promise<unknown>>(),
  }
  void withRequestContext(context, async () => {
    try {
      await handler(remixRequest({ method, url, site: site.url, headers, body }), remixResponse, fail)
    } catch (error) {
      fail(error)
    } finally {
      render?.abandon()
    }
  })
}

/** The response that Remix writes to. Finishes and sends it. */
function responseOf({ request, response, method, target, setHeaders, reject }: Exchange, nonce: string) {
  const info: ResponseInfo = {
    method,
    route: target.route,
    hasPersonalCookie: hasPersonalCookie(request.headers.cookie),
    acceptsGzip: preferredEncoding(request.headers, ['gzip']) === 'gzip',
  }
  const writeHead = () => {
    setHeaders(nonce)
    response.statusCode = remixResponse.statusCode
    // The response's own headers override those of the edge.
    for (const [name] of remixResponse.headers) response.removeHeader(name)
    for (const [name, value] of remixResponse.headers) response.appendHeader(name, value)
    finishHeaders(response, info)
  }
  const remixResponse: RemixResponse = new RemixResponse({
    send(body) {
      if (isResourceMethodError(request, remixResponse)) return reject(wrongMethodOfResource)
      writeHead()
      sendBody(response, info, body)
    },
    open() {
      writeHead()
      return openBody(response, info)
    },
  })
  return remixResponse
}

/** Whether this is Remix's own error of a route that has neither a page nor an action: JSON, although the route may respond with other types. */
function isResourceMethodError({ url = '' }: IncomingMessage, { statusCode, headers }: RemixResponse) {
  const isRemixError = headers.some(([name]) => name.toLowerCase() === 'x-remix-error')
  return statusCode === 405 && isRemixError && !/[?&]_data=/.test(url)
}

const wrongMethodOfResource: Rejection = {
  status: 405,
  message: 'Method not allowed',
  headers: { Allow: 'GET, HEAD' },
}

/** Makes API calls respond the same with `_data` as without it: with it, Remix would replace some responses with its own. */
function withoutDataQuery(url: string) {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  const params = new URLSearchParams(query)
  if (!params.has('_data')) return url
  params.delete('_data')
  return params.size === 0 ? path : `${path}?${params}`
}
