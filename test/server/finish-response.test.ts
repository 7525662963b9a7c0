import { request as ask, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

import { describe, expect, it } from 'vitest'

import { streamResponse } from '~/http/stream-response.server'
import { requestContext } from '~/request-context.server'

import { serve, until } from './wire'

const page = `<!DOCTYPE html><p>${'Your paycheck, protected. '.repeat(200)}</p>`
const html = { 'Content-Type': 'text/html; charset=utf-8' }

type Received = { status: number; headers: IncomingMessage['headers']; body: Buffer }

/** Sends a plain request: the response is not decoded, and redirects are not followed. */
async function get(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Received> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    ask(url, { headers, method }, resolve).on('error', reject).end()
  })
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) }
}

const takesGzip = { 'Accept-Encoding': 'gzip, br' }

describe('compression', () => {
  const ways: [string, () => Response][] = [
    ['given whole', () => new Response(page, { headers: html })],
    ['given as bytes', () => new Response(Buffer.from(page), { headers: html })],
    [
      'made in chunks',
      () => {
        const pieces = [page.slice(0, 10), page.slice(10)].map((piece) => new TextEncoder().encode(piece))
        const body = new ReadableStream<Uint8Array>({
          pull(controller) {
            const piece = pieces.shift()
            if (piece) controller.enqueue(piece)
            else controller.close()
          },
        })
        return new Response(body, { headers: html })
      },
    ],
    [
      'with a length of its own',
      () => new Response(page, { headers: { ...html, 'Content-Length': String(page.length) } }),
    ],
  ]

  it.each(ways)('compresses a page %s, and sends it with its length', async (_, inner) => {
    const { url } = await serve(inner)
    const { headers, body } = await get(url, takesGzip)
    expect(headers['content-encoding']).toBe('gzip')
    expect(headers.vary).toBe('Accept-Encoding')
    expect(Number(headers['content-length'])).toBe(body.length)
    expect(body.length).toBeLessThan(page.length / 5)
    expect(gunzipSync(body).toString()).toBe(page)
  })

  it.each(ways)('leaves a page %s uncompressed if the client accepts no coding', async (_, inner) => {
    const { url } = await serve(inner)
    for (const accepted of ['', 'br, gzip;q=0', 'identity, *;q=0']) {
      const { headers, body } = await get(url, { 'Accept-Encoding': accepted })
      expect(headers['content-encoding']).toBeUndefined()
      expect(headers.vary).toBe('Accept-Encoding')
      expect(body.toString()).toBe(page)
    }
  })

  it('streams a response that its route streams', async () => {
    const line = `${'0123456789'.repeat(1000)}\n`
    async function* lines() {
      for (let sent = 0; sent < 300; sent += 1) yield await Promise.resolve(line)
      yield 'end'
    }
    const { url } = await serve((request) => streamResponse(request, lines(), { 'Content-Type': 'text/csv' }))
    const { headers, body } = await get(url, takesGzip)
    expect(headers['transfer-encoding']).toBe('chunked')
    expect(gunzipSync(body).toString()).toBe(`${line.repeat(300)}end`)
  })

  it.each(['text/html', 'text/event-stream'])(
    'sends each chunk of a slow stream of %s at once',
    async (type) => {
      let finish = () => {}
      const finished = new Promise<void>((resolve) => (finish = resolve))
      async function* pieces() {
        yield page
        await finished
        yield '<p>last'
      }
      const { url } = await serve((request) => streamResponse(request, pieces(), { 'Content-Type': type }))
      const response = await new Promise<IncomingMessage>((resolve) =>
        ask(url, { headers: takesGzip }, resolve).end(),
      )
      const first = await new Promise<Buffer>((resolve) => response.once('data', resolve))
      finish()
      const body = Buffer.concat([first, await buffer(response)])
      const isCompressed = response.headers['content-encoding'] === 'gzip'
      expect(isCompressed).toBe(type === 'text/html')
      expect((isCompressed ? gunzipSync(body) : body).toString()).toBe(`${page}<p>last`)
    },
  )

  it('aborts a stream that fails, so that no client takes a part for the whole', async () => {
    async function* pieces() {
      yield await Promise.resolve(page)
      throw new Error('broken')
    }
    const { url } = await serve((request) => streamResponse(request, pieces(), html))
    for (const headers of [{}, takesGzip] as Record<string, string>[])
      await expect(get(url, headers)).rejects.toThrow(/aborted|hang up/)
  })

  it.each<[string, () => Response]>([
    ['short', () => new Response('<p>short', { headers: html })],
    ['encoded already', () => new Response(page, { headers: { ...html, 'Content-Encoding': 'br' } })],
    ['a picture', () => new Response(page, { headers: { 'Content-Type': 'image/png' } })],
    ['without a type', () => new Response(Buffer.from(page))],
    [
      'not to be changed',
      () => new Response(page, { headers: { ...html, 'Cache-Control': 'no-transform' } }),
    ],
  ])('does not compress a response that is %s', async (_, respond) => {
    const { url } = await serve(respond)
    const { headers, body } = await get(url, takesGzip)
    expect(headers['content-encoding']).not.toBe('gzip')
    expect(body.length === page.length || body.toString() === '<p>short').toBe(true)
  })

  it('responds to HEAD, and with 204 and 304, without a body', async () => {
    const { url } = await serve((request) => {
      const status = Number(new URL(request.url).pathname.slice(1))
      const headers = {
        ...html,
        ETag: '"1"',
        ...(status === 200 ? { 'Content-Length': `${page.length}` } : {}),
      }
      return new Response(status === 200 ? page : null, { status, headers })
    })
    const head = await get(`${url}/200`, takesGzip, 'HEAD')
    expect(head).toMatchObject({ status: 200, headers: { 'content-length': String(page.length) } })
    expect(head.body).toHaveLength(0)
    for (const status of [204, 304]) {
      const { headers, body } = await get(`${url}/${status}`, takesGzip)
      expect(body).toHaveLength(0)
      expect(headers['content-encoding']).toBeUndefined()
    }
  })

  it('weakens the ETag of a compressed response, and extends Vary', async () => {
    const { url } = await serve((request) => {
      const etag = request.url.endsWith('/weak') ? 'W/"7"' : '"7"'
      return new Response(page, { headers: { ...html, Vary: 'Cookie', ETag: etag } })
    })
    expect((await get(url, takesGzip)).headers).toMatchObject({
      etag: 'W/"7"',
      vary: 'Cookie, Accept-Encoding',
    })
    expect((await get(`${url}/weak`, takesGzip)).headers.etag).toBe('W/"7"')
    expect((await get(url)).headers.etag).toBe('"7"')
  })

  it('survives a client that leaves while its page is rendered', async () => {
    let aborted = false
    const { url, lines } = await serve(async ({ url: path, signal }) => {
      if (!path.endsWith('/leaves')) return new Response(page, { headers: html })
      leaving.destroy()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      aborted = true
      return new Response(page, { headers: html })
    })
    const leaving = ask(`${url}/leaves`, { headers: takesGzip })
    leaving.on('error', () => {}).end()
    await until(() => aborted)
    const { body } = await get(url, takesGzip)
    expect(gunzipSync(body).toString()).toBe(page)
    expect(lines.filter(({ level }) => level === 'error')).toEqual([])
  })
})

