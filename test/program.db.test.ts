import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { onServer } from './support/database'
import { admin, application, startProgram, type Program } from './support/program'
import { programDatabase } from './support/server-database'

let program: Program

beforeAll(async () => {
  program = await startProgram({ ...(await programDatabase()), BRAND_NAME: 'Anchor & Co' })
})
afterAll(() => program.stop())

const get = (path: string, headers: Record<string, string> = {}) => fetch(program.url + path, { headers })

async function submit(url = program.url) {
  const answer = await fetch(`${url}/api/quote-submissions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(application),
  })
  return answer.status
}

async function signIn(url = program.url) {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(admin),
  })
  return answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
}

describe('the probes', () => {
  test('report that the process is alive and ready', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const { status, headers } = await get(path)
      expect({ path, status, cacheControl: headers.get('Cache-Control') }).toEqual({
        path,
        status: 200,
        cacheControl: 'no-store',
      })
    }
  })

  test('serve the metrics to the local machine, and not through a proxy', async () => {
    const metrics = await get('/metrics')
    expect(metrics.headers.get('Content-Type')).toContain('version=0.0.4')
    expect(await metrics.text()).toMatch(
      /^http_requests_total\{method="GET",area="probe",status="200"\} \d+$/m,
    )
    expect((await get('/metrics', { 'X-Forwarded-For': '203.0.113.9' })).status).toBe(403)
  })

  const outer = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')
  test.skipIf(!outer)('do not serve the metrics to another machine, for any Host', async () => {
    const { port } = new URL(program.url)
    const outgoing = httpGet({
      host: outer?.address,
      port,
      path: '/metrics',
      headers: { Host: `localhost:${port}` },
    })
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    answer.resume()
    expect(answer.statusCode).toBe(403)
  })
})

describe('a page', () => {
  test('that is rendered for one request only runs scripts with its nonce, a new one each time', async () => {
    const nonces = new Set<string>()
    for (let time = 0; time < 3; time += 1) {
      const answer = await get(`/get-a-quote?time=${time}`)
      const policy = answer.headers.get('Content-Security-Policy') ?? ''
      const [, nonce = ''] = /script-src 'self' 'nonce-([^']+)'/.exec(policy) ?? []
      const scripts = [...(await answer.text()).matchAll(/<script(?![^>]*\bsrc=)[^>]*>/g)].map(([tag]) => tag)
      expect(scripts.length).toBeGreaterThan(0)
      expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([])
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(3)
  })

  test('has assets that were compressed at build time', async () => {
    const html = await (await get('/')).text()
    const [, stylesheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? []
    const asset = await get(stylesheet, { 'Accept-Encoding': 'gzip, br' })
    expect(asset.headers.get('Content-Encoding')).toBe('br')
    expect(asset.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  })

  test('shows the provider of the environment, escaped', async () => {
    const html = await (await get('/')).text()
    expect(html).toContain('<title>Anchor &amp; Co - Your paycheck, protected</title>')
    expect(html).toContain('"@type":"Organization","@id":"http')
    expect(html).toContain('"name":"Anchor \\u0026 Co"')
  })

  test('of another site changes nothing, through any route', async () => {
    const cookie = await signIn()
    for (const path of ['/logout', '/logout?_data=routes%2F_account%2B%2Flogout', '/api/auth/logout']) {
      const refused = await fetch(program.url + path, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          Cookie: cookie,
          Origin: 'https://evil.example',
          'Sec-Fetch-Site': 'cross-site',
          'X-Forwarded-Host': 'evil.example',
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: 'a=b',
      })
      expect(refused.status).toBe(403)
    }
    expect((await get('/api/auth/me', { Cookie: cookie })).status).toBe(200)
  })
})

test('the log warns of a short secret, and only has the request line of rejections', async () => {
  const form = {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'a=b',
  }
  const statuses = [
    (await get('/?_data=routes%2Fnothing')).status,
    (await get('/nothing')).status,
    (await get('/quote/nothing')).status,
    (await get('/api/nothing')).status,
    (await fetch(`${program.url}/faq`, form)).status,
    (await fetch(`${program.url}/faq?_data=root`, form)).status,
    (await fetch(`${program.url}/login`, { ...form, body: 'a=%zz' })).status,
    (await fetch(`${program.url}/login`, { method: 'POST', body: 'a' })).status,
  ]
  expect(statuses).toEqual([403, 404, 404, 404, 405, 405, 400, 415])
  await expect.poll(() => program.output()).toContain('"status":415')
  const loud = program
    .output()
    .split('\n')
    .filter((line) => /"level":"(?:warn|error|fatal)"/.test(line))
  expect(loud.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'SESSION_SECRET has fewer than 32 characters: a longer one is harder to guess',
  ])
})

test('the log has no query, no personal data and no secret', async () => {
  await get('/get-a-quote?email=query@example.com&token=abcdef')
  await submit()
  await fetch(`${program.url}/login?redirectTo=/admin/hidden`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'email=typed%40example.com&password=typed-password',
  })
  const cookie = await signIn()
  await expect.poll(() => program.output()).toContain('"path":"/api/auth/login"')
  const lines = program
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({ method: 'GET', path: '/get-a-quote', status: 200 }),
  )
  const secrets = [
    'query@example.com',
    'abcdef',
    'hidden',
    'typed',
    application.name,
    application.email,
    admin.email,
    admin.password,
    cookie.slice(-20),
  ]
  expect(secrets.filter((secret) => program.output().includes(secret))).toEqual([])
})

describe('other requests are served', () => {
  test('when callers disconnect in the middle of a request', async () => {
    for (let time = 0; time < 20; time += 1) {
      const socket = connect(Number(new URL(program.url).port), '127.0.0.1')
      await once(socket, 'connect')
      socket.write(
        'POST /api/quote-submissions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n{"a"',
      )
      socket.resetAndDestroy()
    }
    expect(await submit()).toBe(201)
  })

  test.runIf(onServer)('after an unhandled rejection or an uncaught error', async () => {
    const fault = `
      import { isMainThread } from 'node:worker_threads'
      if (isMainThread) process.on('SIGUSR2', () => {
        Promise.reject(new Error('stray rejection'))
        setImmediate(() => { throw new Error('stray error') })
      })`
    const other = await startProgram({
      ...(await programDatabase()),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}`,
    })
    onTestFinished(() => void other.stop())
    other.process.kill('SIGUSR2')
    await expect.poll(() => other.output()).toContain('stray rejection')
    await expect.poll(() => other.output()).toContain('stray error')
    expect(await submit(other.url)).toBe(201)
    expect(await other.stop()).toBe(0)
  })
})

