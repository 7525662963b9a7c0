import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { HeadersFunction } from '@remix-run/node'

import { preferredEncoding } from './accept-encoding.server'
import type { Target } from './edge-refusals.server'
import { knows } from './edge-static.server'
import type { InlineHashes } from './security-headers.server'

/** By this header a page asks the edge to keep it, for so many seconds. The edge takes it out of every answer. */
const wishHeader = 'X-Page-Cache'

/**
 * The headers of a page that is the same for every visitor without a session, whatever else their requests say: the edge answers
 * it from memory for so many seconds. A loader that sets Cache-Control itself keeps its page out.
 */
export function cachedPage(seconds: number): HeadersFunction {
  return ({ loaderHeaders }) => {
    const own = loaderHeaders.get('Cache-Control')
    return { [wishHeader]: String(seconds), ...(own === null ? {} : { 'Cache-Control': own }) }
  }
}

/**
 * A request whose answer may be one for all: nothing in it says who asks. Written exactly as the address is matched, so that
 * neither a query nor another spelling has a page of its own.
 */
export function isCacheable({ method, url, headers }: IncomingMessage, { route }: Target) {
  return (
    (method === 'GET' || method === 'HEAD') &&
    url === route &&
    headers.cookie?.includes('holdfast_') !== true &&
    headers.authorization === undefined &&
    headers.range === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  )
}

/** How long a page asked to be kept, and the headers that it has set. */
export type CacheDirective = { seconds: number; headers: [string, string][] }

/** Takes a page's wish out of its answer. Null where there is none, or where the answer is not one for all. */
export function readCacheDirective(response: ServerResponse): CacheDirective | null {
  const wish = response.getHeader(wishHeader)
  if (wish === undefined) return null
  response.removeHeader(wishHeader)
  const seconds = /^[1-9]\d{0,6}$/.test(String(wish)) ? Number(wish) : 0
  const isForAll =
    seconds > 0 &&
    response.statusCode === 200 &&
    /^text\/html(?:;|$)/i.test(String(response.getHeader('Content-Type'))) &&
    /^(?:accept-encoding)?$/i.test(String(response.getHeader('Vary') ?? '')) &&
    !ownWords.some((name) => response.hasHeader(name))
  if (!isForAll) return null
  const names = response.getHeaderNames().filter((name) => !ofTheEdge.has(name))
  return { seconds, headers: names.map((name) => [name, String(response.getHeader(name))]) }
}

/** What an answer for one person says of itself, or one that has a say in what is kept and run. */
const ownWords = [
  'Set-Cookie',
  'Cache-Control',
  'Content-Security-Policy',
  'Content-Encoding',
  'Content-Range',
]

/** What is said afresh of each answer, or of each of its codings. */
const ofTheEdge = new Set([
  'connection',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'transfer-encoding',
  'vary',
  'x-powered-by',
  'x-request-id',
])

/** A kept page is asked about each time: it may have ended here, or its reader may have signed in. */
export const keptHeaders: [string, string][] = [
  ['Cache-Control', 'no-cache'],
  ['Vary', 'Accept-Encoding, Cookie'],
]

type Variant = { body: Buffer; etag: string; headers: string[]; unchanged: string[] }
type Page = {
  plain: Variant
  br: Variant | null
  gzip: Variant | null
  offered: ('br' | 'gzip')[]
  size: number
  ends: number
}

/** What is to be known of an answer besides its bytes. */
type Answered = CacheDirective & {
  nonce: string
  /** The headers of security that go with these inline texts instead of the nonce. */
  secure: (inline: InlineHashes) => [string, string][]
}

/** One rendering of a page, on its way to be kept. */
export type Rendering = {
  keep: (html: Buffer, answered: Answered) => Promise<void>
  /** It will not be kept, or is already. */
  leave: () => void
}

export type PageCache = ReturnType<typeof createPageCache>