describe('security headers', () => {
  const inner = () => new Response(requestContext().nonce, { headers: html })

  it('are on every response: pages, errors, files', async () => {
    const { url } = await serve(inner)
    for (const [path, method] of [
      ['/', 'GET'],
      ['/api/x', 'GET'],
      ['/assets/none.js', 'GET'],
      ['/', 'OPTIONS'],
      ['/%ff', 'GET'],
    ] as const) {
      const { headers } = await get(url + path, {}, method)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': path === '/' ? 'strict-origin-when-cross-origin' : 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
      })
      expect(headers['permissions-policy']).toContain('camera=()')
      const policy = headers['content-security-policy'] as string
      for (const part of [
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        'upgrade-insecure-requests',
      ]) {
        expect(policy.split('; ')).toContain(part)
      }
      expect(policy).not.toContain('unsafe')
    }
  })

  it('have a nonce that the page knows and no other response has', async () => {
    const { url } = await serve(inner)
    const nonces = new Set<string>()
    for (let count = 0; count < 50; count += 1) {
      const { headers, body } = await get(url)
      expect(headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${body.toString()}'`)
      nonces.add(body.toString())
    }
    expect(nonces.size).toBe(50)
  })

  it('require https only where the site has it', async () => {
    const { url } = await serve(inner, { appUrl: 'http://localhost:3000' })
    const { headers } = await get(url)
    expect(headers).not.toHaveProperty('strict-transport-security')
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
  })

  it('hide every URL from other sites except those of public pages', async () => {
    const { url } = await serve(inner)
    for (const path of [
      '/admin/submissions',
      '/ADMIN',
      '/account-recovery/reset?token=1',
      '/%61dmin',
      '/new-page',
    ]) {
      expect((await get(url + path)).headers['referrer-policy']).toBe('same-origin')
    }
    for (const path of ['/', '/Careers/', '/login?next=/x']) {
      expect((await get(url + path)).headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    }
  })

  it('keep stricter headers of the page, and the policy of a cached page', async () => {
    const { url } = await serve((request) => {
      const status = request.url.endsWith('/kept') ? 304 : 500
      return new Response(null, { status, headers: { 'Content-Security-Policy': "default-src 'none'" } })
    })
    expect((await get(url)).headers['content-security-policy']).toBe("default-src 'none'")
    expect((await get(`${url}/kept`)).headers).not.toHaveProperty('content-security-policy')
  })
})

