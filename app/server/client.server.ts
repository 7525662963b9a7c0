import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

import { isLoopback } from '~/loopback'
import type { Client } from '~/request-context.server'

/** The public origin of the site, and the number of trusted proxies in X-Forwarded-For. */
export type EdgeSite = { url: URL; trustProxy: number }

/** Headers in which proxies name the original client, in addition to all that begin with `x-forwarded`. */
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
 * Headers that are not passed to Remix: those that only the edge may set, Origin and Accept-Encoding. The edge has already
 * compared Origin with the site's own origin; Remix would compare it with the Host of a proxy.
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

/** Returns the request headers that are passed to Remix. */
export function remixHeaders({ headers }: IncomingMessage, host: string): IncomingHttpHeaders {
  const passed: IncomingHttpHeaders = {}
  for (const name in headers) {
    if (!withheld.includes(name) && !isForwarding(name)) passed[name] = headers[name]
  }
  passed.host = host
  return passed
}

export function clientOf(
  { socket, headers }: IncomingMessage,
  { trustProxy }: EdgeSite,
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
 * Whether the connection comes from this machine to a local host name that is also the site's. IPs in headers are ignored. A
 * request with a forwarding header is not local, though its proxy may be; one to another host name may come from a page that
 * exploits DNS rebinding.
 */
export function isLocal({ headers, socket }: IncomingMessage, { url }: EdgeSite) {
  return (
    isLoopback(url.hostname) &&
    isLoopback(plainIp(socket.remoteAddress ?? '') ?? '') &&
    isLoopback(new URL(`http://${headers.host}`).hostname) &&
    !Object.keys(headers).some(isForwarding)
  )
}

/**
 * Whether the request came over plain HTTP to a site whose origin is https. Only a trusted proxy can report that: the edge itself
 * has no TLS.
 */
export function isPlainHttp({ headers }: IncomingMessage, { trustProxy, url }: EdgeSite) {
  const forwarded = headers['x-forwarded-proto'] as string | undefined
  if (trustProxy === 0 || forwarded === undefined || url.protocol !== 'https:') return false
  return entryOf(forwarded, trustProxy).toLowerCase() === 'http'
}

/**
 * Returns the IP of the client: the remote end of the connection or, behind `trustProxy` proxies, the entry of X-Forwarded-For at
 * that position from the right. Entries further left are set by the client.
 */
function resolveIp(peer: string | undefined, forwardedFor: string | undefined, trustProxy: number) {
  const own = plainIp(peer ?? '') ?? 'unknown'
  if (trustProxy === 0 || forwardedFor === undefined) return own
  return plainIp(entryOf(forwardedFor, trustProxy)) ?? own
}

/** Returns the entry of a list that the outermost trusted proxy has added. */
function entryOf(list: string, trustProxy: number) {
  const entries = list.split(',')
  return (entries[Math.max(0, entries.length - trustProxy)] ?? '').trim()
}

/** Returns the bare IP of `::ffff:192.0.2.1`, `192.0.2.1:5123` or `[2001:db8::1]:5123`; null if the text is not an IP. */
function plainIp(text: string) {
  const bare = text
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(bare) ? bare : null
}
