import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

import type { Caller } from '~/domain/security-events/caller.server'
import { isLoopback } from '~/loopback'

/*
 * What the edge tells the program about a request, in headers that it takes away from callers first. Outside the edge
 * (development, a test of one loader) they are absent.
 */

export const internalHeaders = {
  nonce: 'x-holdfast-nonce',
  clientAddress: 'x-holdfast-client-address',
  fromLoopback: 'x-holdfast-from-loopback',
  host: 'x-holdfast-host',
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

/** Whether the request comes from this machine, for an installation that is reached at this machine alone. */
export function isFromLoopback(request: Request) {
  // Outside the edge, in development, the answer is the development server's: it listens on this machine alone.
  return (request.headers.get(internalHeaders.fromLoopback) ?? 'yes') === 'yes'
}

/** The host that the request was sent to, by whatever name. */
export function requestedHost(request: Request) {
  return request.headers.get(internalHeaders.host) ?? request.headers.get('Host')
}

/** Headers by which proxies say for whom they ask; beside them all whose names begin with `x-forwarded`. */
const forwardingHeaders = [
  'cf-connecting-ip',
  'forwarded',
  'true-client-ip',
  'via',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-envoy-external-address',
  'x-original-forwarded-for',
  'x-real-ip',
]

/** Other headers that claim what only the edge can know, or that some program somewhere believes. */
const claims = ['proxy', 'x-http-method-override', 'x-original-url', 'x-rewrite-url']

function isForwarding(name: string) {
  return name.startsWith('x-forwarded') || forwardingHeaders.includes(name)
}

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

/**
 * Takes away what callers may not say themselves, and adds what the program is to know of the request. Remix compares the Host of
 * a form with its Origin; the edge has made that check already, by what the site is called and not by what a proxy sends on.
 */
export function prepareHeaders(
  request: IncomingMessage,
  { id, nonce, trustProxy, appUrl }: { id: string; nonce: string; trustProxy: number; appUrl: string },
) {
  const { headers } = request
  const address = resolveClientAddress(
    request.socket.remoteAddress,
    headers['x-forwarded-for'] as string | undefined,
    trustProxy,
  )
  const { host = '' } = headers
  const fromLoopback = isOnLoopback(request, appUrl)
  for (const name in headers) {
    if (name.startsWith('x-holdfast-') || isForwarding(name)) delete headers[name]
  }
  for (const name of claims) delete headers[name]
  delete headers.origin
  // The edge compresses; remix-serve's own compression would do it afresh, and slowly, for every answer.
  delete headers['accept-encoding']

  headers[internalHeaders.requestId] = id
  headers[internalHeaders.nonce] = nonce
  headers[internalHeaders.clientAddress] = address
  headers[internalHeaders.fromLoopback] = fromLoopback ? 'yes' : 'no'
  headers[internalHeaders.host] = host
  headers.host = new URL(appUrl).host
}

/**
 * The connection was made on this very machine, to a name of this machine, which is also what the site is called. Addresses that
 * headers claim play no part, but a request with a forwarding header is somebody else's, though the proxy may run here; and one
 * by another name may be a page's that was lured here.
 */
function isOnLoopback({ headers, socket }: IncomingMessage, appUrl: string) {
  return (
    isLoopback(plainAddress(socket.remoteAddress ?? '') ?? '') &&
    isLoopback(hostname(`http://${headers.host}`)) &&
    isLoopback(hostname(appUrl)) &&
    !Object.keys(headers).some(isForwarding)
  )
}

function hostname(url: string) {
  return new URL(url).hostname
}

/**
 * Whether the request came over plain HTTP to a site whose address is https. Only a trusted proxy can say so: the edge itself
 * speaks no TLS.
 */
export function isPlainHttp(
  { headers }: IncomingMessage,
  { trustProxy, appUrl }: { trustProxy: number; appUrl: string },
) {
  const forwarded = headers['x-forwarded-proto'] as string | undefined
  if (trustProxy === 0 || forwarded === undefined || !appUrl.startsWith('https:')) return false
  return entryOf(forwarded, trustProxy).toLowerCase() === 'http'
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
  return plainAddress(entryOf(forwardedFor, trustProxy)) ?? own
}

/** What the outermost trusted proxy has added to a list of entries. */
function entryOf(list: string, trustProxy: number) {
  const entries = list.split(',')
  return (entries[Math.max(0, entries.length - trustProxy)] ?? '').trim()
}

/** `::ffff:192.0.2.1`, `192.0.2.1:5123` and `[2001:db8::1]:5123` without what is not the address; null if it is none. */
function plainAddress(text: string) {
  const bare = text
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(bare) ? bare : null
}
