import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request as ask, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { preferredEncoding } from '~/server/accept-encoding.server'
import { loadStaticFiles } from '~/server/static-files.server'

import { serve } from './wire'

const script = `export const words = ${JSON.stringify('cover '.repeat(500))}\n`
const picture = Buffer.from('89504e470d0a1a0a', 'hex')
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-client-'))
  const put = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content)
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, '.vite'))
  put('assets/page-abc123.js', script)
  put('assets/page-abc123.js.map', '{}')
  put('assets/short-abc123.css', 'p{}')
  put('assets/face-abc123.woff2', Buffer.alloc(4000))
  put('accordion.js', script)
  put('robots.txt', 'User-agent: *\n')
  put('og-default-image.png', picture)
  put('.env', 'SECRET=1')
  put('.vite/manifest.json', '{}')
  execFileSync(process.execPath, ['scripts/compress-assets.mjs', folder])
})
afterAll(() => rmSync(folder, { recursive: true }))

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { url, lines } = await serve(() => new Response('program', { status: 299 }), {
    files: loadStaticFiles(folder),
  })
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    ask(url, { path, headers, method }, resolve).on('error', reject).end()
  })
  return { status: response.statusCode, headers: response.headers, body: await buffer(response), lines }
}

describe('a file of the build', () => {
  it('is sent from memory with its type, immutable if its name has a hash, else cached for a day', async () => {
    const hashed = await get('/assets/page-abc123.js')
    expect(hashed.body.toString()).toBe(script)
    expect(hashed.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': String(script.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    const day = 'public, max-age=86400'
    expect((await get('/robots.txt')).headers).toMatchObject({
      'cache-control': day,
      'content-type': 'text/plain; charset=utf-8',
    })
    const image = await get('/og-default-image.png')
    expect(image.headers).toMatchObject({ 'cache-control': day, 'content-type': 'image/png' })
    expect(image.body).toEqual(picture)
    expect((await get('/%61ccordion.js?v=2')).headers['cache-control']).toBe(day)
  })

  it('is sent in the client’s preferred coding', async () => {
    const br = await get('/accordion.js', { 'Accept-Encoding': 'gzip, deflate, br' })
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    expect(brotliDecompressSync(br.body).toString()).toBe(script)
    const gzip = await get('/accordion.js', { 'Accept-Encoding': 'gzip, br;q=0' })
    expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    expect(gunzipSync(gzip.body).toString()).toBe(script)
    const plain = await get('/accordion.js')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.headers.vary).toBe('Accept-Encoding')
    const tags = [br, gzip, plain].map(({ headers }) => headers.etag)
    expect(new Set(tags).size).toBe(3)
  })

  it('is sent uncompressed where compression saves nothing', async () => {
    for (const path of ['/assets/short-abc123.css', '/assets/face-abc123.woff2', '/og-default-image.png']) {
      const { headers } = await get(path, { 'Accept-Encoding': 'br, gzip' })
      expect(headers['content-encoding']).toBeUndefined()
      expect(headers.vary).toBeUndefined()
    }
  })

  it('is not sent again to a client that has it', async () => {
    const { headers } = await get('/robots.txt')
    const etag = headers.etag as string
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await get('/robots.txt', { 'If-None-Match': known })
      expect(again.status).toBe(304)
      expect(again.body).toHaveLength(0)
      expect(again.headers).toMatchObject({ etag, 'cache-control': 'public, max-age=86400' })
    }
    const byFetch = { 'If-None-Match': etag, 'Cache-Control': 'no-cache' } // fetch() adds it by itself
    expect((await get('/robots.txt', byFetch)).status).toBe(304)
    expect((await get('/robots.txt', { 'If-None-Match': '"other"' })).status).toBe(200)
  })

  it('responds to HEAD with its length, ignores ranges, and accepts no other method', async () => {
    const head = await get('/robots.txt', {}, 'HEAD')
    expect(head.headers['content-length']).toBe('14')
    expect(head.body).toHaveLength(0)
    expect((await get('/robots.txt', { Range: 'bytes=0-1' })).body).toHaveLength(14)
    const post = await get('/robots.txt', {}, 'POST')
    expect(post).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
  })
})

describe('an unserved path', () => {
  it.each([
    '/assets/page-abc123.js.map',
    '/assets//page-abc123.js.map',
    '/assets/page-abc123.js.br',
    '/accordion.js.gz',
    '/assets/none.js',
    '/Assets/page-abc123.js',
    '/.env',
  ])('%s responds 404 as text, uncached', async (path) => {
    const { status, headers, body } = await get(path)
    expect(status).toBe(404)
    expect(headers['cache-control']).toBe('no-store')
    expect(body.toString()).toBe('Not found\n')
  })

  it.each(['/assets/../.env', '/assets/%2e%2e/.env', '/x/..%2f.env'])('%s responds 400', async (path) => {
    expect((await get(path)).status).toBe(400)
  })

  it('a folder of the build is left to the program', async () => {
    expect((await get('/.vite/manifest.json')).status).toBe(299)
    expect((await get('/assets')).status).toBe(299)
  })
})

it('a missing folder has no files', () => {
  expect(loadStaticFiles(join(folder, 'absent')).size).toBe(0)
})

it('a file is logged at debug level', async () => {
  const { lines } = await get('/robots.txt')
  expect(lines).toMatchObject([{ level: 'debug', area: 'static', path: '/robots.txt', status: 200 }])
})

it.each<[string | undefined, string | null]>([
  [undefined, null],
  ['', null],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0', null],
  ['*', 'br'],
  ['*;q=0', null],
  ['br;q=0, *', 'gzip'],
  ['identity, gzip;q=0.5', null],
  ['gzip;q=0.000', null],
  ['gzip;q=nonsense', null],
  ['deflate', null],
])('Accept-Encoding %s selects %s', (header, coding) => {
  expect(preferredEncoding({ 'accept-encoding': header }, ['br', 'gzip'])).toBe(coding)
})
