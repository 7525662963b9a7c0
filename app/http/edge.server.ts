import { randomBytes, randomUUID } from 'node:crypto'
import http, { type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'

import { env } from '~/env.server'
import { projectPath } from '~/project-path.server'

import { finishAnswer } from './edge-answer.server'
import { internalHeaders } from './edge-headers.server'
import { refusalOf, type Refusal } from './edge-refusals.server'
import { loadStaticFiles, type StaticFiles } from './edge-static.server'
import { log } from './log.server'
import { observeRequest } from './metrics.server'
import { withRequestMemory } from './request-memory.server'
import { securityHeaders } from './security-headers.server'
import { isDraining, runShutdown, startDraining } from './shutdown.server'

/** What the edge needs to know of its installation. */
export type EdgeOptions = {
  /** The public origin, for the origin check and for transport security. */
  appUrl: string
  /** How many proxies' X-Forwarded-For is believed. */
  trustProxy: number
  files: StaticFiles
}

/** No request outlives the process's end by more than this, in milliseconds. */
const drainLimit = 10_000

/**
 * Puts the edge in front of remix-serve. remix-serve loads the program before it makes its server, so the next server made in
 * this process is its own: it gets the edge as its listener, with remix-serve's application inside.
 */
export function installEdge() {
  const { createServer } = http
  http.createServer = ((inner: RequestListener) => {
    http.createServer = createServer
    const edge = createEdge(inner, {
      appUrl: env.APP_URL,
      trustProxy: env.TRUST_PROXY,
      files: loadStaticFiles(projectPath('build/client')),
    })
    const server = createServer({ maxHeaderSize: 16_384 }, edge)
    configureServer(server)
    stopGracefully(server)
    return server
  }) as typeof createServer

  // remix-serve logs every request with its query string; the edge logs them without.
  const require = createRequire(import.meta.url)
  const morgan = require('morgan') as { format: (name: string, format: () => null) => void }
  morgan.format('tiny', () => null)
}

/** The listener that stands in front of another: refuses, serves files, hands on, and puts the last touch to every answer. */
export function createEdge(inner: RequestListener, options: EdgeOptions): RequestListener {
  return (request, response) => {
    const started = process.hrtime.bigint()
    const id = randomUUID()
    const nonce = randomBytes(18).toString('base64')
    const path = pathOf(request.url ?? '/')

    response.setHeader('X-Request-Id', id)
    for (const [name, value] of securityHeaders({ nonce, path, appUrl: options.appUrl }))
      response.setHeader(name, value)
    if (isDraining()) response.setHeader('Connection', 'close')
    response.once('close', () => observe(request, response, { id, path, started }))

    const refusal = refusalOf(request, options)
    if (refusal) return refuse(request, response, path, refusal)
    if (isDraining() && path === '/readyz') {
      return refuse(request, response, path, { status: 503, message: 'The service is stopping', headers: {} })
    }
    if (options.files.serve(request, response, path)) return

    prepareHeaders(request, options, { id, nonce })
    finishAnswer(request, response, { private: isPrivate(request, path) })
    withRequestMemory(() => inner(request, response))
  }
}

/** Timeouts and limits that a server facing the internet needs; slow callers are cut off. */
export function configureServer(server: Server) {
  server.headersTimeout = 10_000
  server.requestTimeout = 30_000
  server.keepAliveTimeout = 10_000
  server.maxRequestsPerSocket = 10_000
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
    const status =
      error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  })
  server.on('connect', (_, socket) => {
    socket.end(
      'HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
    )
  })
}

/** On SIGTERM or SIGINT: requests in flight finish, every part is closed, the process ends with 0. */
function stopGracefully(server: Server) {
  server.on('error', (error: NodeJS.ErrnoException) => {
    const words =
      error.code === 'EADDRINUSE' ? `PORT ${env.PORT} is in use` : `The server failed: ${error.message}`
    process.stderr.write(`${words}\n`)
    process.exit(1)
  })
  server.on('listening', () => process.stdout.write(`${env.BRAND_NAME} is at ${env.APP_URL}\n`))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      startDraining()
      setTimeout(() => process.exit(0), drainLimit).unref()
      // remix-serve closes the server on the same signals; this is told when the last request is answered.
      server.once('close', () => void runShutdown().finally(() => process.exit(0)))
    })
  }
  // Whatever went wrong there, other visitors are being served.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise was rejected unheard'))
  process.on('uncaughtException', (error) => log.fatal({ err: error }, 'an error was not caught'))
}

function pathOf(url: string) {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}

/** Takes away what callers may not say themselves and adds what the program is to know. */
function prepareHeaders(
  request: IncomingMessage,
  options: EdgeOptions,
  { id, nonce }: { id: string; nonce: string },
) {
  const { headers } = request
  for (const name of Object.keys(headers)) {
    if (name.startsWith('x-holdfast-') || name === 'x-forwarded-host') delete headers[name]
  }
  // The edge compresses; remix-serve's own compression would do it afresh, and slowly, for every answer.
  headers['x-holdfast-accept-encoding'] = headers['accept-encoding']
  delete headers['accept-encoding']
  headers[internalHeaders.requestId] = id
  headers[internalHeaders.nonce] = nonce
  headers[internalHeaders.clientAddress] = clientAddress(request, options.trustProxy)
}

/** The socket's address, or the one that the outermost trusted proxy saw. */
function clientAddress(request: IncomingMessage, trustProxy: number) {
  const direct = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  if (trustProxy === 0) return direct
  const forwarded = request.headers['x-forwarded-for']
  const seen = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? ''))
    .split(',')
    .map((part) => part.trim())
  const named = seen.filter((part) => part !== '').at(-trustProxy)
  return named !== undefined && /^[0-9a-fA-F.:]{2,45}$/.test(named) ? named : direct
}

/** Answers with anything of a person in them are kept by nobody, unless they say otherwise themselves. */
function isPrivate(request: IncomingMessage, path: string) {
  return request.headers.cookie !== undefined || /^\/(?:admin|dashboard|pitch-deck)/.test(path)
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  { status, message, headers }: Refusal,
) {
  const asJson = path.startsWith('/api/')
  response.writeHead(status, {
    ...headers,
    'Cache-Control': 'no-store',
    'Content-Type': asJson ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    ...(status === 413 ? { Connection: 'close' } : {}),
  })
  response.end(
    status === 204 || request.method === 'HEAD'
      ? undefined
      : asJson
        ? JSON.stringify({ error: message })
        : `${message}\n`,
  )
  if (status !== 413) return
  // The caller is still sending: take a little of it, so that it reads the answer before the connection ends.
  request.resume()
  setTimeout(() => request.destroy(), 1_000).unref()
}

function observe(
  request: IncomingMessage,
  response: ServerResponse,
  { id, path, started }: { id: string; path: string; started: bigint },
) {
  const seconds = Number(process.hrtime.bigint() - started) / 1e9
  const area = observeRequest({ method: request.method ?? '', path, status: response.statusCode, seconds })
  if (area === 'static' || area === 'probe') return
  log.info(
    {
      id,
      method: request.method,
      path: path.slice(0, 200),
      status: response.statusCode,
      ms: Math.round(seconds * 10_000) / 10,
      ...(response.writableFinished ? {} : { aborted: true }),
    },
    'request',
  )
}