/** A memory of whole pages, by their routes: at most so many `entries` and `bytes`, beyond which the one longest unused goes. */
export function createPageCache({
  entries = 100,
  bytes = 16 * 1024 * 1024,
  now = () => performance.now(),
} = {}) {
  // Null stands for a page that has ended: whoever asks for it may as well wait for the rendering that is under way.
  const pages = new Map<string, Page | null>()
  const renderings = new Map<string, Promise<void>>()
  let held = 0
  let forgotten = 0

  const put = (route: string, page: Page | null) => {
    held += (page?.size ?? 0) - (pages.get(route)?.size ?? 0)
    pages.delete(route)
    pages.set(route, page)
    for (const [oldest, other] of pages) {
      if (pages.size <= entries && held <= bytes) break
      held -= other?.size ?? 0
      pages.delete(oldest)
    }
  }

  return {
    find(route: string): Page | null {
      const page = pages.get(route)
      if (!page) return null
      if (page.ends <= now()) {
        put(route, null)
        return null
      }
      pages.delete(route)
      pages.set(route, page)
      return page
    },

    /** Resolves at the end of a rendering that is under way, if it is of a page that was kept before. */
    awaited(route: string) {
      return pages.has(route) ? renderings.get(route) : undefined
    },

    /** Null if another rendering of the page is under way: one is enough to keep. */
    begin(route: string): Rendering | null {
      if (renderings.has(route)) return null
      const began = now()
      const before = forgotten
      let keeping = false
      let release = () => {}
      const ended = new Promise<void>((resolve) => (release = resolve))
      renderings.set(route, ended)
      const end = () => {
        if (renderings.get(route) === ended) renderings.delete(route)
        release()
      }
      return {
        async keep(html, answered) {
          keeping = true
          try {
            const page = await pageOf(html, answered, began + answered.seconds * 1000)
            // What was rendered before data changed may show them as they were.
            if (page && before === forgotten) put(route, page)
          } finally {
            end()
          }
        },
        leave() {
          if (!keeping) end()
        },
      }
    },

    forget(path?: string) {
      forgotten += 1
      for (const route of path === undefined ? [...pages.keys()] : [path]) {
        if (pages.has(route)) put(route, null)
      }
    },
  }
}

/** The pages of this process. A new build begins without any. */
export const pageCache = createPageCache()

/** Ends a kept page at once, or all of them: what they show has changed. */
export function forgetPages(path?: string) {
  pageCache.forget(path)
}

/** Answers with the page, in the coding that the caller likes best, or with 304 if the caller has it already. */
export function sendPage(request: IncomingMessage, response: ServerResponse, page: Page, more: string[]) {
  const { headers } = request
  const coding = preferredEncoding(headers['accept-encoding'] as string | undefined, page.offered)
  const variant = (coding && page[coding]) ?? page.plain
  if (knows(headers['if-none-match'], variant.etag)) {
    response.writeHead(304, [...variant.unchanged, ...more]).end()
    return
  }
  response.writeHead(200, [...variant.headers, ...more])
  response.end(request.method === 'HEAD' ? undefined : variant.body)
}

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)

/** The page as it is kept, or null if it cannot be told from its nonce. */
async function pageOf(
  html: Buffer,
  { headers, nonce, secure }: Answered,
  ends: number,
): Promise<Page | null> {
  const text = html.toString()
  const withoutNonce = text.replaceAll(` nonce="${nonce}"`, '')
  if (withoutNonce.includes(nonce)) return null
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

  const all = [...headers, ...keptHeaders, ...secure(inlineHashes(text, nonce))]
  // A page that the caller has keeps the policy that came with it.
  const still = all.filter(([name]) => !/^content-(?:type|security-policy)$/i.test(name))
  const variant = (body: Buffer, encoding: string | null): Variant => {
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
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
    ends,
  }
}

/**
 * The hashes of the inline scripts and styles that carry the nonce, as a policy names them. One without it was put there by
 * nobody who knew the answer's nonce, and stays as forbidden as it was.
 */
function inlineHashes(html: string, nonce: string): InlineHashes {
  const found = { script: new Set<string>(), style: new Set<string>() }
  for (const [, tag = '', attributes = '', text = ''] of html.matchAll(inline)) {
    if (!attributes.includes(` nonce="${nonce}"`) || /\ssrc=/i.test(attributes)) continue
    const hash = createHash('sha256').update(text).digest('base64')
    found[tag.toLowerCase() as 'script' | 'style'].add(`sha256-${hash}`)
  }
  return { scripts: [...found.script], styles: [...found.style] }
}

const inline = /<(script|style)\b((?:[^>"']|"[^"]*"|'[^']*')*)>([\s\S]*?)<\/\1\s*>/gi
