import { createHash } from 'node:crypto'
import { request as ask, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { publicList } from '~/http/api.server'
import { requestContext } from '~/request-context.server'
import { cacheDocument, cachedPage } from '~/http/cache-directive.server'
import { createPageCache, evictPages, pageCache } from '~/server/page-cache.server'
import * as shutdown from '~/server/shutdown.server'

import { bodyOf, exchange, head, headerOf, serve, until } from './wire'

afterEach(() => vi.restoreAllMocks())

const session = { Cookie: 'theme=dark; __Host-holdfast_session=abc' }
const flash = { Cookie: 'holdfast_flash=abc' }
const directive = { 'Content-Type': 'text/html; charset=utf-8', 'X-Page-Cache': '60' }

type Sent = Record<string, string>

async function get(url: string, headers: Sent = {}, method = 'GET') {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    ask(url, { headers, method, agent: false }, resolve).on('error', reject).end()
  })
  const body = await buffer(response)
  return { status: response.statusCode, headers: response.headers, body, text: body.toString() }
}

/** A page with inline scripts and a style, and the number of its render. */
function pageOf(times: number, nonce = '') {
  return (
    `<!DOCTYPE html><style nonce="${nonce}">p{color:red}</style><script src="/a.js" nonce="${nonce}"></script>` +
    `<p>Made ${times} times. ${'Your paycheck, protected. '.repeat(100)}</p>` +
    `<script nonce="${nonce}">window.context = {"times":${times}};</script>` +
    `<script nonce="${nonce}" type="module" async="">import "/b.js"\nrun()</script>`
  )
}

/** A rendered document: its differences from a page that is cached for a minute. */
type Rendered = { html?: string; status?: number; headers?: Record<string, string> }
type Render = (html: string, request: Request) => Rendered | Promise<Rendered>

/** Serves pages that are to be cached, and counts their renders. */
async function site(render: Render = () => ({}), limits: Parameters<typeof createPageCache>[0] = {}) {
  const pages = createPageCache(limits)
  let made = 0
  const served = await serve(
    async (request) => {
      made += 1
      const page = pageOf(made, requestContext().nonce)
      const { html = page, status = 200, headers: own } = await render(page, request)
      const headers = new Headers({ ...directive, ...own })
      cacheDocument(html, status, headers)
      return new Response(html, { status, headers })
    },
    { pages },
  )
  const cached = (path = '/') => until(() => pages.find(path) !== null)
  /** Sends a request, and waits until the page is cached. */
  const fill = async (path = '/') => {
    const first = await get(served.url + path)
    await cached(path)
    return first
  }
  return { ...served, pages, fill, cached, made: () => made }
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 60))

