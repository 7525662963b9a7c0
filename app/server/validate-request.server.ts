import type { IncomingMessage } from 'node:http'

import { bodyLimitOf, tooLargeMessage } from '~/http/body.server'
import { isLoopback } from '~/loopback'

import { isPlainHttp, type EdgeSite } from './client.server'
import { areaOf } from './metrics.server'

/** The response to a rejected request. */
export type Rejection = { status: number; message: string; headers?: Record<string, string> }

/**
 * A parsed request target. `file`: the decoded path; `route`: the same in lower case, without a trailing slash, since Remix matches
 * routes in any case and with or without one.
 */
export type Target = { file: string; route: string; rejection: Rejection | null }

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const maxTargetLength = 8192

/** The supported methods, as in an Allow header. */
export const allowedMethods = methods.join(', ')

/** Parses a request target. Repeated slashes count as one, as in file paths. */
export function readTarget(method: string, url: string): Target {
  if (method === 'OPTIONS' && url === '*') return asteriskForm
  const file = url.length > maxTargetLength ? null : readPath(url)
  if (file === null) {
    const rejection =
      url.length > maxTargetLength
        ? { status: 414, message: 'The address is too long' }
        : { status: 400, message: 'The address is malformed' }
    // The error still has the format of the apparent path.
    return { file: '', route: /^\/api\//i.test(url) ? '/api/' : '', rejection }
  }
  const route = (file.length > 1 && file.endsWith('/') ? file.slice(0, -1) : file).toLowerCase()
  return { file, route, rejection: null }
}

/** The target of `OPTIONS *`. */
export const asteriskForm: Target = { file: '*', route: '*', rejection: null }

function readPath(url: string) {
  // Rejects absolute targets, and //host, which URL parsers read as another host.
  if (!url.startsWith('/') || url.startsWith('//')) return null
  if (!/^[\x21-\x7e]*$/.test(url) || url.includes('#')) return null
  const query = url.indexOf('?')
  const path = query === -1 ? url : url.slice(0, query)
  if (query !== -1 && url.includes('%00', query)) return null // no database stores null characters
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

/** Rejects requests that no browser and no client of this site sends. */
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
 * Rejects a request that changes data and comes from another site's page. Browsers indicate that in Sec-Fetch-Site, older ones in
 * Origin; a request with neither is not from a browser. X-Forwarded-Host is ignored: any client can set it.
 */
export function crossSite({ method = '', headers }: IncomingMessage, { url }: EdgeSite): Rejection | null {
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
  // For another local host name, the browser itself states that page and target have the same origin. Other names are excluded:
  // they may be an attacker's that resolve to this machine.
  const { protocol, host: originHost, hostname, origin: plain } = new URL(origin)
  if (!isLoopback(hostname) && !isLoopback(url.hostname)) return rejection
  const target = `${protocol}//${host}`
  const same = plain === origin && URL.canParse(target) && new URL(target).host === originHost
  return same && /^https?:$/.test(protocol) ? null : rejection
}

/** Redirects a read over plain HTTP to https, where the site has it. Health checks are exempt: they come from inside the network. */
export function plainHttp(request: IncomingMessage, { route }: Target, site: EdgeSite): Rejection | null {
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

/** The methods of pages; API routes check their own. */
const pageMethods = ['GET', 'HEAD', 'POST']

/** Rejects a method that no page supports. API routes respond with their own Allow header. */
export function wrongMethod({ method = '' }: IncomingMessage, { route }: Target): Rejection | null {
  if (isApi(route)) return null
  const headers = { Allow: pageMethods.join(', ') }
  if (method === 'OPTIONS') return { status: 204, message: '', headers }
  return pageMethods.includes(method) ? null : { status: 405, message: 'Method not allowed', headers }
}

/** Whether a browser reads the response as a page. */
export function wantsPage({ method = '', headers }: IncomingMessage, { route }: Target) {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && !isApi(route) && /\btext\/html\b/.test(headers.accept ?? '')
}

/** Whether a path (decoded, lower case) belongs to the JSON API. */
export function isApi(route: string) {
  return route === '/api' || route.startsWith('/api/')
}

/** Rejects a body whose Content-Length is over the limit of its path. */
export function tooLarge({ method = '', headers }: IncomingMessage, { route }: Target): Rejection | null {
  const announced = headers['content-length']
  if (announced === undefined) return null
  const limit = bodyLimitOf(method, route)
  return Number(announced) <= limit ? null : { status: 413, message: tooLargeMessage(limit) }
}
