import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { admin, startProgram, type Program } from '../support/program'
import { declaredRoutes } from '../support/routes'
import { programDatabase } from '../support/server-database'

let program: Program
let cookie = ''
beforeAll(async () => {
  program = await startProgram(await programDatabase())
  const body = JSON.stringify(admin)
  const headers = { 'Content-Type': 'application/json' }
  const login = await fetch(`${program.url}/api/auth/login`, { method: 'POST', body, headers })
  cookie = login.headers.get('Set-Cookie')?.split(';')[0] ?? ''
})
afterAll(() => program.stop())

const routes = await declaredRoutes()
const paths = [...new Set(routes.map(({ path }) => path.replaceAll(/:\w+|\*/g, '1')))]
const isCall = (path: string) => path.startsWith('/api/')

describe.each([
  ['a visitor', () => ''],
  ['an admin', () => cookie],
])('a null character in the query, by %s', (_, cookieOf) => {
  test.each(paths)('of %s is rejected by a page of the site, or in JSON', async (path) => {
    const headers = { Accept: 'text/html', Cookie: cookieOf() }
    const response = await fetch(`${program.url}${path}?q=a%00&from=%00&id=1%00`, { headers })
    expect(response.status).toBe(400)
    if (isCall(path)) {
      expect(await response.json()).toEqual({ error: 'The address is malformed' })
      return
    }
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    const html = await response.text()
    expect(html).toMatch(/<h1[^>]*>This address does not work<\/h1>/)
    expect(html).toContain('Return to Home')
    expect(html).not.toContain('__remixContext') // not hydrated at another address
  })
})

test('addresses that cannot be read get the same page', async () => {
  for (const path of ['/%ff', '/a%00b', '/a%5Cb', `/${'x'.repeat(9000)}`]) {
    const response = await fetch(program.url + path, { headers: { Accept: 'text/html' } })
    expect([400, 414]).toContain(response.status)
    expect(await response.text()).toContain('This address does not work')
  }
})

const downloads = [
  '/.well-known/change-password',
  '/.well-known/security.txt',
  '/admin/submissions/quotes/export',
  '/admin/underwriting/results/export',
  '/healthz',
  '/manifest.webmanifest',
  '/metrics',
  '/readyz',
  '/robots.txt',
  '/sitemap.xml',
  '/temp-redirect',
]
test.each(downloads)('%s is only read', async (path) => {
  const response = await fetch(program.url + path, { method: 'POST', headers: { Cookie: cookie } })
  expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
  expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  expect(await response.text()).toBe('Method not allowed\n')
})