describe('stopping', () => {
  async function startAnother() {
    const other = await startProgram(await programDatabase())
    onTestFinished(() => void other.stop())
    return other
  }

  test('finishes requests in flight, accepts no new connection, and exits with 0', async () => {
    const other = await startAnother()
    const port = Number(new URL(other.url).port)
    const body = JSON.stringify(application)
    const slow = connect(port, '127.0.0.1')
    await once(slow, 'connect')
    const received: string[] = []
    slow.on('data', (chunk) => received.push(String(chunk)))
    slow.write(
      'POST /api/quote-submissions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 20)}`,
    )
    const probe = connect(port, '127.0.0.1') // opened before the signal, sends after it
    await once(probe, 'connect')
    const readiness: string[] = []
    probe.on('data', (chunk) => readiness.push(String(chunk)))
    probe.write('GET /readyz HTTP/1.1\r\n')
    await new Promise((resolve) => setTimeout(resolve, 200))

    other.process.kill('SIGTERM')
    await expect.poll(() => other.output()).toContain('"msg":"stopping"')
    probe.write('Host: localhost\r\n\r\n')
    await expect.poll(() => readiness.join('')).toMatch(/^HTTP\/1\.1 503 /)
    await expect(fetch(`${other.url}/healthz`)).rejects.toThrow()
    slow.write(body.slice(20))
    await expect.poll(() => received.join('')).toMatch(/^HTTP\/1\.1 201 /)
    expect(received.join('')).toMatch(/^Connection: close$/im)
    expect(await other.stop()).toBe(0)
    expect(other.output()).toContain('"msg":"stopped"')
  })

  test.skipIf(onServer)('loses no request of a load balancer that checks /readyz', async () => {
    const other = await startProgram({ DRAIN_SECONDS: '300' })
    onTestFinished(() => void other.process.kill('SIGKILL'))
    const send = (path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        httpGet(other.url + path, { agent: false }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode))
        }).once('error', reject)
      })
    let inRotation = true
    let stopping = false
    const statuses: { path: string; status: number | undefined; stopping: boolean }[] = []
    const client = async (path: string) => {
      while (inRotation) statuses.push({ path, status: await send(path), stopping })
    }
    const clients = Promise.all(['/', '/get-a-quote', '/healthz'].map(client))
    const balancer = (async () => {
      while ((await send('/readyz')) === 200) await new Promise((resolve) => setTimeout(resolve, 500))
      inRotation = false
    })()
    await expect.poll(() => statuses.length).toBeGreaterThan(10)
    stopping = true
    other.process.kill('SIGTERM')
    other.process.kill('SIGTERM')
    await Promise.all([clients, balancer])
    expect(statuses.filter(({ status }) => status !== 200)).toEqual([])
    expect(new Set(statuses.filter(({ stopping }) => stopping).map(({ path }) => path)).size).toBe(3)

    for (const path of ['/', '/get-a-quote', '/healthz', '/favicon.svg', '/nowhere', '/api/coverage-tiers'])
      expect([path, (await fetch(other.url + path)).headers.get('Connection')]).toEqual([path, 'close'])
    other.process.kill('SIGINT') // ends the drain
    expect(await other.stop()).toBe(0)
    await expect(send('/healthz')).rejects.toThrow('ECONNREFUSED')
  })

  test('exits within its limit even if a request never finishes', async () => {
    const other = await startAnother()
    const stuck = connect(Number(new URL(other.url).port), '127.0.0.1')
    stuck.on('error', () => {})
    await once(stuck, 'connect')
    stuck.write('POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\nemail')
    await new Promise((resolve) => setTimeout(resolve, 200))
    const began = performance.now()
    expect(await other.stop()).toBe(0)
    expect(performance.now() - began).toBeLessThan(60_000)
  })
})

