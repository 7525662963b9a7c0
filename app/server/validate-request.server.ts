import type { IncomingMessage } from 'node:http'

import { bodyLimitOf, tooLargeMessage } from '~/http/body.server'
import { isLoopback } from '~/loopback'

import { isPlainHttp, type Site } from './client.server'
import { areaOf } from './metrics.server'

/** The response to a request that goes no further. */
export type Rejection = { status: number; message: string; headers?: Record<string, string> }

/**
 * The path of a request: decoded, and as Remix matches routes, which is in any case and with or without a slash at its end. An
 * invalid one is rejected.
 */
export type Target = { file: string; route: string; rejection: Rejection | null }

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const longestTarget = 8192

/** The methods that the site knows, as an Allow header lists them. */
export const allowedMethods = methods.join(', ')

/** Parses the target of a request. Repeated slashes count as one, as on disk. */
export function readTarget(method: string, url: string): Target {
  if (method === 'OPTIONS' && url === '*') return asteriskForm
  const file = url.length > longestTarget ? null : readPath(url)
  if (file === null) {
    const rejection =
      url.length > longestTarget
        ? { status: 414, message: 'The address is too long' }
        : { status: 400, message: 'The address is malformed' }
    // It is still answered in the manner of what it seems to ask for.
    return { file: '', route: /^\/api\//i.test(url) ? '/api/' : '', rejection }
  }
  const route = (file.length > 1 && file.endsWith('/') ? file.slice(0, -1) : file).toLowerCase()
  return { file, route, rejection: null }
}

/** The target of `OPTIONS *`. */
export const asteriskForm: Target = { file: '*', route: '*', rejection: null }

function readPath(url: string) {
  // Absolute targets, and //host, which URL parsers take for another host.
  if (!url.startsWith('/') || url.startsWith('//')) return null
  if (!/^[\x21-\x7e]*$/.test(url) || url.includes('#')) return null
  const query = url.indexOf('?')
  const path = query === -1 ? url : url.slice(0, query)
  if (query !== -1 && url.includes('%00', query)) return null // no database stores it
  const decoded = path.includes('%') ? decode(path) : path
  if (decoded === null || /[\\\u0000-\u001f\u007f]|\/\.\.?(?:\/|$)/.test(decoded)) return null
  return decoded.includes('//') ? decoded.replace(/\/{2,}/g, '/') : decoded
}

function decode(path: string) {
  try {
    const decoded = decodeURIComponent(path)
    return decoded.startsWith('//') ? null : decoded
  } catch {
    return null
  }
}

/** Rejects what no browser and no client of this site sends. */
export function validateRequest({ method = '', headers, rawHeaders }: IncomingMessage): Rejection | null {
  if (!methods.includes(method))
    return { status: 405, message: 'Method not allowed', headers: { Allow: allowedMethods } }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return { status: 417, message: 'Unknown expectation' }
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1
  }
  const { host = '' } = headers
  if (hosts !== 1 || !/^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i.test(host)) return badHost
  if (!URL.canParse(`http://${host}`)) return badHost
  if (headers.upgrade?.toLowerCase() === 'websocket') {
    return { status: 400, message: 'WebSocket connections are not taken here' }
  }
  return null
}

const badHost: Rejection = { status: 400, message: 'The Host header is missing or malformed' }

/**
 * A request that changes something and comes from another site's page. Browsers say so in Sec-Fetch-Site, older ones in Origin;
 * a request with neither is no browser's. X-Forwarded-Host plays no part: it is the caller's own word.
 */
export function crossSite({ method = '', headers }: IncomingMessage, { url }: Site): Rejection | null {
  if (safeMethods.has(method)) return null
  const site = headers['sec-fetch-site']
  const { origin, host = '' } = headers
  const rejection: Rejection = {
    status: 403,
    message: `This request came from another site and was refused. Please open ${url.origin} and try again there.`,
  }
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return rejection
  if (origin === undefined || origin === url.origin) return null
  if (site === undefined || !URL.canParse(origin)) return rejection
  // Reached by another name of this machine: the browser itself says that page and target are one origin. Any other name could be
  // a stranger's that leads here.
  const { protocol, host: originHost, hostname, origin: plain } = new URL(origin)
  if (!isLoopback(hostname) && !isLoopback(url.hostname)) return rejection
  const target = `${protocol}//${host}`
  const same = plain === origin && URL.canParse(target) && new URL(target).host === originHost
  return same && /^https?:$/.test(protocol) ? null : rejection
}

/** A request over plain HTTP, where the site is https: what reads is sent there. Probes come from inside, as they like. */
export function plainHttp(request: IncomingMessage, { route }: Target, site: Site): Rejection | null {
  if (!isPlainHttp(request, site) || areaOf(route) === 'probe') return null
  const { origin } = site.url
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return { status: 403, message: `This request came unencrypted and was refused. Please use ${origin}.` }
  return {
    status: 308,
    message: `This site is at ${origin}`,
    headers: { Location: `${origin}${request.url}` },
  }
}

/** The methods of pages; those of a call are the call's own. */
const pageMethods = ['GET', 'HEAD', 'POST']

/** A method that no page takes. A call says itself which ones it takes. */
export function wrongMethod({ method = '' }: IncomingMessage, { route }: Target): Rejection | null {
  if (isApi(route)) return null
  const headers = { Allow: pageMethods.join(', ') }
  if (method === 'OPTIONS') return { status: 204, message: '', headers }
  return pageMethods.includes(method) ? null : { status: 405, message: 'Method not allowed', headers }
}

/** Whether a path (decoded, in small letters) is one of the JSON API. */
export function isApi(route: string) {
  return route === '/api' || route.startsWith('/api/')
}

/** A body whose announced length is over the limit of its path. */
export function tooLarge({ method = '', headers }: IncomingMessage, { route }: Target): Rejection | null {
  const announced = headers['content-length']
  if (announced === undefined) return null
  const limit = bodyLimitOf(method, route)
  return Number(announced) <= limit ? null : { status: 413, message: tooLargeMessage(limit) }
}
