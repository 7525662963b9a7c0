import type { ServerResponse } from 'node:http'
import { pipeline, type Writable } from 'node:stream'
import { constants, createGzip, gzip } from 'node:zlib'

import { isPersonal } from './security-headers.server'
import { isApi } from './validate-request.server'

/** Shorter bodies would hardly shrink. */
const smallestLength = 1024
/** Cheap: a page is sent once, and brotli at its usual level costs several times what rendering it did. */
const level = 5

const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|javascript|xml)|image\/svg\+xml)/i

/** The request that a response of the program answers. */
export type Answered = { method: string; route: string; hasSession: boolean; acceptsGzip: boolean }

/**
 * Sets the cache directive of a response that the program has made, and takes back what it makes superfluous. Nobody stores a
 * response with anything of a person in it, among them a form that is shown again with what was typed; others are validated each
 * time, unless they say how long they last.
 */
export function finishHeaders(response: ServerResponse, answered: Answered) {
  const { statusCode } = response
  // A page that the client has keeps the nonce of its own policy; a newer policy would turn its scripts off.
  if (statusCode === 304) response.removeHeader('Content-Security-Policy')
  if (statusCode === 405 && !response.hasHeader('Allow')) response.setHeader('Allow', 'GET, HEAD')
  const directive = cacheDirective(response, answered)
  if (directive !== null) response.setHeader('Cache-Control', directive)
}

/** The Cache-Control that a response is to have, or null where its own stays. */
function cacheDirective(response: ServerResponse, { method, route, hasSession }: Answered) {
  const own = response.getHeader('Cache-Control')
  if (method !== 'GET' && method !== 'HEAD') return 'no-store'
  if (isApi(route)) return /\bpublic\b/.test(String(own ?? '')) ? null : 'no-store'
  if (own !== undefined) return null
  return hasSession || isPersonal(route) || response.hasHeader('Set-Cookie') ? 'no-store' : 'no-cache'
}

/** Sends a whole body with its length; compressed on another thread where that is worth it. */
export function sendBody(response: ServerResponse, answered: Answered, body: Buffer) {
  const send = (bytes: Buffer) => {
    if (response.destroyed) return
    if (mayHaveLength(response, answered)) response.setHeader('Content-Length', bytes.length)
    response.end(bytes)
  }
  if (!isCompressed(response, answered) || body.length < smallestLength) return send(body)
  gzip(body, { level }, (error, compressed) => {
    if (!error) markCompressed(response)
    send(error ? body : compressed)
  })
}

/** Sends the head, and returns the stream for the body; each piece is passed on at once. */
export function openBody(response: ServerResponse, answered: Answered): Writable {
  const compressed = isCompressed(response, answered)
  if (compressed) {
    markCompressed(response)
    response.removeHeader('Content-Length')
  }
  response.flushHeaders() // from here on a failure cuts the response off
  if (!compressed) return response
  const compressor = createGzip({ level, flush: constants.Z_SYNC_FLUSH })
  pipeline(compressor, response, () => {}) // ends or breaks off the response as the stream does
  return compressor
}

/** Whether the body is compressed; notes that it depends on the request, where another client's would be. */
function isCompressed(response: ServerResponse, { method, acceptsGzip }: Answered) {
  if (!compressible.test(String(response.getHeader('Content-Type') ?? ''))) return false
  addVary(response)
  return (
    acceptsGzip &&
    method !== 'HEAD' &&
    !isBodiless(response.statusCode) &&
    !response.hasHeader('Content-Encoding') &&
    !response.hasHeader('Content-Range') &&
    !/no-transform/i.test(String(response.getHeader('Cache-Control') ?? ''))
  )
}

function addVary(response: ServerResponse) {
  const vary = String(response.getHeader('Vary') ?? '')
  if (/(?:^|[\s,])(?:accept-encoding|\*)(?:$|[\s,])/i.test(vary)) return
  response.setHeader('Vary', vary === '' ? 'Accept-Encoding' : `${vary}, Accept-Encoding`)
}

function markCompressed(response: ServerResponse) {
  response.setHeader('Content-Encoding', 'gzip')
  const etag = response.getHeader('ETag')
  if (typeof etag === 'string' && !etag.startsWith('W/')) response.setHeader('ETag', `W/${etag}`)
}

function isBodiless(status: number) {
  return status < 200 || status === 204 || status === 304
}

function mayHaveLength({ statusCode }: ServerResponse, { method }: Answered) {
  return method !== 'HEAD' && !isBodiless(statusCode)
}