test.runIf(onServer)('several signals count as one, and the drain ends by itself', async () => {
  const other = await startProgram({ ...(await programDatabase()), DRAIN_SECONDS: '1' })
  const began = performance.now()
  other.process.kill('SIGTERM')
  other.process.kill('SIGTERM')
  expect(await other.stop()).toBe(0)
  expect(performance.now() - began).toBeGreaterThan(1000)
})

describe.skipIf(onServer)('the embedded database', () => {
  // As in a container: processes inside and outside do not see each other.
  const inNamespace = [
    'unshare',
    '--user',
    '--map-root-user',
    '--pid',
    '--fork',
    '--mount-proc',
    '--kill-child',
  ]
  const namespaces = spawnSync('unshare', [...inNamespace.slice(1), 'true']).status === 0

  test('keeps acknowledged writes when the process is killed, and is for one process at a time, in any container', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-kept-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const first = await startProgram({ DATA_DIR: folder }, '.', namespaces ? inNamespace : [])
    onTestFinished(() => void first.process.kill('SIGKILL'))
    await expect(startProgram({ DATA_DIR: folder })).rejects.toThrow(
      new RegExp(
        `DATA_DIR cannot be used: .* is in use by process ${namespaces ? 1 : first.process.pid}; two`,
      ),
    )
    const burst = await Promise.all(Array.from({ length: 20 }, () => submit(first.url)))
    expect(new Set(burst)).toEqual(new Set([201]))
    first.process.kill('SIGKILL')
    await once(first.process, 'exit')

    const second = await startProgram({ DATA_DIR: folder })
    onTestFinished(() => void second.stop())
    if (namespaces)
      expect(second.output()).toContain('was locked by process 1: waiting 10 s for a sign of life')
    const cookie = await signIn(second.url)
    const answer = await fetch(`${second.url}/api/admin/quote-submissions`, { headers: { Cookie: cookie } })
    expect(await answer.json()).toHaveLength(20)
  }, 180_000)

  test('creates the first admin, prints its password once, and keeps its secret after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-first-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const own = {
      DATA_DIR: folder,
      ADMIN_EMAIL: undefined,
      ADMIN_PASSWORD: undefined,
      SESSION_SECRET: undefined,
    }
    const first = await startProgram(own)
    const printed = /^First admin: (\S+) {2}one-time password: (\S+)$/m.exec(first.output())
    const login = (url: string) =>
      fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: printed?.[1], password: printed?.[2] }),
      })
    const answer = await login(first.url)
    expect(answer.status).toBe(200)
    const cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
    await first.stop()

    const second = await startProgram(own)
    onTestFinished(() => void second.stop())
    expect(second.output()).not.toContain('one-time password')
    const me = await fetch(`${second.url}/api/auth/me`, { headers: { Cookie: cookie } })
    expect(me.status).toBe(200)
  })
})

