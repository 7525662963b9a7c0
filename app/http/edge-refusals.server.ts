import { type IncomingMessage } from 'node:http'

import { bodyLimit } from './body.server'

/** A request that goes no further. */
export type Refusal = { status: number; message: string; headers: Record<string, string> }

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const allow = methods.join(', ')
const longestTarget = 8192

/** Bodies with a file: the career application. */
const uploadLimit = 6 * 1_048_576
const uploadPaths = new Set(['/careers', '/api/career-submissions'])

/** Why a request is refused before anything else looks at it, or null. */
export function refusalOf(request: IncomingMessage, { appUrl }: { appUrl: string }): Refusal | null {
  return (
    oddRequest(request) ??
    crossSite(request, appUrl) ??
    tooLarge(request) ??
    (request.method === 'OPTIONS' ? options : null)
  )
}

const options: Refusal = { status: 204, message: '', headers: { Allow: allow } }

function refusal(status: number, message: string, headers: Record<string, string> = {}): Refusal {
  return { status, message, headers }
}

/** What no browser and no client of this site sends. */
function oddRequest({ method = '', url = '', headers, rawHeaders }: IncomingMessage) {
  if (!methods.includes(method)) return refusal(405, 'Method not allowed', { Allow: allow })
  if (url.length > longestTarget) return refusal(414, 'The address is too long')
  // Absolute targets, the asterisk, and //host, which URL parsers take for another host.
  if (!/^\/(?!\/)/.test(url)) return refusal(400, 'Bad request target')
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u0020\u007f-\uffff\\]/.test(url) || !isDecodable(url))
    return refusal(400, 'Bad request target')
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if (
    hosts > 1 ||
    !/^(?:[a-zA-Z0-9._-]{1,253}|\[[0-9a-fA-F:.]{2,45}\])(?::\d{1,5})?$/.test(headers.host ?? '')
  ) {
    return refusal(400, 'Bad Host header')
  }
  return null
}

function isDecodable(url: string) {
  try {
    const path = decodeURIComponent(url.split('?', 1)[0] ?? '')
    return !path.includes('\0')
  } catch {
    return false
  }
}

/**
 * A request that changes something and comes from another site's page. Browsers say so in Sec-Fetch-Site, older ones in Origin;
 * a request with neither is no browser's.
 */
function crossSite({ method = '', headers }: IncomingMessage, appUrl: string) {
  if (safeMethods.has(method)) return null
  const site = headers['sec-fetch-site']
  const { origin } = headers
  const refused = refusal(403, `This request comes from another site. Open ${appUrl} and try again there.`)
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return refused
  if (origin === undefined || origin === appUrl) return null
  // Reached by another name of this machine: the browser itself says that page and target are one origin.
  const sameHost =
    URL.canParse(origin) && new URL(origin).host === headers.host && new URL(origin).origin === origin
  return site === 'same-origin' && sameHost ? null : refused
}

function tooLarge({ url = '', headers }: IncomingMessage) {
  const announced = Number(headers['content-length'] ?? 0)
  const path = url.split('?', 1)[0]?.replace(/\/$/, '') ?? ''
  const upload = uploadPaths.has(path)
  if (announced <= (upload ? uploadLimit : bodyLimit)) return null
  return refusal(413, `The body is larger than ${upload ? 6 : 1} MB`)
}
