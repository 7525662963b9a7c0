import { describe, expect, it } from 'vitest'

import { isLocalRequest, requestContext, type RequestContext } from '~/request-context.server'

import { bodyOf, exchange, head, headerOf, open, serve, serveHandler, statusOf, until } from './wire'

const ok = () => new Response('program')
const host = 'Host: 127.0.0.1'

describe('an invalid request', () => {
  it.each([
    ['an absolute target', 'http://evil.example/'],
    ['a path that reads as another host', '//evil.example/'],
    ['the same, encoded', '/%2Fevil.example'],
    ['a backslash', '/\\evil.example'],
    ['an encoded backslash', '/%5Cevil.example'],
    ['percent signs that decode to nothing', '/%E0%A4%A'],
    ['bytes that are no UTF-8', '/%ff'],
    ['a null byte', '/a%00b'],
    ['a null byte in the query', '/a?q=%00'],
    ['a line feed', '/a%0ab'],
    ['a path upwards', '/../etc/passwd'],
    ['a path upwards, encoded', '/assets/%2e%2e/%2e%2e/package.json'],
    ['a fragment', '/a#b'],
    ['bytes beyond ASCII', '/\u00fc'],
  ])('%s responds 400', async (_, target) => {
    const { port } = await serve(ok)
    const answer = await exchange(port, Buffer.from(head(target), 'latin1'))
    expect(statusOf(answer)).toBe(400)
    expect(answer).not.toContain('program')
    expect(headerOf(answer, 'X-Content-Type-Options')).toBe('nosniff')
  })

  it.each(['/api/career-files/a%00b', '/api/job-roles?q=%00', '/API/%ff'])(
    '%s is answered 400 in JSON',
    async (target) => {
      const { port } = await serve(ok)
      const answer = await exchange(port, head(target))
      expect(statusOf(answer)).toBe(400)
      expect(JSON.parse(bodyOf(answer))).toEqual({ error: 'The address is malformed' })
    },
  )

  it('a malformed address in a browser is left to the page of the site, without its query', async () => {
    const seen: [string, unknown][] = []
    const { port } = await serve((request) => {
      seen.push([new URL(request.url).pathname + new URL(request.url).search, requestContext().rejection])
      return new Response('page', { status: 400 })
    })
    const document = [host, 'Accept: text/html,*/*;q=0.8']
    for (const target of ['/a?q=%00', '/%ff', '/faq?_data=routes%2Ffaq&q=%00'])
      expect(bodyOf(await exchange(port, head(target, document)))).toBe('page')
    const rejection = { status: 400, message: 'The address is malformed' }
    expect(seen).toEqual(Array.from({ length: 3 }, () => ['/rejected', rejection]))
    // What else is wrong with the request is still rejected first.
    expect(bodyOf(await exchange(port, head('/a?q=%00', [...document, host])))).not.toBe('page')
    expect(bodyOf(await exchange(port, head('/a?q=%00', document, 'POST')))).not.toBe('page')
    expect(bodyOf(await exchange(port, head('/api/a?q=%00', document)))).not.toBe('page')
  })

  it('a control character in the target responds 400', async () => {
    const { port } = await serve(ok)
    expect(statusOf(await exchange(port, `GET /a\u0001b HTTP/1.1\r\n${host}\r\n\r\n`))).toBe(400)
  })

  it.each([
    ['none', []],
    ['two', [host, 'Host: evil.example']],
    ['two that agree', [host, host]],
    ['an empty one', ['Host: ']],
    ['one with a path', ['Host: a.example/b']],
    ['one with credentials', ['Host: me@a.example']],
    ['one with spaces', ['Host: a b']],
    ['one with an impossible port', ['Host: a.example:99999']],
    ['one that is no IPv4 address', ['Host: 1.2.3.4.5']],
  ])('Host: %s responds 400', async (_, headers) => {
    const { port } = await serve(ok)
    expect(statusOf(await exchange(port, head('/', headers)))).toBe(400)
  })

  it.each(['127.0.0.1:4000', '[::1]:4000', 'holdfast.example', 'my_service:80'])(
    'Host: %s is accepted',
    async (name) => {
      const { port } = await serve(ok)
      expect(statusOf(await exchange(port, head('/', [`Host: ${name}`])))).toBe(200)
    },
  )

  it.each(['TRACE', 'PROPFIND', 'CONNECT', 'BREW'])('%s responds 405 with Allow', async (method) => {
    const { port } = await serve(ok)
    const target = method === 'CONNECT' ? 'example.com:443' : '/'
    const answer = await exchange(port, head(target, [host], method))
    expect(statusOf(answer)).toBe(405)
    expect(headerOf(answer, 'Allow')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS')
    expect(headerOf(answer, 'X-Frame-Options')).toBe('DENY')
  })

  it('a target of more than 8 KB responds 414', async () => {
    const { port } = await serve(ok)
    expect(statusOf(await exchange(port, head(`/${'a'.repeat(8191)}`)))).toBe(200)
    expect(statusOf(await exchange(port, head(`/${'a'.repeat(8192)}`)))).toBe(414)
  })

  it('headers of more than 16 KB respond 431', async () => {
    const { port } = await serve(ok)
    const tooLong = [host, `X-Long: ${'a'.repeat(17_000)}`]
    expect(statusOf(await exchange(port, head('/', tooLong)))).toBe(431)
    const call = await exchange(port, head('/api/coverage-tiers', tooLong))
    expect(statusOf(call)).toBe(431)
    expect(call).toMatch(/\r\n\r\n\{"error":"The headers are too large"\}$/)
  })

  it('a body with two lengths responds 400', async () => {
    const { port } = await serve(ok)
    for (const lengths of [
      ['Content-Length: 3', 'Transfer-Encoding: chunked'],
      ['Content-Length: 3', 'Content-Length: 4'],
      ['Content-Length: -1'],
      ['Content-Length: 1e3'],
    ]) {
      expect(statusOf(await exchange(port, head('/', [host, ...lengths], 'POST')))).toBe(400)
    }
  })

  it('a WebSocket is rejected, and another upgrade is ignored', async () => {
    const { port } = await serve(ok)
    const upgrade = (protocol: string) => [host, `Upgrade: ${protocol}`]
    expect(statusOf(await exchange(port, head('/', upgrade('websocket'))))).toBe(400)
    expect(statusOf(await exchange(port, head('/', upgrade('h2c'))))).toBe(200)
  })

  it('noise responds 400', async () => {
    const { port } = await serve(ok)
    expect(statusOf(await exchange(port, '\u0016\u0003\u0001 hello\r\n\r\n'))).toBe(400)
  })

  it('an error is JSON below /api in any spelling, text elsewhere, and never cached', async () => {
    const { port } = await serve(ok)
    for (const path of ['/api/x', '/API/x', '/%61pi/x', '/api']) {
      const answer = await exchange(port, head(path, [host], 'TRACE'))
      expect(JSON.parse(bodyOf(answer))).toEqual({ error: 'Method not allowed' })
      expect(headerOf(answer, 'Content-Type')).toMatch(/^application\/json/)
      expect(headerOf(answer, 'Cache-Control')).toBe('no-store')
    }
    const unexpected = await exchange(port, head('/api/x', [host, 'Expect: tea']))
    expect(statusOf(unexpected)).toBe(417)
    expect(JSON.parse(bodyOf(unexpected))).toEqual({ error: 'Unknown expectation' })
    const unreadable = await exchange(port, head('/api/%zz', [host, 'Expect: tea']))
    expect(JSON.parse(bodyOf(unreadable))).toEqual({ error: 'The address is malformed' })
    const page = await exchange(port, head('/apiary', [host], 'TRACE'))
    expect(bodyOf(page)).toBe('Method not allowed\n')
    expect(headerOf(page, 'Content-Type')).toMatch(/^text\/plain/)
  })

  it('OPTIONS responds with the methods, without CORS headers', async () => {
    const { port } = await serve(ok)
    for (const [target, methods] of [
      ['*', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
      ['/login', 'GET, HEAD, POST'],
    ] as const) {
      const answer = await exchange(port, head(target, [host, 'Origin: https://evil.example'], 'OPTIONS'))
      expect(statusOf(answer)).toBe(204)
      expect(headerOf(answer, 'Allow')).toBe(methods)
      expect(answer).not.toMatch(/access-control/i)
    }
    expect(bodyOf(await exchange(port, head('/api/x', [host], 'OPTIONS')))).toContain('program')
  })

  it.each(['PUT', 'PATCH', 'DELETE'])(
    '%s responds 405 on a page, and is left to an API route',
    async (method) => {
      const { port } = await serve(ok)
      const answer = await exchange(port, head('/login', [host], method))
      expect(statusOf(answer)).toBe(405)
      expect(headerOf(answer, 'Allow')).toBe('GET, HEAD, POST')
      expect(statusOf(await exchange(port, head('/api/x', [host], method)))).toBe(200)
    },
  )

  it('a 405 of the program has Allow too', async () => {
    const { port } = await serve(() => new Response(null, { status: 405 }))
    expect(headerOf(await exchange(port, head('/faq', [host], 'POST')), 'Allow')).toBe('GET, HEAD')
  })
})

describe('the program’s view of a request', () => {
  async function seen(headers: string[], trustProxy = 0) {
    let inner = new Headers()
    let context: Partial<RequestContext> = {}
    const { port } = await serve(
      (request) => {
        inner = request.headers
        context = requestContext()
        return new Response()
      },
      { trustProxy },
    )
    const answer = await exchange(port, head('/', [host, ...headers]))
    return { inner, context, answer }
  }

  it('has the id, the nonce and the client of the edge, whatever the client sent', async () => {
    const { inner, context, answer } = await seen(['X-Request-Id: mine', 'User-Agent: a browser'])
    expect(context).toMatchObject({
      ip: '127.0.0.1',
      userAgent: 'a browser',
      host: '127.0.0.1',
      isLocal: false,
    })
    expect(Buffer.from(context.nonce ?? '', 'base64').length).toBeGreaterThanOrEqual(16)
    expect(context.requestId).toMatch(/^[\da-f]{8}-/)
    expect(headerOf(answer, 'X-Request-Id')).toBe(context.requestId)
    expect(inner.has('X-Request-Id')).toBe(false)
  })

  it('has no _data param on a call', async () => {
    const urls: string[] = []
    const { port } = await serveHandler(async (request, response) => {
      urls.push(request.originalUrl)
      response.end()
    })
    const targets = ['/api/x?_data=root', '/api/x?a=1&%5Fdata=root&b=2', '/API/x?q=_data', '/x?_data=root']
    for (const target of targets) await exchange(port, head(target))
    expect(urls).toEqual(['/api/x', '/api/x?a=1&b=2', '/API/x?q=_data', '/x?_data=root'])
  })

  it('has no header that claims another host, IP or method', async () => {
    const claims = [
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Proto: https',
      'X-Forwarded-For: 203.0.113.9',
    ]
    const others = ['X-HTTP-Method-Override: DELETE', 'Accept-Encoding: br']
    const { inner, context } = await seen([...claims, ...others])
    for (const line of [...claims, ...others]) expect(inner.has(line.split(':', 1)[0] ?? '')).toBe(false)
    expect(context).toMatchObject({ ip: '127.0.0.1', isLocal: false })
  })

  it('has the IP that the outermost trusted proxy saw', async () => {
    const forwarded = ['X-Forwarded-For: 198.51.100.7, 203.0.113.9', 'X-Forwarded-For: 192.0.2.1']
    const ipBehind = async (proxies: number) => (await seen(forwarded, proxies)).context.ip
    expect(await ipBehind(1)).toBe('192.0.2.1')
    expect(await ipBehind(2)).toBe('203.0.113.9')
    expect(await ipBehind(9)).toBe('198.51.100.7')
    expect((await seen(['X-Forwarded-For: nonsense'], 1)).context.ip).toBe('127.0.0.1')
  })
})

describe('a request over plain HTTP to a site that is https', () => {
  const site = { appUrl: 'https://holdfast.example', trustProxy: 1 }
  const plain = [host, 'X-Forwarded-Proto: http']

  it('is redirected if it is a read', async () => {
    const { port } = await serve(ok, site)
    for (const method of ['GET', 'HEAD']) {
      const answer = await exchange(port, head('/login?redirectTo=%2Fadmin', plain, method))
      expect(statusOf(answer)).toBe(308)
      expect(headerOf(answer, 'Location')).toBe('https://holdfast.example/login?redirectTo=%2Fadmin')
    }
  })

  it('is rejected if it changes data', async () => {
    const { port } = await serve(ok, site)
    for (const path of ['/login', '/api/auth/login'])
      expect(statusOf(await exchange(port, head(path, plain, 'POST')))).toBe(403)
  })

  it('is served if it is a health check, or if no trusted proxy reports it', async () => {
    for (const [options, path, headers] of [
      ...['/healthz', '/readyz', '/metrics'].map((path) => [site, path, plain] as const),
      [site, '/', [host]],
      [site, '/', [host, 'X-Forwarded-Proto: https']],
      [site, '/', [host, 'X-Forwarded-Proto: http, https']],
      [{ ...site, trustProxy: 0 }, '/', plain],
      [{ ...site, appUrl: 'http://localhost:3000' }, '/', plain],
    ] as const) {
      const { port } = await serve(ok, options)
      expect(statusOf(await exchange(port, head(path, [...headers])))).toBe(200)
    }
  })
})

describe('a local page', () => {
  /** Whether a request counts as local. */
  async function isLocal(headers: string[], options: { appUrl: string; trustProxy: number }) {
    const { port } = await serve(() => new Response(String(isLocalRequest())), options)
    return bodyOf(await exchange(port, head('/metrics', headers)))
  }
  const local = 'http://localhost:3000'
  const forwarding = [
    ['X-Forwarded-For: 127.0.0.1'],
    ['x-forwarded-for: ::1'],
    ['X-Forwarded-For: 203.0.113.9, 127.0.0.1'],
    ['X-Forwarded-For:'],
    ['X-Forwarded-Proto: http'],
    ['X-Forwarded-Host: localhost'],
    ['X-Forwarded-Port: 3000'],
    ['Forwarded: for=127.0.0.1'],
    ['X-Real-IP: 127.0.0.1'],
    ['X-Client-IP: 127.0.0.1'],
    ['True-Client-IP: 127.0.0.1'],
    ['CF-Connecting-IP: 127.0.0.1'],
    ['Via: 1.1 proxy'],
  ]
  const hosts = ['localhost', 'localhost:3000', '127.0.0.1:3000', '127.1.2.3', '[::1]:3000', 'LOCALHOST']

  it.each([0, 1, 2, 9])('is shown to a local connection, behind %i proxies', async (trustProxy) => {
    for (const appUrl of [local, 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
      for (const name of hosts) expect(await isLocal([`Host: ${name}`], { appUrl, trustProxy })).toBe('true')
    }
  })

  it.each([0, 1, 2, 9])('is not shown to a forwarded request, behind %i proxies', async (trustProxy) => {
    for (const headers of forwarding) {
      for (const name of ['localhost', '127.0.0.1:3000'])
        expect(await isLocal([`Host: ${name}`, ...headers], { appUrl: local, trustProxy })).toBe('false')
    }
  })

  it('is not shown under another name, or on a public site', async () => {
    for (const name of [
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '192.0.2.1',
      'holdfast.example',
    ])
      expect(await isLocal([`Host: ${name}`], { appUrl: local, trustProxy: 0 })).toBe('false')
    for (const appUrl of ['https://holdfast.example', 'http://192.0.2.1:3000'])
      for (const name of hosts)
        expect(await isLocal([`Host: ${name}`], { appUrl, trustProxy: 0 })).toBe('false')
  })
})

describe('slow clients', () => {
  it('whose headers do not arrive get 408, twenty at a time', async () => {
    const { port } = await serve(ok, { server: { headersTimeout: 200, connectionsCheckingInterval: 50 } })
    const slow = Array.from({ length: 20 }, () => open(port))
    for (const { socket } of slow) socket.write('GET / HTTP/1.1\r\nHo')
    await Promise.all(slow.map(({ closed }) => closed))
    expect(slow.map(({ received }) => statusOf(received()))).toEqual(Array(20).fill(408))
  })

  it('whose body does not arrive get 408', async () => {
    const { port, lines } = await serve(async (request) => new Response(await request.text()), {
      server: { headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50 },
    })
    const { socket, received, closed } = open(port)
    socket.write(`POST /api/x HTTP/1.1\r\n${host}\r\nContent-Length: 100\r\n\r\nabc`)
    await closed
    expect(statusOf(received())).toBe(408)
    await until(() => lines.length === 1)
    expect(lines[0]).toMatchObject({ status: 408, aborted: true })
  })

  it('that wait after a response are disconnected', async () => {
    const { port } = await serve(ok, { server: { keepAliveTimeout: 100 } })
    const { socket, received, closed } = open(port)
    socket.write(`GET / HTTP/1.1\r\n${host}\r\n\r\n`)
    await closed
    expect(statusOf(received())).toBe(200)
  })
})

describe('the log', () => {
  it('has one line per request, without query string, cookie or IP', async () => {
    const { port, lines } = await serve(() => new Response('gone', { status: 404 }))
    await exchange(port, head('/quotes/7?email=a@b.example&code=typed', [host, 'Cookie: session=secret']))
    await until(() => lines.length > 0)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({
      level: 'info',
      method: 'GET',
      path: '/quotes/7',
      area: 'site',
      status: 404,
    })
    expect(lines[0]?.ms).toBeTypeOf('number')
    expect(lines[0]?.bytes).toBeGreaterThan(100)
    expect(JSON.stringify(lines)).not.toMatch(/b\.example|typed|secret|127\.0\.0\.1/)
  })

  it('reports that the client gave up', async () => {
    const { port, lines } = await serveHandler(() => new Promise(() => {})) // never responds
    const { socket } = open(port)
    socket.write(head('/'))
    setTimeout(() => socket.destroy(), 50)
    await until(() => lines.length === 1)
    expect(lines[0]).toMatchObject({ aborted: true })
  })

  it('has the stack of a program that fails, without the query string; the client gets 500', async () => {
    const { port, lines } = await serveHandler(() => {
      throw new Error('cannot read /reset?token=secret123')
    })
    const answer = await exchange(port, head('/api/x'))
    expect(statusOf(answer)).toBe(500)
    expect(JSON.parse(bodyOf(answer))).toEqual({ error: 'Something went wrong on our side' })
    await until(() => lines.length === 2)
    const failure = lines.find(({ level }) => level === 'error')
    expect((failure?.err as { stack: string }).stack).toContain('validate-request.test')
    expect(JSON.stringify(lines)).not.toContain('secret123')
  })
})
