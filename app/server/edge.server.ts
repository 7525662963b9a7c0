import { randomBytes, randomUUID } from 'node:crypto'
import http, {
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'

import { withCaller } from '~/domain/security-events/caller.server'
import { countSecurityEvent } from '~/domain/security-events/security-events.server'
import { env } from '~/env.server'
import { bodyLimitOf, tooLargeMessage } from '~/http/body.server'
import { withRequestMemory } from '~/http/request-context.server'
import { log, withoutToken } from '~/log.server'
import { projectPath } from '~/project-path.server'

import { finishAnswer, type Answer } from './edge-answer.server'
import { respondAndClose, endBodyAfterAnswer, limitChunkedBody } from './edge-body.server'
import { withFlow } from './edge-flow.server'
import { callerOf, prepareHeaders } from './edge-headers.server'
import {
  handleUncaught,
  prepareClose,
  disableMorgan,
  onShutdownSignal,
  type CloseServer,
} from './edge-process.server'
import {
  allow,
  crossSite,
  isApi,
  validateRequest,
  plainHttp,
  readTarget,
  tooLarge,
  wrongMethod,
  type Refusal,
  type Target,
} from './edge-refusals.server'
import { loadStaticFiles, sendStaticFile, type StaticFiles } from './edge-static.server'
import { areaOf, requestBegins, requestEnds, type Area } from './metrics.server'
import {
  isCacheable,
  keptHeaders,
  pageCache,
  sendPage,
  readCacheDirective,
  type PageCache,
  type Rendering,
} from './page-cache.server'
import { isPersonal, securityHeaders, type InlineHashes } from './security-headers.server'
import { isDraining } from './shutdown.server'

/** What the edge needs to know of its installation. */
export type EdgeOptions = {
  /** The public origin, for the cross-site check and for transport security. */
  appUrl: string
  /** How many proxies' X-Forwarded-For is believed. */
  trustProxy: number
  files: StaticFiles
  pages: PageCache
  log: Pick<Logger, 'child' | 'error'>
}

/**
 * Options of the outer server, in milliseconds and bytes. A caller has 10 seconds for its headers and 45 for all of its request,
 * enough for the largest body at 1.1 Mbit/s. A kept connection waits longer than the usual load balancer does.
 */
export const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: 45_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
  requireHostHeader: false, // the edge refuses it in its own words
} satisfies ServerOptions

/** After so long without a byte in either direction a connection is cut, in milliseconds. */
const silenceLimit = 120_000

/**
 * Puts the edge in front of remix-serve. remix-serve loads the program before it makes its server, so the next server made in
 * this process is its own: it gets the edge as its listener, with remix-serve's application inside.
 */
export function installEdge() {
  const { createServer } = http
  let closeServer: CloseServer | null = null
  http.createServer = ((inner: RequestListener) => {
    http.createServer = createServer
    const edge = createEdge(inner, {
      appUrl: env.APP_URL,
      trustProxy: env.TRUST_PROXY,
      files: loadStaticFiles(projectPath('build/client')),
      pages: pageCache,
      log,
    })
    const server = createServer(serverOptions, edge.listener)
    edge.configure(server)
    closeServer = prepareClose(server)
    server.on('listening', () => process.stdout.write(`${env.BRAND_NAME} is at ${env.APP_URL}\n`))
    return server
  }) as typeof createServer

  handleUncaught()
  onShutdownSignal(env.DRAIN_SECONDS, () => closeServer)
  disableMorgan()
}

/**
 * The listener that stands in front of another: refuses, serves files, hands on, and puts the last touch to every answer.
 * `configure` prepares the server that the listener is given to (made with `serverOptions`).
 */
