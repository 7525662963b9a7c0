import { request as ask, type IncomingMessage, type RequestListener } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

import { describe, expect, it } from 'vitest'

import { serve } from './wire'

const page = `<!DOCTYPE html><p>${'Your paycheck, protected. '.repeat(200)}</p>`
const html = { 'Content-Type': 'text/html; charset=utf-8' }

type Asked = { status: number; headers: IncomingMessage['headers']; body: Buffer }

/** A plain request: nothing is decoded or followed on the way. */
async function get(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Asked> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    ask(url, { headers, method }, resolve).on('error', reject).end()
  })
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) }
}

const takesGzip = { 'Accept-Encoding': 'gzip, br' }

describe('compression', () => {
  const ways: [string, RequestListener][] = [
    ['given whole', (_, response) => response.writeHead(200, html).end(page)],
    ['without a head of its own', (_, response) => response.setHeader('Content-Type', 'text/html').end(page)],
    [
      'written, then ended',
      (_, response) => {
        response.writeHead(200, html)
        response.write(page.slice(0, 10))
        response.write(page.slice(10), () => response.end())
      },
    ],
    [
      'written as bytes in another encoding',
      (_, response) => {
        response.writeHead(200, Object.entries(html).flat())
        response.write(Buffer.from(page).toString('base64'), 'base64')
        response.end()
      },
    ],
    [
      'with a length of its own',
      (_, response) => response.writeHead(200, 'Fine', { ...html, 'Content-Length': page.length }).end(page),
    ],
  ]

  it.each(ways)('shrinks a page %s, and sends it with its length', async (_, inner) => {
    const { url } = await serve(inner)
    const { headers, body } = await get(url, takesGzip)
    expect(headers['content-encoding']).toBe('gzip')
    expect(headers.vary).toBe('Accept-Encoding')
    expect(Number(headers['content-length'])).toBe(body.length)
    expect(body.length).toBeLessThan(page.length / 5)
    expect(gunzipSync(body).toString()).toBe(page)
  })

  it.each(ways)('leaves a page %s alone when the caller takes none', async (_, inner) => {
    const { url } = await serve(inner)
    for (const accepted of ['', 'br, gzip;q=0', 'identity, *;q=0']) {
      const { headers, body } = await get(url, { 'Accept-Encoding': accepted })
      expect(headers['content-encoding']).toBeUndefined()
      expect(headers.vary).toBe('Accept-Encoding')
      expect(body.toString()).toBe(page)
    }
  })

  it('streams what is long', async () => {
    const line = `${'0123456789'.repeat(1000)}\n`
    const { url } = await serve(async (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/csv' })
      for (let written = 0; written < 300; written += 1) {
        if (!response.write(line)) await new Promise((resolve) => response.once('drain', resolve))
      }
      response.end('end')
    })
    const { headers, body } = await get(url, takesGzip)
    expect(headers['transfer-encoding']).toBe('chunked')
    expect(gunzipSync(body).toString()).toBe(`${line.repeat(300)}end`)
  })

  it('holds no piece back from a page that is made slowly', async () => {
    let finish = () => {}
    const { url } = await serve((_, response) => {
      response.writeHead(200, html)
      response.write(page)
      finish = () => response.end('<p>last')
    })
    const response = await new Promise<IncomingMessage>((resolve) =>
      ask(url, { headers: takesGzip }, resolve).end(),
    )
    const first = (await new Promise((resolve) => response.once('data', resolve))) as Buffer
    finish()
    expect(gunzipSync(Buffer.concat([first, await buffer(response)])).toString()).toBe(`${page}<p>last`)
  })

  it.each<[string, RequestListener]>([
    ['short', (_, response) => response.writeHead(200, html).end('<p>short')],
    [
      'short and written',
      (_, response) => void response.writeHead(200, html).write('<p>short', () => response.end()),
    ],
    [
      'encoded already',
      (_, response) => response.writeHead(200, { ...html, 'Content-Encoding': 'br' }).end(page),
    ],
    ['a picture', (_, response) => response.writeHead(200, { 'Content-Type': 'image/png' }).end(page)],
    ['without a type', (_, response) => response.end(page)],
    [
      'not to be changed',
      (_, response) => response.writeHead(200, { ...html, 'Cache-Control': 'no-transform' }).end(page),
    ],
  ])('leaves alone what is %s', async (_, inner) => {
    const { url } = await serve(inner)
    const { headers, body } = await get(url, takesGzip)
    expect(headers['content-encoding']).not.toBe('gzip')
    expect(body.length === page.length || body.toString() === '<p>short').toBe(true)
  })

  it('leaves a stream of events alone, and passes each on at once', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.flushHeaders()
      response.write(`data: ${'a'.repeat(2000)}\n\n`)
    })
    const response = await new Promise<IncomingMessage>((resolve) =>
      ask(url, { headers: takesGzip }, resolve).end(),
    )
    const event = (await new Promise((resolve) => response.once('data', resolve))) as Buffer
    expect(event.toString()).toMatch(/^data: aaa/)
    response.destroy()
  })

  it('answers HEAD, 204 and 304 without a body', async () => {
    const { url } = await serve((request, response) => {
      const status = Number(request.url?.slice(1))
      if (status === 200) response.setHeader('Content-Length', page.length)
      response.writeHead(status, { ...html, ETag: '"1"' }).end(status === 200 ? page : undefined)
    })
    const head = await get(`${url}/200`, takesGzip, 'HEAD')
    expect(head).toMatchObject({ status: 200, headers: { 'content-length': String(page.length) } })
    for (const status of [204, 304]) {
      const { headers, body } = await get(`${url}/${status}`, takesGzip)
      expect(body).toHaveLength(0)
      expect(headers['content-encoding']).toBeUndefined()
    }
  })

  it('weakens the tag of what it shrinks, and keeps what else varies', async () => {
    const { url } = await serve((request, response) => {
      response.setHeader('Vary', 'Cookie')
      response.writeHead(200, { ...html, ETag: request.url === '/weak' ? 'W/"7"' : '"7"' }).end(page)
    })
    expect((await get(url, takesGzip)).headers).toMatchObject({
      etag: 'W/"7"',
      vary: 'Cookie, Accept-Encoding',
    })
    expect((await get(`${url}/weak`, takesGzip)).headers.etag).toBe('W/"7"')
    expect((await get(url)).headers.etag).toBe('"7"')
  })

  it('survives a caller that leaves while the page is made, and a listener that ends twice', async () => {
    const { url, lines } = await serve((request, response) => {
      response.writeHead(200, html)
      response.write(page)
      if (request.url === '/leaves') return
      response.end()
      response.end('again')
    })
    const leaving = ask(`${url}/leaves`, { headers: takesGzip }).on('error', () => {})
    leaving.on('response', (response) => response.destroy()).end()
    await new Promise((resolve) => leaving.once('close', resolve))
    const { body } = await get(url, takesGzip)
    expect(gunzipSync(body).toString()).toBe(page)
    expect(lines.filter(({ level }) => level === 'error')).toEqual([])
  })
})