describe.runIf(onServer)('the database server', () => {
  test('is shared by processes that start at the same time', async () => {
    const database = await programDatabase()
    const both = await Promise.all([startProgram(database), startProgram(database)])
    onTestFinished(() => void Promise.all(both.map((one) => one.stop())))
    const [first, second] = both
    const cookie = await signIn(first.url)
    expect(await submit(first.url)).toBe(201)
    const seen = await fetch(`${second.url}/api/admin/quote-submissions`, { headers: { Cookie: cookie } })
    expect(await seen.json()).toHaveLength(1)
    const tiers = (await (await fetch(`${second.url}/api/coverage-tiers`)).json()) as { tier: string }[]
    expect(tiers.map(({ tier }) => tier)).toEqual(['Basic', 'Standard', 'Premium', 'Elite', 'Ultra'])
  })
})

describe('files for crawlers', () => {
  test.each([
    ['/robots.txt', 'text/plain; charset=utf-8'],
    ['/sitemap.xml', 'application/xml; charset=utf-8'],
    ['/manifest.webmanifest', 'application/manifest+json'],
  ])('%s has its type and may be cached for a day', async (path, type) => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe(type)
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=86400')
  })

  test('disallow private pages, and list the public ones', async () => {
    const robots = await (await get('/robots.txt')).text()
    expect(robots).toMatch(
      /^User-agent: \*\n(?:Disallow: \/[\w/-]+\n)+\nSitemap: http:\/\/\S+\/sitemap\.xml\n$/,
    )
    for (const path of ['/admin', '/api', '/dashboard']) expect(robots).toContain(`Disallow: ${path}\n`)
    const sitemap = await (await get('/sitemap.xml')).text()
    const [, origin = ''] = /Sitemap: (.*)\/sitemap\.xml/.exec(robots) ?? []
    const pages = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url)
    expect(pages).toContain(`${origin}/`)
    expect(pages).toContain(`${origin}/privacy-policy`)
    expect(pages.filter((url) => !url.startsWith(`${origin}/`) || url.includes('#'))).toEqual([])
    expect(new Set(pages).size).toBe(pages.length)
  })

  test('name icons that exist', async () => {
    const manifest = (await (await get('/manifest.webmanifest')).json()) as {
      name: string
      icons: { src: string; type: string }[]
    }
    expect(manifest).toMatchObject({ name: 'Anchor & Co', theme_color: '#1e5f9e' })
    for (const { src, type } of manifest.icons) {
      const { status, headers } = await get(src)
      expect([src, status, headers.get('Content-Type')]).toEqual([src, 200, type])
    }
  })
})
