import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { hasPersonalCookie } from '~/http/cookies.server'
import { etagOf, isFresh } from '~/http/etag.server'

import { preferredEncoding } from './accept-encoding.server'
import type { InlineHashes, SecurityHeaders } from './security-headers.server'
import type { Target } from './validate-request.server'

/**
 * Whether the response to a request may be shared: the request has no personal cookie. The URL must have its canonical form, so that no
 * query or alternative spelling gets an entry of its own.
 */
export function isCacheable({ method, url, headers }: IncomingMessage, { route }: Target) {
  return (
    (method === 'GET' || method === 'HEAD') &&
    url === route &&
    !hasPersonalCookie(headers.cookie) &&
    headers.authorization === undefined &&
    headers.range === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  )
}

type Variant = { body: Buffer; etag: string; headers: string[]; unchanged: string[] }
type Page = {
  plain: Variant
  br: Variant | null
  gzip: Variant | null
  offered: ('br' | 'gzip')[]
  size: number
  expires: number
}

/** A response as rendered; `nonce` is that of its inline code, if it may have any. */
type Rendered = { seconds: number; nonce: string | null; headers: [string, string][] }

/** The pending cache entry of a page that is being rendered. */
export type PendingRender = {
  store: (html: string, rendered: Rendered) => Promise<void>
  /** Abandons the entry; does nothing if the page is already stored. */
  abandon: () => void
}

export type PageCache = ReturnType<typeof createPageCache>

/** A cache of whole pages by route, of up to `entries` pages and `bytes` bytes. Evicts the least recently used page. */
export function createPageCache({
  entries = 100,
  bytes = 16 * 1024 * 1024,
  now = () => performance.now(),
} = {}) {
  // Null marks an expired page: its next requests wait for the pending render.
  const pages = new Map<string, Page | null>()
  const pending = new Map<string, Promise<void>>()
  let size = 0
  let invalidations = 0

  const put = (route: string, page: Page | null) => {
    size += (page?.size ?? 0) - (pages.get(route)?.size ?? 0)
    pages.delete(route)
    pages.set(route, page)
    for (const [oldest, other] of pages) {
      if (pages.size <= entries && size <= bytes) break
      size -= other?.size ?? 0
      pages.delete(oldest)
    }
  }

  return {
    find(route: string): Page | null {
      const page = pages.get(route)
      if (!page) return null
      if (page.expires <= now()) {
        put(route, null)
        return null
      }
      pages.delete(route)
      pages.set(route, page)
      return page
    },

    /** Resolves at the end of a pending render, if the page was cached before. */
    pendingRender(route: string) {
      return pages.has(route) ? pending.get(route) : undefined
    },

    /** Returns null if another render of the page is pending: one is enough. */
    startRender(route: string, headersFor: SecurityHeaders): PendingRender | null {
      if (pending.has(route)) return null
      const started = now()
      const before = invalidations
      let storing = false
      let release = () => {}
      const ended = new Promise<void>((resolve) => (release = resolve))
      pending.set(route, ended)
      const end = () => {
        if (pending.get(route) === ended) pending.delete(route)
        release()
      }
      return {
        async store(html, rendered) {
          storing = true
          try {
            const secure = (inline: InlineHashes) => headersFor(route, inline)
            const page = await pageOf(html, rendered, secure, started + rendered.seconds * 1000)
            // A page rendered before the data changed may be out of date.
            if (page && before === invalidations) put(route, page)
          } finally {
            end()
          }
        },
        abandon() {
          if (!storing) end()
        },
      }
    },

    invalidate() {
      invalidations += 1
      for (const route of [...pages.keys()]) put(route, null)
    },
  }
}

/** The page cache of this process, empty after each deployment. */
export const pageCache = createPageCache()

/** Evicts all cached pages, because data that some show has changed. */
export function evictPages() {
  pageCache.invalidate()
}

/** Sends the page in the client's preferred coding, or 304 if the client has it already. */
export function sendPage(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  page: Page,
  more: string[],
) {
  const coding = preferredEncoding(headers, page.offered)
  const variant = (coding && page[coding]) ?? page.plain
  if (isFresh(headers['if-none-match'], variant.etag)) {
    response.writeHead(304, [...variant.unchanged, ...more]).end()
    return
  }
  response.writeHead(200, [...variant.headers, ...more])
  response.end(method === 'HEAD' ? undefined : variant.body)
}

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)

/** Returns the response as it is cached, without its nonce; null if the nonce also occurs elsewhere. */
async function pageOf(
  html: string,
  { headers, nonce }: Rendered,
  secure: (inline: InlineHashes) => [string, string][],
  expires: number,
): Promise<Page | null> {
  const withoutNonce = nonce === null ? html : html.replaceAll(` nonce="${nonce}"`, '')
  if (nonce !== null && withoutNonce.includes(nonce)) return null
  const plain = Buffer.from(withoutNonce)
  const [br, gz] = await Promise.all([
    brotlied(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
    gzipped(plain, { level: 9 }),
  ])

  const all = [
    ...headers,
    ...secure(nonce === null ? { scripts: [], styles: [] } : inlineHashes(html, nonce)),
  ]
  const tag = etagOf(withoutNonce)
  // A 304 leaves the client with the policy that came with its page.
  const still = all.filter(([name]) => !/^content-(?:type|security-policy)$/i.test(name))
  const variant = (body: Buffer, encoding: string | null): Variant => {
    const etag = encoding === null ? tag : `W/${tag}`
    return {
      body,
      etag,
      headers: [
        ...all.flat(),
        ...['ETag', etag, 'Content-Length', String(body.length)],
        ...(encoding === null ? [] : ['Content-Encoding', encoding]),
      ],
      unchanged: [...still.flat(), 'ETag', etag],
    }
  }
  const smaller = { br: br.length < plain.length, gzip: gz.length < plain.length }
  return {
    plain: variant(plain, null),
    br: smaller.br ? variant(br, 'br') : null,
    gzip: smaller.gzip ? variant(gz, 'gzip') : null,
    offered: (['br', 'gzip'] as const).filter((coding) => smaller[coding]),
    size: plain.length + br.length + gz.length,
    expires,
  }
}

/**
 * Returns the hashes of the inline scripts and styles that carry the nonce, as CSP sources. One without the nonce stays blocked:
 * it may be injected.
 */
function inlineHashes(html: string, nonce: string): InlineHashes {
  const hashes = { script: new Set<string>(), style: new Set<string>() }
  for (const [, tag = '', attributes = '', text = ''] of html.matchAll(inline)) {
    if (!attributes.includes(` nonce="${nonce}"`) || /\ssrc=/i.test(attributes)) continue
    const hash = createHash('sha256').update(text).digest('base64')
    hashes[tag.toLowerCase() as 'script' | 'style'].add(`sha256-${hash}`)
  }
  return { scripts: [...hashes.script], styles: [...hashes.style] }
}

const inline = /<(script|style)\b((?:[^>"']|"[^"]*"|'[^']*')*)>([\s\S]*?)<\/\1\s*>/gi