export function createEdge(inner: RequestListener, { appUrl, trustProxy, files, pages, log }: EdgeOptions) {
  const headersFor = securityHeaders(appUrl)
  const answering = new WeakMap<Socket, ServerResponse>()
  // The fields of a request's line are the edge's own: there is nothing to redact, and looking for it takes longer than the rest.
  const requestLog = log.child({}, { redact: [] })

  const handle = (request: IncomingMessage, response: ServerResponse, waiting: boolean) => {
    const started = performance.now()
    const { socket } = request
    const sentBefore = socket.bytesWritten
    const id = randomUUID()
    const method = request.method ?? ''
    const target = method === 'OPTIONS' && request.url === '*' ? everything : readTarget(request.url ?? '')
    // A target that cannot be read is still answered in the manner of what it seems to ask for.
    const route = 'route' in target ? target.route : /^\/api\//i.test(request.url ?? '') ? '/api/' : ''
    let area: Area = 'refused'

    answering.set(socket, response)
    requestBegins()
    response.once('close', () => {
      if (answering.get(socket) === response) answering.delete(socket)
      const ms = performance.now() - started
      const { statusCode: status } = response
      requestEnds({ method, area, status, seconds: ms / 1000 })
      const quiet = area === 'static' || area === 'probe'
      requestLog[quiet ? 'debug' : 'info'](
        {
          id,
          method,
          path: 'file' in target ? withoutToken(target.file) : '(malformed)',
          area,
          status,
          ms: Math.round(ms * 10) / 10,
          bytes: socket.bytesWritten - sentBefore,
          ...(response.writableFinished ? {} : { aborted: true }),
        },
        'request',
      )
    })

    const secure = (answer: Pick<Answer, 'setHeader'>, nonce: string | null) => {
      answer.setHeader('X-Request-Id', id)
      for (const [name, value] of headersFor(route, nonce)) answer.setHeader(name, value)
      if (isDraining()) answer.setHeader('Connection', 'close')
    }

    const refuse = (refusal: Refusal, { answer = response as Answer, sent = whenSent(request) } = {}) => {
      secure(answer, null)
      if (waiting) answer.setHeader('Connection', 'close') // whether its body follows is anybody's guess
      const body = writeRefusal(answer, refusal, route, method)
      if (refusal.status === 413 && !waiting)
        respondAndClose(answer, body, sent, () => request.destroy(cutOff()))
      else answer.end(body)
    }

    endBodyAfterAnswer(request, response)
    if (!('route' in target)) return refuse(target)
    const refusal = validateRequest(request) ?? plainHttp(request, target, { trustProxy, appUrl })
    if (refusal) return refuse(refusal)
    const foreign = crossSite(request, appUrl)
    if (foreign) {
      const details = { method, path: withoutToken(target.file) }
      withCaller(callerOf(request, { id, trustProxy }), () =>
        countSecurityEvent({ kind: 'cross-site request', details }),
      )
      return refuse(foreign)
    }
    const large = tooLarge(request, target)
    if (large) return refuse(large)
    if (target === everything) return refuse({ status: 204, message: '', headers: { Allow: allow } })
    if (isDraining() && route === '/readyz') {
      area = 'probe'
      return refuse({ status: 503, message: 'The service is stopping' })
    }

    const file = files.get(target.file)
    if (file !== undefined || route.startsWith('/assets/')) {
      area = 'static'
      if (!file) return refuse({ status: 404, message: 'Not found' })
      if (method !== 'GET' && method !== 'HEAD') {
        return refuse({ status: 405, message: 'Method not allowed', headers: { Allow: 'GET, HEAD' } })
      }
      secure(response, null)
      return sendStaticFile(request, response, file)
    }

    const wrong = wrongMethod(request, target)
    if (wrong) return refuse(wrong)

    area = areaOf(route)
    const handOn = (rendering: Rendering | null) => {
      const nonce = randomBytes(18).toString('base64')
      const { cookie } = request.headers
      const acceptEncoding = request.headers['accept-encoding'] as string | undefined
      if (rendering) response.once('close', rendering.leave)
      const handle = finishAnswer(request, response, {
        acceptEncoding,
        finishHeaders: () => {
          const wish = readCacheDirective(response)
          if (wish && rendering) for (const [name, value] of keptHeaders) response.setHeader(name, value)
          finishHeaders(response, { id, security: headersFor(route, nonce), method, route, cookie })
          if (!wish) rendering?.leave()
          if (!wish || !rendering) return null
          const secure = (inline: InlineHashes) => headersFor(route, inline)
          return (html) => void rendering.keep(html, { ...wish, nonce, secure })
        },
      })
      if (request.headers['transfer-encoding'] !== undefined) {
        const limit = bodyLimitOf(method, route)
        limitChunkedBody(request, limit, (sent) => {
          const answer = handle.hijack()
          if (answer) refuse({ status: 413, message: tooLargeMessage(limit) }, { answer, sent })
          else request.destroy(cutOff())
        })
      }
      if (waiting) response.writeContinue()
      if (isApi(route)) request.url = withoutDataQuery(request.url ?? '')
      const caller = callerOf(request, { id, trustProxy })
      prepareHeaders(request, { id, nonce, trustProxy, appUrl })
      try {
        withCaller(caller, () => withFlow(response, () => withRequestMemory(() => inner(request, response))))
      } catch (error) {
        log.error({ err: error, id, path: withoutToken(target.file) }, 'a request failed')
        const answer = handle.hijack()
        if (answer) refuse({ status: 500, message: 'Something went wrong on our side' }, { answer })
        else socket.destroy()
      }
    }

    if (area !== 'site' || waiting || !isCacheable(request, target)) return handOn(null)
    const sendKept = () => {
      const page = pages.find(route)
      const closing = isDraining() ? ['Connection', 'close'] : []
      if (page) sendPage(request, response, page, ['X-Request-Id', id, ...closing])
      return page !== null
    }
    if (sendKept()) return
    const render = () => handOn(method === 'GET' ? pages.begin(route) : null)
    const other = pages.awaited(route)
    if (!other) return render()
    void other.then(() => response.destroyed || sendKept() || render())
  }

  const listener: RequestListener = (request, response) => handle(request, response, false)

  const configure = (server: Server) => {
    server.timeout = silenceLimit
    server.maxRequestsPerSocket = 10_000
    server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) =>
      handle(request, response, true),
    )
    server.on('checkExpectation', listener)
    server.on('connect', (_: IncomingMessage, socket: Socket) => {
      socket.on('error', () => socket.destroy())
      socket.end(rawAnswer(405, 'Method not allowed', [['Allow', allow], ...headersFor('', null)]))
    })
    server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Socket) => {
      const response = answering.get(socket)
      if (error.code === 'ECONNRESET' || !socket.writable || response?.headersSent) return socket.destroy()
      const start = String(error.rawPacket?.subarray(0, 100))
      const isNoise = error.code === 'HPE_INVALID_METHOD' && !/^[!-~]+ /.test(start)
      const [status, message] = (!isNoise && parserRefusals[error.code ?? '']) || [
        400,
        'The request is malformed',
      ]
      if (response) response.statusCode = status // for the log
      const headers = [
        ...(status === 405 ? [['Allow', allow] as [string, string]] : []),
        ...headersFor('', null),
      ]
      const [, path = ''] = /^[!-~]+ ([^ ?]+)/.exec(start) ?? []
      socket.end(rawAnswer(status, message, headers, isApi(path)), () => socket.destroy())
    })
  }

  return { listener, configure }
}