describe('security headers', () => {
  const inner: RequestListener = (request, response) => {
    response.setHeader('X-Powered-By', 'something')
    response.writeHead(200, html).end(String(request.headers['x-holdfast-nonce']))
  }

  it('are on every answer: pages, refusals, files', async () => {
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
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
      })
      expect(headers['permissions-policy']).toContain('camera=()')
      expect(headers).not.toHaveProperty('x-powered-by')
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

  it('hold a nonce that the page knows and that no other answer has', async () => {
    const { url } = await serve(inner)
    const nonces = new Set<string>()
    for (let asked = 0; asked < 50; asked += 1) {
      const { headers, body } = await get(url)
      expect(headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${body.toString()}'`)
      nonces.add(body.toString())
    }
    expect(nonces.size).toBe(50)
  })

  it('ask for a secure connection only where the site has one', async () => {
    const { url } = await serve(inner, { appUrl: 'http://localhost:3000' })
    const { headers } = await get(url)
    expect(headers).not.toHaveProperty('strict-transport-security')
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
  })

  it('keep addresses of the back office and of single-use links from other sites', async () => {
    const { url } = await serve(inner)
    for (const path of ['/admin/submissions', '/ADMIN', '/account-recovery/reset?token=1', '/%61dmin']) {
      expect((await get(url + path)).headers['referrer-policy']).toBe('same-origin')
    }
    expect((await get(`${url}/administration`)).headers['referrer-policy']).toBe(
      'strict-origin-when-cross-origin',
    )
  })

  it('leave stricter ones of the page alone, and a kept page its policy', async () => {
    const { url } = await serve((request, response) => {
      response.setHeader('Content-Security-Policy', "default-src 'none'")
      response.writeHead(request.url === '/kept' ? 304 : 500, html).end()
    })
    expect((await get(url)).headers['content-security-policy']).toBe("default-src 'none'")
    expect((await get(`${url}/kept`)).headers).not.toHaveProperty('content-security-policy')
  })
})

describe('who may keep an answer', () => {
  async function kept(
    path: string,
    { own, headers = {} }: { own?: string; headers?: Record<string, string> } = {},
  ) {
    const { url } = await serve((request, response) => {
      if (own !== undefined) response.setHeader('Cache-Control', own)
      if (request.url === '/welcome') response.setHeader('Set-Cookie', 'a=b')
      response.writeHead(200, html).end(page)
    })
    return (await get(url + path, headers)).headers['cache-control']
  }
  const session = { Cookie: 'other=1; __Host-holdfast_session=abc' }

  it('nobody, where it is of a person', async () => {
    for (const path of ['/admin', '/Admin/submissions', '/dashboard', '/api/me', '/welcome']) {
      expect(await kept(path)).toBe('no-store')
    }
    expect(await kept('/', { headers: session })).toBe('no-store')
  })

  it('whoever asks each time, where it is the same for all and says nothing', async () => {
    for (const path of ['/', '/login', '/get-a-quote', '/nothing']) expect(await kept(path)).toBe('no-cache')
    expect(await kept('/', { headers: { Cookie: 'theme=dark' } })).toBe('no-cache')
  })

  it('nobody, where it answers a request that changes something, whatever it says', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const path of ['/login', '/get-a-quote', '/api/x']) {
        for (const own of [undefined, 'public, max-age=60']) {
          const { url } = await serve((_, response) => {
            if (own !== undefined) response.setHeader('Cache-Control', own)
            response.writeHead(422, html).end(page)
          })
          const answer = await fetch(url + path, { method })
          expect([method, path, answer.headers.get('Cache-Control')]).toEqual([method, path, 'no-store'])
        }
      }
    }
  })

  it('as the page says, if it does; below /api only if it says public', async () => {
    expect(await kept('/', { own: 'public, max-age=60', headers: session })).toBe('public, max-age=60')
    expect(await kept('/api/coverage-tiers', { own: 'public, max-age=60' })).toBe('public, max-age=60')
    expect(await kept('/api/me', { own: 'private, max-age=60' })).toBe('no-store')
  })
})
