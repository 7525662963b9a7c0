import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'

import { countSecurityEvent } from '~/domain/security-events/security-events.server'
import { redactPath } from '~/log.server'
import { withClient } from '~/request-context.server'

import { callRemix } from './call-remix.server'
import { clientOf } from './client.server'
import { observe, type Exchange } from './exchange.server'
import { areaOf } from './metrics.server'
import { isCacheable, sendPage, type PageCache } from './page-cache.server'
import { rejectConnect, rejectUnreadable, sendRejection } from './reject.server'
import type { RemixHandler } from './remix-serve.server'
import { endBodyAfterResponse } from './request-body.server'
import { securityHeaders } from './security-headers.server'
import { isDraining } from './shutdown.server'
import { sendStaticFile, type StaticFiles } from './static-files.server'
import {
  allowedMethods,
  asteriskForm,
  crossSite,
  plainHttp,
  readTarget,
  tooLarge,
  validateRequest,
  wantsPage,
  wrongMethod,
  type Rejection,
} from './validate-request.server'

export type EdgeOptions = {
  appUrl: string
  /** The number of trusted proxies in X-Forwarded-For. */
  trustProxy: number
  files: StaticFiles
  pages: PageCache
  log: Pick<Logger, 'child' | 'error'>
}

/**
 * Server options, in milliseconds and bytes. A client has 10 seconds to send its headers and 45 for the whole request, enough for
 * the largest body at 1.1 Mbit/s. The keep-alive timeout is longer than that of common load balancers.
 */
const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: 45_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
  requireHostHeader: false, // the edge rejects it with its own message
} satisfies ServerOptions

/** Idle timeout of a connection, in milliseconds. */
const silenceLimit = 120_000

/** A step of the edge. Returns true if it has responded or will respond. */
type Step = (exchange: Exchange) => boolean

/**
 * Creates the HTTP server in front of Remix. Each request passes the steps from top to bottom until one responds; the last one
 * passes it to Remix.
 */
export function createEdge(
  handler: RemixHandler,
  { appUrl, trustProxy, files, pages, log }: EdgeOptions,
  options: ServerOptions = {},
): Server {
  const site = { url: new URL(appUrl), trustProxy }
  const headersFor = securityHeaders(appUrl)
  /** The pending response of a connection. */
  const current = new WeakMap<Socket, ServerResponse>()
  // Disables redaction, which would cost more than the rest of the line: the edge logs only its own fields.
  const requestLog = log.child({}, { redact: [] })

  /** Creates a step that rejects requests for which `check` returns a reason. */
  const rejecting = (check: (exchange: Exchange) => Rejection | null): Step => {
    return (exchange) => {
      const rejection = check(exchange)
      if (rejection) exchange.reject(rejection)
      return rejection !== null
    }
  }

  const steps: Step[] = [
    rejecting(({ request, target }) => (wantsPage(request, target) ? null : target.rejection)),
    rejecting(({ request }) => validateRequest(request)),
    rejecting(({ request, target }) => plainHttp(request, target, site)),
    rejectCrossSite,
    rejecting(({ request, target }) => tooLarge(request, target)),
    sendRejectionPage,
    rejecting(({ target }) => (target === asteriskForm ? optionsResponse : null)),
    rejectProbeWhileDraining,
    sendFile,
    rejecting(({ request, target }) => wrongMethod(request, target)),
    sendCachedPage,
    (exchange) => {
      callRemix(exchange, null, { handler, site, log })
      return true
    },
  ]

  /** Responds to a malformed URL in a browser with a page of the site. */
  function sendRejectionPage(exchange: Exchange) {
    if (!exchange.target.rejection) return false
    callRemix(exchange, null, { handler, site, log })
    return true
  }

  function rejectCrossSite({ request, id, method, target, reject }: Exchange) {
    const rejection = crossSite(request, site)
    if (!rejection) return false
    const details = { method, path: redactPath(target.file) }
    withClient(clientOf(request, site, id), () => countSecurityEvent({ kind: 'cross-site request', details }))
    reject(rejection)
    return true
  }

  /** Fails readiness so that load balancers go elsewhere; other requests are still served. */
  function rejectProbeWhileDraining(exchange: Exchange) {
    if (!isDraining() || exchange.target.route !== '/readyz') return false
    exchange.area = 'probe'
    exchange.reject({ status: 503, message: 'The service is stopping' })
    return true
  }

  function sendFile(exchange: Exchange) {
    const { request, response, method, target, setHeaders, reject } = exchange
    const file = files.get(target.file)
    if (file === undefined && !target.route.startsWith('/assets/')) return false
    exchange.area = 'static'
    if (!file) reject({ status: 404, message: 'Not found' })
    else if (method !== 'GET' && method !== 'HEAD')
      reject({ status: 405, message: 'Method not allowed', headers: { Allow: 'GET, HEAD' } })
    else {
      setHeaders(null)
      sendStaticFile(request, response, file)
    }
    return true
  }

  /** Responds from the cache, or waits for the pending render. Leaves pages that are not cached to Remix. */
  function sendCachedPage(exchange: Exchange) {
    const { request, response, id, target, expectsContinue } = exchange
    const { route } = target
    exchange.area = areaOf(route)
    const isPublic = exchange.area === 'site' || exchange.area === 'api'
    if (!isPublic || expectsContinue || !isCacheable(request, target)) return false
    const send = () => {
      const page = pages.find(route)
      const closing = isDraining() ? ['Connection', 'close'] : []
      if (page) sendPage(request, response, page, ['X-Request-Id', id, ...closing])
      return page !== null
    }
    const render = () => {
      const place = exchange.method === 'GET' ? pages.startRender(route, headersFor) : null
      callRemix(exchange, place, { handler, site, log })
      return true
    }
    if (send()) return true
    const pending = pages.pendingRender(route)
    if (!pending) return render()
    void pending.then(() => response.destroyed || send() || render())
    return true
  }

  const handle = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean) => {
    const { method = '', url = '', socket } = request
    const id = randomUUID()
    const target = readTarget(method, url)
    const exchange: Exchange = {
      request,
      response,
      id,
      method,
      target,
      area: 'refused',
      expectsContinue,
      setHeaders(nonce) {
        response.setHeader('X-Request-Id', id)
        for (const [name, value] of headersFor(target.route, nonce)) response.setHeader(name, value)
        if (isDraining()) response.setHeader('Connection', 'close')
      },
      reject(rejection) {
        exchange.setHeaders(null)
        sendRejection(request, response, rejection, { route: target.route, expectsContinue })
      },
    }
    current.set(socket, response)
    response.once('close', () => current.get(socket) === response && current.delete(socket))
    observe(exchange, requestLog)
    endBodyAfterResponse(request, response)
    steps.some((step) => step(exchange))
  }

  const server = createServer({ ...serverOptions, ...options })
  server.timeout = silenceLimit
  server.maxRequestsPerSocket = 10_000
  server.on('request', (request, response) => handle(request, response, false))
  server.on('checkExpectation', (request, response) => handle(request, response, false))
  server.on('checkContinue', (request, response) => handle(request, response, true))
  server.on('connect', (_, socket: Socket) => rejectConnect(socket, headersFor('', null)))
  server.on('clientError', (error, socket: Socket) =>
    rejectUnreadable(error, socket, current.get(socket), headersFor('', null)),
  )
  return server
}

/** Responds to `OPTIONS *`. */
const optionsResponse: Rejection = { status: 204, message: '', headers: { Allow: allowedMethods } }