/** What the parser of HTTP itself refuses. */
const parserRefusals: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large'],
  HPE_INVALID_METHOD: [405, 'Method not allowed'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The request is too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
}

/** Why a body ends before its end; without a reason its reader would take it for whole. */
function cutOff() {
  return new Error('the body is larger than its limit')
}

/** The target of `OPTIONS *`. */
const everything: Target = { path: '*', file: '*', route: '*' }

/** Calls answer the same with `_data` as without: asked for the data of a route, Remix would answer some in words of its own. */
function withoutDataQuery(url: string) {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  const params = new URLSearchParams(query)
  if (!params.has('_data')) return url
  params.delete('_data')
  return params.size === 0 ? path : `${path}?${params}`
}

/** Resolves when the caller has sent its whole request; what it still sends is thrown away. */
function whenSent(request: IncomingMessage) {
  return new Promise<void>((resolve) => {
    request.once('end', resolve).once('close', resolve).resume()
  })
}

/** Sends the head of a refusal. @returns its body */
function writeRefusal(
  answer: Answer,
  { status, message, headers = {} }: Refusal,
  route: string,
  method: string,
) {
  const json = isApi(route)
  const body = status === 204 ? '' : json ? JSON.stringify({ error: message }) : `${message}\n`
  for (const [name, value] of Object.entries(headers)) answer.setHeader(name, value)
  answer.setHeader('Cache-Control', 'no-store')
  if (status === 413) answer.setHeader('Connection', 'close')
  if (status !== 204) {
    answer.setHeader('Content-Type', json ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8')
    answer.setHeader('Content-Length', Buffer.byteLength(body))
  }
  answer.writeHead(status)
  return method === 'HEAD' ? '' : body
}

/** An answer for a connection whose request could not even be read. */
function rawAnswer(status: number, message: string, headers: [string, string][], json = false) {
  const body = json ? JSON.stringify({ error: message }) : `${message}\n`
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${json ? 'application/json' : 'text/plain'}; charset=utf-8`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

type Finished = {
  id: string
  security: [string, string][]
  method: string
  route: string
  cookie: string | undefined
}

/**
 * Sets what the inner listener left out. Answers with anything of a person in them are kept by nobody, among them a form that is
 * shown again with what was typed; others are asked about each time, unless they say how long they last.
 */
function finishHeaders(response: ServerResponse, answer: Finished) {
  response.removeHeader('X-Powered-By')
  response.setHeader('X-Request-Id', answer.id)
  for (const [name, value] of answer.security) {
    if (!response.hasHeader(name)) response.setHeader(name, value)
  }
  // A cached page keeps the nonce of its own policy; a newer policy would turn its scripts off.
  if (response.statusCode === 304) response.removeHeader('Content-Security-Policy')
  if (isDraining()) response.setHeader('Connection', 'close')

  if (response.statusCode === 405 && !response.hasHeader('Allow')) response.setHeader('Allow', 'GET, HEAD')

  const marked = response.getHeader('Cache-Control')
  const changes = answer.method !== 'GET' && answer.method !== 'HEAD'
  const kept = isApi(answer.route) ? /\bpublic\b/.test(String(marked ?? '')) : marked !== undefined
  if (changes || (!kept && (isApi(answer.route) || isPrivate(response, answer)))) {
    response.setHeader('Cache-Control', 'no-store')
  } else if (marked === undefined) {
    response.setHeader('Cache-Control', 'no-cache')
  }
}

function isPrivate(
  response: ServerResponse,
  { route, cookie }: { route: string; cookie: string | undefined },
) {
  return cookie?.includes('holdfast_') === true || response.hasHeader('Set-Cookie') || isPersonal(route)
}