describe('the Cache-Control of a response', () => {
  async function kept(
    path: string,
    { own, headers = {} }: { own?: string; headers?: Record<string, string> } = {},
  ) {
    const { url } = await serve((request) => {
      const answer = new Response(page, { headers: html })
      if (own !== undefined) answer.headers.set('Cache-Control', own)
      if (request.url.endsWith('/welcome')) answer.headers.set('Set-Cookie', 'a=b')
      return answer
    })
    return (await get(url + path, headers)).headers['cache-control']
  }
  const session = { Cookie: 'other=1; __Host-holdfast_session=abc' }

  it('is no-store if the response is personal', async () => {
    for (const path of ['/admin', '/Admin/submissions', '/dashboard', '/api/me', '/welcome', '/new-page']) {
      expect(await kept(path)).toBe('no-store')
    }
    expect(await kept('/', { headers: session })).toBe('no-store')
  })

  it('is no-cache if the response is shared and sets none', async () => {
    for (const path of ['/', '/login', '/get-a-quote', '/Faq/']) expect(await kept(path)).toBe('no-cache')
    expect(await kept('/', { headers: { Cookie: 'theme=dark' } })).toBe('no-cache')
  })

  it('is no-store after a request that changes data, whatever the response sets', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const path of ['/login', '/get-a-quote', '/api/x']) {
        for (const own of [undefined, 'public, max-age=60']) {
          const headers = { ...html, ...(own === undefined ? {} : { 'Cache-Control': own }) }
          const { url } = await serve(() => new Response(page, { status: 422, headers }))
          const answer = await fetch(url + path, { method })
          expect([method, path, answer.headers.get('Cache-Control')]).toEqual([method, path, 'no-store'])
        }
      }
    }
  })

  it('is the one that the response sets; below /api only if that is public', async () => {
    expect(await kept('/', { own: 'public, max-age=60', headers: session })).toBe('public, max-age=60')
    expect(await kept('/api/coverage-tiers', { own: 'public, max-age=60' })).toBe('public, max-age=60')
    expect(await kept('/api/me', { own: 'private, max-age=60' })).toBe('no-store')
  })
})
