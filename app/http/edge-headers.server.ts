import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

import type { Caller } from '~/domain/security-events/caller.server'

/*
 * What the edge tells the program about a request, in headers that it takes away from callers first. Outside the edge
 * (development, a test of one loader) they are absent.
 */

export const internalHeaders = {
  nonce: 'x-holdfast-nonce',
  clientAddress: 'x-holdfast-client-address',
  passedOn: 'x-holdfast-passed-on',
  requestId: 'x-request-id',
} as const

/** The nonce of the answer's content security policy; empty outside the edge. */
export function nonceOf(request: Request) {
  return request.headers.get(internalHeaders.nonce) ?? ''
}

/** The caller's IP address, as far as TRUST_PROXY lets it be known; null outside the edge. */
export function clientAddressOf(request: Request) {
  return request.headers.get(internalHeaders.clientAddress)
}

/**
 * The call was made on this very machine, to an address of this machine. A call that a proxy passed on is none, though the
 * proxy may run here; nor is one that a page lured here by a name of its own.
 */
export function isFromLoopback(request: Request) {
  return (
    isLoopback(clientAddressOf(request) ?? '127.0.0.1') &&
    !request.headers.has(internalHeaders.passedOn) &&
    /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(
      request.headers.get('Host') ?? new URL(request.url).host,
    )
  )
}

function isLoopback(address: string) {
  return address === '::1' || /^127(?:\.\d{1,3}){3}$/.test(address)
}

/** Headers that claim what only the edge can know, or that some program somewhere believes. */
const claims = [
  'forwarded',
  'proxy',
  'x-client-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-prefix',
  'x-forwarded-server',
  'x-http-method-override',
  'x-original-url',
  'x-real-ip',
  'x-rewrite-url',
]

/** The client of a request, read before prepareHeaders takes its headers away. */
export function callerOf(
  { socket, headers }: IncomingMessage,
  { id, trustProxy }: { id: string; trustProxy: number },
): Caller {
  const forwardedFor = headers['x-forwarded-for'] as string | undefined
  return {
    ip: resolveClientAddress(socket.remoteAddress, forwardedFor, trustProxy),
    userAgent: headers['user-agent'] ?? null,
    requestId: id,
  }
}

/** Takes away what callers may not say themselves, and adds what the program is to know of the request. */
export function prepareHeaders(
  request: IncomingMessage,
  { id, nonce, trustProxy }: { id: string; nonce: string; trustProxy: number },
) {
  const { headers } = request
  const address = resolveClientAddress(
    request.socket.remoteAddress,
    headers['x-forwarded-for'] as string | undefined,
    trustProxy,
  )
  const passedOn = wasPassedOn(headers)
  for (const name in headers) {
    if (name.startsWith('x-holdfast-')) delete headers[name]
  }
  for (const name of claims) delete headers[name]
  if (trustProxy === 0) delete headers['x-forwarded-proto']
  // The edge compresses; remix-serve's own compression would do it afresh, and slowly, for every answer.
  delete headers['accept-encoding']

  headers[internalHeaders.requestId] = id
  headers[internalHeaders.nonce] = nonce
  headers[internalHeaders.clientAddress] = address
  if (passedOn && trustProxy === 0) headers[internalHeaders.passedOn] = '1'
}

function wasPassedOn(headers: IncomingHttpHeaders) {
  return ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined)
}

/**
 * The address that asked: the other end of the connection or, behind `trustProxy` proxies, what the outermost of them saw,
 * which stands that many entries from the right of X-Forwarded-For. What stands further left is the caller's own word.
 */
export function resolveClientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trustProxy: number,
) {
  const own = plainAddress(peer ?? '') ?? 'unknown'
  if (trustProxy === 0 || forwardedFor === undefined) return own
  const entries = forwardedFor.split(',')
  return plainAddress(entries[Math.max(0, entries.length - trustProxy)] ?? '') ?? own
}

/** `::ffff:192.0.2.1`, `192.0.2.1:5123` and `[2001:db8::1]:5123` without what is not the address; null if it is none. */
function plainAddress(text: string) {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(bare) ? bare : null
}
