import type { HeadersFunction } from '@remix-run/node'

import { requestContext } from '~/request-context.server'

/** The cache directive of a page, in seconds. It is removed after the document has been rendered: no client receives it. */
const directiveHeader = 'X-Page-Cache'

/**
 * Headers of a page that is the same for every visitor without a session, whatever other headers they send: the edge serves it
 * from memory for `seconds`. A loader that sets Cache-Control keeps its page out of the cache; its Retry-After reaches the client.
 */
export function cachedPage(seconds: number): HeadersFunction {
  return ({ loaderHeaders }) => {
    const own = ['Cache-Control', 'Retry-After'].flatMap((name) => {
      const value = loaderHeaders.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    return { [directiveHeader]: String(seconds), ...Object.fromEntries(own) }
  }
}

/**
 * Applies the cache directive of a rendered document, if any: stores the page if it is shareable and the request may fill the
 * cache, and has clients revalidate it.
 */
export function cacheDocument(html: string, status: number, headers: Headers) {
  const seconds = readDirective(headers)
  const { render, nonce = '' } = requestContext()
  if (!render || seconds === 0 || status !== 200 || isPersonalized(headers)) return
  headers.delete('ETag')
  for (const [name, value] of revalidation) headers.set(name, value)
  void render.store(html, { seconds, nonce, headers: [...headers] })
}

/** Stores the response to a call that is the same for everybody, for some seconds, if the request may fill the cache. */
export function cacheCall(body: string, seconds: number, headers: Record<string, string>) {
  const shared = Object.entries({ ...headers, Vary: 'Accept-Encoding' })
  void requestContext().render?.store(body, { seconds, nonce: null, headers: shared })
}

function readDirective(headers: Headers) {
  const value = headers.get(directiveHeader) ?? ''
  headers.delete(directiveHeader)
  return /^[1-9]\d{0,6}$/.test(value) ? Number(value) : 0
}

/** Whether a document is personal, or sets its own caching, encoding or policy. */
function isPersonalized(headers: Headers) {
  return ['Set-Cookie', 'Cache-Control', 'Content-Security-Policy', 'Content-Encoding', 'Vary'].some((name) =>
    headers.has(name),
  )
}

/** Clients revalidate a cached page each time: it may have expired here, or its reader may have logged in. */
const revalidation: [string, string][] = [
  ['Cache-Control', 'no-cache'],
  ['Vary', 'Accept-Encoding, Cookie'],
]