/** Returns the hashes of a page's inline scripts or styles, as a browser computes them. */
function hashesOf(html: string, tag: 'script' | 'style') {
  const inline = html.matchAll(new RegExp(`<${tag}(?![^>]*\\bsrc=)[^>]*>([^]*?)</${tag}>`, 'g'))
  return [...inline].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

function sourcesOf(headers: IncomingMessage['headers'], tag: 'script' | 'style') {
  const policy = String(headers['content-security-policy']).split('; ')
  const directive = policy.find((part) => part.startsWith(`${tag}-src `)) ?? ''
  return directive.split(' ').slice(1)
}

describe('a page with a cache directive', () => {
  it('is rendered once for all visitors without a session', async () => {
    const { url, fill, made } = await site()
    const first = await fill()
    for (const headers of [{}, { Cookie: 'theme=dark' }, { 'User-Agent': 'another' }] as Sent[]) {
      const again = await get(`${url}/`, headers)
      expect(again).toMatchObject({ status: 200, headers: { 'content-type': directive['Content-Type'] } })
      expect(again.text).toBe(first.text.replaceAll(/ nonce="[^"]*"/g, ''))
      expect(Number(again.headers['content-length'])).toBe(again.body.length)
    }
    expect(made()).toBe(1)
  })

  it('is sent without its directive, to be revalidated each time', async () => {
    const { url, fill, made } = await site()
    const first = await fill('/a')
    for (const { headers } of [first, await get(`${url}/a`), await get(`${url}/a`, {}, 'HEAD')]) {
      expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Accept-Encoding, Cookie' })
      expect(headers).not.toHaveProperty('x-page-cache')
    }
    for (const [path, headers] of [
      ['/a?b', {}],
      ['/a', session],
    ] as const) {
      expect((await get(url + path, headers)).headers).not.toHaveProperty('x-page-cache')
    }
    expect(made()).toBe(3)
  })

  it('is sent in the client’s preferred coding, with an ETag that is weak if compressed', async () => {
    const { url, fill } = await site()
    await fill()
    const plain = await get(`${url}/`)
    const gzip = await get(`${url}/`, { 'Accept-Encoding': 'gzip' })
    const br = await get(`${url}/`, { 'Accept-Encoding': 'gzip, br' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(br.headers['content-encoding']).toBe('br')
    expect(gunzipSync(gzip.body).toString()).toBe(plain.text)
    expect(brotliDecompressSync(br.body).toString()).toBe(plain.text)
    expect(plain.headers.etag).toMatch(/^"[\w-]{22}"$/)
    for (const { headers } of [gzip, br]) expect(headers.etag).toBe(`W/${plain.headers.etag}`)
  })

  it('is not sent again to a client that has it', async () => {
    const { url, fill, made } = await site()
    await fill()
    const encoding = { 'Accept-Encoding': 'gzip' }
    const { etag = '' } = (await get(`${url}/`, encoding)).headers
    const again = await get(`${url}/`, { ...encoding, 'If-None-Match': `"other", ${etag}` })
    expect(again).toMatchObject({ status: 304, text: '', headers: { etag, 'cache-control': 'no-cache' } })
    for (const name of ['content-type', 'content-length', 'content-encoding', 'content-security-policy']) {
      expect(again.headers).not.toHaveProperty(name)
    }
    expect((await get(`${url}/`, { ...session, 'If-None-Match': etag })).status).toBe(200)
    expect(made()).toBe(2)
  })

  it('responds to HEAD without a body, which does not cache it', async () => {
    const { url, fill, pages, made } = await site()
    await get(`${url}/`, {}, 'HEAD')
    await soon()
    expect(pages.find('/')).toBeNull()
    await fill()
    const { headers } = await get(`${url}/`)
    const only = await get(`${url}/`, {}, 'HEAD')
    expect(only.body).toHaveLength(0)
    expect(only.headers).toMatchObject({ etag: headers.etag, 'content-length': headers['content-length'] })
    expect(made()).toBe(2)
  })

  it('gets the headers and the log line of every response', async () => {
    const { url, fill, lines } = await site()
    const first = await fill()
    const again = await get(`${url}/`)
    const { 'x-request-id': id, ...headers } = again.headers
    expect(id).toMatch(/^[\da-f-]{36}$/)
    expect(id).not.toBe(first.headers['x-request-id'])
    const security = Object.keys(first.headers).filter((name) =>
      /^(?:x-|cross-|referrer|permissions|strict)/.test(name),
    )
    expect(security.length).toBeGreaterThan(6)
    for (const name of security) {
      if (name !== 'x-request-id') expect(headers[name]).toBe(first.headers[name])
    }
    await until(() => lines.length === 2)
    expect(lines[1]).toMatchObject({
      msg: 'request',
      id,
      method: 'GET',
      path: '/',
      area: 'site',
      status: 200,
    })
    expect(lines[1]?.bytes).toBeGreaterThan(again.body.length)
  })

  it('keeps its own headers', async () => {
    const { url, fill } = await site(() => ({ headers: { 'Content-Language': 'en', ETag: '"own"' } }))
    await fill()
    const { headers } = await get(`${url}/`)
    expect(headers['content-language']).toBe('en')
    expect(headers.etag).not.toBe('"own"')
  })

  it('is not sent for an invalid request', async () => {
    const { port, fill } = await site()
    await fill()
    expect(await exchange(port, head('/', []))).toMatch(/^HTTP\/1\.1 400 /)
    expect(await exchange(port, head('/', ['Host: a', 'Host: b']))).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('closes its connection during shutdown', async () => {
    const { port, url, fill, made } = await site()
    await fill()
    vi.spyOn(shutdown, 'isDraining').mockReturnValue(true)
    expect(headerOf(await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'), 'Connection')).toBe('close')
    expect((await get(`${url}/`)).status).toBe(200)
    expect(made()).toBe(1)
  })
})

describe('the policy of a cached page', () => {
  it('has the hashes of exactly its inline scripts and styles, and no nonce', async () => {
    const { url, fill } = await site()
    const first = await fill()
    expect(first.headers['content-security-policy']).toContain("'nonce-")
    const { headers, text } = await get(`${url}/`)
    expect(text).not.toContain('nonce')
    expect(hashesOf(text, 'script')).toHaveLength(2)
    expect(sourcesOf(headers, 'script')).toEqual(["'self'", ...hashesOf(text, 'script')])
    expect(sourcesOf(headers, 'style')).toEqual(["'self'", ...hashesOf(text, 'style')])
    expect(headers['content-security-policy']).not.toMatch(/nonce|unsafe/)
    // The rest of the policy is that of every page.
    const rest = (policy: unknown) => String(policy).replaceAll(/ '(?:nonce|sha256)-[^']*'/g, '')
    expect(rest(headers['content-security-policy'])).toBe(rest(first.headers['content-security-policy']))
  })

  it('blocks a script that was changed in transit', async () => {
    const { url, fill } = await site()
    await fill()
    const { headers, text } = await get(`${url}/`)
    const tampered = text.replace('{"times":1}', '{"times":1,"evil":true}')
    const [changed, ...others] = hashesOf(tampered, 'script')
    expect(sourcesOf(headers, 'script')).not.toContain(changed)
    expect(sourcesOf(headers, 'script')).toEqual(expect.arrayContaining(others))
  })

  it('blocks a script without the nonce', async () => {
    const { url, fill } = await site((html) => ({
      html: `${html}<script>evil()</script><script nonce="guess">evil(2)</script>`,
    }))
    await fill()
    const { headers, text } = await get(`${url}/`)
    const hashes = hashesOf(text, 'script')
    expect(hashes).toHaveLength(4)
    expect(sourcesOf(headers, 'script')).toEqual(["'self'", ...hashes.slice(0, 2)])
  })

  it('is the default one where the nonce occurs elsewhere: that page is not cached', async () => {
    const { url, made } = await site((html) => ({
      html: `${html}<script>let nonce = '${requestContext().nonce}'</script>`,
    }))
    for (let count = 1; count <= 3; count += 1) {
      expect((await get(`${url}/`)).headers['content-security-policy']).toContain("'nonce-")
      await soon()
      expect(made()).toBe(count)
    }
  })
})

describe('the cache is neither filled nor used for a page', () => {
  it.each<[string, string, Sent, string?]>([
    ['of a session', '/', session],
    ['of a flash message', '/', flash],
    ['of another cookie of this site', '/', { Cookie: 'a=1; holdfast_x=1' }],
    ['with credentials', '/', { Authorization: 'Basic YTpi' }],
    ['in part', '/', { Range: 'bytes=0-9' }],
    ['of a query', '/?a=1', {}],
    ['of an empty query', '/??', {}],
    ['with a body', '/', { 'Content-Length': '0' }],
    ['by another method', '/', {}, 'POST'],
    ['of a call of the back office', '/api/admin/x', {}],
    ['of a call with a session', '/api/x', session],
    ['of the back office', '/admin', {}],
    ['of another spelling of its URL', '/A', {}],
    ['with a slash at its end', '/a/', {}],
    ['of encoded letters', '/%61', {}],
  ])('%s', async (_, path, headers, method) => {
    const { url, made, pages, fill } = await site()
    await get(url + path, headers, method)
    await soon()
    for (const route of ['/', '/a', '/A', '/a/', '/admin', '/api/admin/x', path])
      expect(pages.find(route)).toBeNull()
    await fill('/')
    await fill('/a')
    const before = made()
    const { text } = await get(url + path, headers, method)
    expect(text).toContain(`Made ${before + 1} times`)
    expect(text).toContain('nonce=')
  })

  it.each<[string, number, Record<string, string>]>([
    ['with a cookie to set', 200, { 'Set-Cookie': 'theme=dark' }],
    ['that is private', 200, { 'Cache-Control': 'private' }],
    ['with no-store', 200, { 'Cache-Control': 'no-store' }],
    ['with its own lifetime', 200, { 'Cache-Control': 'max-age=5' }],
    ['that was not found', 404, {}],
    ['that failed', 500, {}],
    ['that redirects', 302, { Location: '/login' }],
    ['of partial content', 206, {}],
    ['that varies by something else', 200, { Vary: 'Accept-Language' }],
    ['with a policy of its own', 200, { 'Content-Security-Policy': "default-src 'none'" }],
    ['that is encoded already', 200, { 'Content-Encoding': 'br' }],
    ['for no time', 200, { 'X-Page-Cache': '0' }],
    ['for an invalid time', 200, { 'X-Page-Cache': 'long' }],
  ])('%s', async (_, status, headers) => {
    const { url, pages, made } = await site(() => ({ status, headers }))
    const first = await get(`${url}/`)
    expect(first.status).toBe(status)
    expect(first.headers).not.toHaveProperty('x-page-cache')
    await soon()
    expect(pages.find('/')).toBeNull()
    await get(`${url}/`)
    expect(made()).toBe(2)
  })

  it('without a directive', async () => {
    const { url, made } = await site(() => ({ headers: { 'X-Page-Cache': '' } }))
    const first = await get(`${url}/`)
    expect(first.headers).toMatchObject({ 'cache-control': 'no-cache' })
    await soon()
    await get(`${url}/`)
    expect(made()).toBe(2)
  })

  it('that failed to render', async () => {
    const { url, pages, made } = await site(() => {
      throw new Error('on purpose')
    })
    expect((await get(`${url}/fails`)).status).toBe(500)
    await soon()
    expect(pages.find('/fails')).toBeNull()
    expect((await get(`${url}/fails`)).status).toBe(500)
    expect(made()).toBe(2)
  })
})

it('a page whose client left is cached for the next one', async () => {
  let leave = () => {}
  const { url, cached, made } = await site(() => {
    leave()
    return {}
  })
  const leaving = ask(`${url}/`, { agent: false }).on('error', () => {})
  leave = () => leaving.destroy()
  leaving.end()
  await cached()
  expect((await get(`${url}/`)).text).toContain('Made 1 times')
  expect(made()).toBe(1)
})

describe('the response to a call that is the same for everybody', () => {
  it('is stored with its own cache directive, and answers as the call does', async () => {
    const pages = createPageCache()
    const list = JSON.stringify(Array.from({ length: 100 }, (_, id) => ({ id, note: ' nonce=""' })))
    let made = 0
    const { url } = await serve(
      (request) => {
        made += 1
        return publicList(request, JSON.parse(list))
      },
      { pages },
    )
    const first = await get(`${url}/api/x`, { 'Accept-Encoding': 'gzip' })
    await until(() => pages.find('/api/x') !== null)
    const again = await get(`${url}/api/x`, { 'Accept-Encoding': 'gzip' })
    const headers = { ...first.headers }
    for (const name of ['date', 'x-request-id', 'content-security-policy']) delete headers[name]
    expect(again.headers).toMatchObject({
      ...headers,
      'content-length': String(again.body.length),
    })
    expect(gunzipSync(again.body).toString()).toBe(list)
    expect((await get(`${url}/api/x`)).text).toBe(list)
    for (const etag of [first.headers.etag, again.headers.etag])
      expect((await get(`${url}/api/x`, { 'If-None-Match': etag ?? '' })).status).toBe(304)
    expect(made).toBe(1)
  })
})

describe('a cached page is evicted', () => {
  it('after its seconds, counted from before it was rendered', async () => {
    let now = 0
    const { url, fill, made } = await site(
      () => {
        now += 1000
        return {}
      },
      { now: () => now },
    )
    await fill()
    now = 59_999
    expect((await get(`${url}/`)).text).toContain('Made 1 times')
    now = 60_000
    expect((await get(`${url}/`)).text).toContain('Made 2 times')
    expect(made()).toBe(2)
  })

  it('at once, with all others', async () => {
    const { url, pages, fill } = await site()
    await fill('/a')
    await fill('/b')
    pages.invalidate()
    expect((await get(`${url}/a`)).text).toContain('Made 3 times')
    expect((await get(`${url}/b`)).text).toContain('Made 4 times')
  })

  it('before it is stored, if data changed while it was rendered', async () => {
    const { url, pages, made } = await site(() => {
      pages.invalidate()
      return {}
    })
    await get(`${url}/`)
    await soon()
    await get(`${url}/`)
    expect(made()).toBe(2)
  })

  it('when there are too many, least recently used first', async () => {
    const { url, pages, fill } = await site(undefined, { entries: 2 })
    await fill('/a')
    await fill('/b')
    await get(`${url}/a`)
    await fill('/c')
    expect(['/a', '/b', '/c'].map((path) => pages.find(path) !== null)).toEqual([true, false, true])
  })

  it('when they are too large together, or it is too large alone', async () => {
    const { url, pages, fill } = await site(
      (html, request) => ({ html: html.padEnd(request.url.endsWith('/vast') ? 20_000 : 0) }),
      { bytes: 8000 },
    )
    await fill('/a')
    await fill('/b')
    await fill('/c')
    expect(['/a', '/b', '/c'].map((path) => pages.find(path) !== null)).toEqual([false, true, true])
    await get(`${url}/vast`)
    await soon()
    expect(pages.find('/vast')).toBeNull()
  })
})

it('concurrent requests for an expired page wait for one render', async () => {
  const waiting: (() => void)[] = []
  const { url, pages, fill, cached, made, lines } = await site(async () => {
    await new Promise<void>((resolve) => {
      if (waiting.length === 0) resolve()
      waiting.push(resolve)
    })
    return {}
  })
  await fill()
  pages.invalidate()
  const responses = Array.from({ length: 10 }, () => get(`${url}/`))
  await until(() => made() === 2)
  await soon()
  waiting.at(-1)?.()
  for (const { status, text } of await Promise.all(responses)) {
    expect(status).toBe(200)
    expect(text).toContain('Made 2 times')
  }
  await cached()
  expect(made()).toBe(2)
  expect(lines).toHaveLength(11)
})

it('a request that waits for a failed render gets its own', async () => {
  let failing = false
  const { port, url, pages, fill, made } = await site(async () => {
    if (!failing) return {}
    await new Promise((resolve) => setTimeout(resolve, 50))
    return { status: 503 }
  })
  await fill()
  pages.invalidate()
  failing = true
  const responses = [get(`${url}/`), get(`${url}/`), exchange(port, head('/'))] as const
  await until(() => made() === 2)
  failing = false
  const statuses = (await Promise.all(responses)).map((answer) =>
    typeof answer === 'string' ? (bodyOf(answer).includes('Made') ? 200 : 0) : answer.status,
  )
  expect(statuses).toHaveLength(3)
  expect(statuses.every((status) => status === 200 || status === 503)).toBe(true)
  expect(made()).toBeGreaterThan(2)
})

it('a route sets the directive in its headers, unless its loader overrides it', () => {
  const given = (loaderHeaders: Headers) =>
    cachedPage(10)({
      loaderHeaders,
      parentHeaders: new Headers(),
      actionHeaders: new Headers(),
      errorHeaders: undefined,
    })
  expect(given(new Headers())).toEqual({ 'X-Page-Cache': '10' })
  expect(given(new Headers({ 'Cache-Control': 'no-store' }))).toEqual({
    'X-Page-Cache': '10',
    'Cache-Control': 'no-store',
  })
})

it('a change of data evicts the pages of this process', async () => {
  const forget = vi.spyOn(pageCache, 'invalidate')
  evictPages()
  expect(forget).toHaveBeenCalledOnce()
})
