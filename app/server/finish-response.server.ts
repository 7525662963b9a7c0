import type { ServerResponse } from 'node:http'
import { pipeline, type Writable } from 'node:stream'
import { constants, createGzip, gzip } from 'node:zlib'

import { isPersonal } from './security-headers.server'
import { isApi } from './validate-request.server'

/** The minimum size of a body that is worth compressing. */
const minLength = 1024
/** A low level, because each page is sent once: brotli at its default level costs several times as much as rendering. */
const level = 5

const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|javascript|xml)|image\/svg\+xml)/i

/** The request that a response of Remix belongs to. */
export type ResponseInfo = { method: string; route: string; hasPersonalCookie: boolean; acceptsGzip: boolean }

/**
 * Sets Cache-Control on a response of Remix, and removes headers that it makes redundant. A response with personal data,
 * such as a form with its submitted values, is never stored; others are revalidated each time, unless they set their own
 * lifetime.
 */
export function finishHeaders(response: ServerResponse, info: ResponseInfo) {
  const { statusCode } = response
  // A 304 keeps the nonce in the client's stored policy: a new policy would block the page's scripts.
  if (statusCode === 304) response.removeHeader('Content-Security-Policy')
  if (statusCode === 405 && !response.hasHeader('Allow')) response.setHeader('Allow', 'GET, HEAD')
  const directive = cacheDirective(response, info)
  if (directive !== null) response.setHeader('Cache-Control', directive)
}

/** Returns the Cache-Control to set, or null to leave the response's own. */
function cacheDirective(response: ServerResponse, { method, route, hasPersonalCookie }: ResponseInfo) {
  const own = response.getHeader('Cache-Control')
  if (method !== 'GET' && method !== 'HEAD') return 'no-store'
  if (isApi(route)) return /\bpublic\b/.test(String(own ?? '')) ? null : 'no-store'
  if (own !== undefined) return null
  return hasPersonalCookie || isPersonal(route) || response.hasHeader('Set-Cookie') ? 'no-store' : 'no-cache'
}

/** Sends a whole body with its length, compressed on another thread where that is worth it. */
export function sendBody(response: ServerResponse, info: ResponseInfo, body: Buffer) {
  const send = (bytes: Buffer) => {
    if (response.destroyed) return
    if (mayHaveLength(response, info)) response.setHeader('Content-Length', bytes.length)
    response.end(bytes)
  }
  if (!isCompressed(response, info) || body.length < minLength) return send(body)
  gzip(body, { level }, (error, compressed) => {
    if (!error) markCompressed(response)
    send(error ? body : compressed)
  })
}

/** Sends the headers and returns a stream for the body, which passes each chunk on at once. */
export function openBody(response: ServerResponse, info: ResponseInfo): Writable {
  const compressed = isCompressed(response, info)
  if (compressed) {
    markCompressed(response)
    response.removeHeader('Content-Length')
  }
  response.flushHeaders() // from here on a failure aborts the response
  if (!compressed) return response
  const compressor = createGzip({ level, flush: constants.Z_SYNC_FLUSH })
  pipeline(compressor, response, () => {}) // ends or aborts the response as the stream does
  return compressor
}

/** Whether to compress the body. Sets Vary where that depends on the client. */
function isCompressed(response: ServerResponse, { method, acceptsGzip }: ResponseInfo) {
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

function mayHaveLength({ statusCode }: ServerResponse, { method }: ResponseInfo) {
  return method !== 'HEAD' && !isBodiless(statusCode)
}
