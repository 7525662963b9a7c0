import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

import { isLoopback } from '~/loopback'
import type { Client } from '~/request-context.server'

/** The public origin of the site, and how many proxies' X-Forwarded-For is believed. */
export type Site = { url: URL; trustProxy: number }

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

function isForwarding(name: string) {
  return name.startsWith('x-forwarded') || forwardingHeaders.includes(name)
}

/**
 * Headers that the program does not see: those that claim what only the edge can know, Origin and Accept-Encoding. The edge has
 * compared the origin with what the site is called, where Remix would compare it with the Host that a proxy sends on.
 */
const withheld = [
  'accept-encoding',
  'origin',
  'proxy',
  'x-http-method-override',
  'x-original-url',
  'x-request-id',
  'x-rewrite-url',
]

/** The headers of a request for the program. */
export function programHeaders({ headers }: IncomingMessage, host: string): IncomingHttpHeaders {
  const passed: IncomingHttpHeaders = {}
  for (const name in headers) {
    if (!withheld.includes(name) && !isForwarding(name)) passed[name] = headers[name]
  }
  passed.host = host
  return passed
}

export function clientOf(
  { socket, headers }: IncomingMessage,
  { trustProxy }: Site,
  requestId: string,
): Client {
  const forwardedFor = headers['x-forwarded-for'] as string | undefined
  return {
    ip: resolveIp(socket.remoteAddress, forwardedFor, trustProxy),
    userAgent: headers['user-agent'] ?? null,
    requestId,
  }
}

/**
 * Whether the connection was made on this very machine, to a name of this machine, which is also what the site is called.
 * Addresses that headers claim play no part, but a request with a forwarding header is somebody else's, though the proxy may
 * run here; and one by another name may be a page's that was lured here.
 */
export function isLocal({ headers, socket }: IncomingMessage, { url }: Site) {
  return (
    isLoopback(url.hostname) &&
    isLoopback(plainIp(socket.remoteAddress ?? '') ?? '') &&
    isLoopback(new URL(`http://${headers.host}`).hostname) &&
    !Object.keys(headers).some(isForwarding)
  )
}

/**
 * Whether the request came over plain HTTP to a site whose address is https. Only a trusted proxy can say so: the edge itself
 * speaks no TLS.
 */
export function isPlainHttp({ headers }: IncomingMessage, { trustProxy, url }: Site) {
  const forwarded = headers['x-forwarded-proto'] as string | undefined
  if (trustProxy === 0 || forwarded === undefined || url.protocol !== 'https:') return false
  return entryOf(forwarded, trustProxy).toLowerCase() === 'http'
}

/**
 * The IP address of the client: the other end of the connection or, behind `trustProxy` proxies, what the outermost of them saw,
 * which stands that many entries from the right of X-Forwarded-For. What stands further left is the client's own word.
 */
function resolveIp(peer: string | undefined, forwardedFor: string | undefined, trustProxy: number) {
  const own = plainIp(peer ?? '') ?? 'unknown'
  if (trustProxy === 0 || forwardedFor === undefined) return own
  return plainIp(entryOf(forwardedFor, trustProxy)) ?? own
}

/** What the outermost trusted proxy has added to a list of entries. */
function entryOf(list: string, trustProxy: number) {
  const entries = list.split(',')
  return (entries[Math.max(0, entries.length - trustProxy)] ?? '').trim()
}

/** `::ffff:192.0.2.1`, `192.0.2.1:5123` and `[2001:db8::1]:5123` without what is not the address; null if it is none. */
function plainIp(text: string) {
  const bare = text
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(bare) ? bare : null
}
