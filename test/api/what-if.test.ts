import { afterAll, beforeAll, expect, test } from 'vitest'

import { admin, application, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

let program: Program
let cookie = ''
let quote = 0

beforeAll(async () => {
  program = await startProgram(await programDatabase())
  const answer = await call('POST', '/api/auth/login', admin)
  cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const sent = await call('POST', '/api/quote-submissions', application)
  quote = ((await sent.json()) as { id: number }).id
})
afterAll(async () => {
  expect(await program.stop()).toBe(0)
})

function call(method: string, path: string, body?: object, caller = cookie) {
  return fetch(program.url + path, {
    method,
    redirect: 'manual',
    headers: { Cookie: caller, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
}

const trial = (query: string, id: number | string = quote) => `/api/admin/underwriting/what-if/${id}?${query}`
const page = (query: string) => `/admin/underwriting/quote/${quote}?${query}`

test('a call answers with the price now and with the changes, and stores nothing', async () => {
  const answer = await call('GET', trial('years=8&tier=elite'))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  const body = (await answer.json()) as { moved: { name: string }[] }
  expect(body).toMatchObject({ now: { tier: 'Standard' }, changed: { tier: 'Elite', coverage: 18_000 } })
  expect(body.moved.map(({ name }) => name)).toContain('tenure')
  const results = await call('GET', `/api/admin/underwriting/results-by-quote/${quote}`)
  expect(await results.json()).toEqual([])
})

test.each([
  ['', 'tier'],
  ['tier=Platinum', 'tier'],
  ['years=NaN', 'years'],
  ['years=Infinity', 'years'],
  ['years=99999999999999999999', 'years'],
  ['employer=Nobody+Heard+Of+Ltd', 'employer'],
  ['employer=a%07b', 'employer'],
  [`employer=${'x'.repeat(5000)}`, 'employer'],
  ['tier[]=elite&years[$gt]=1', 'tier'],
])('%s is refused by the call and beside the field of the page', async (query, path) => {
  const answer = await call('GET', trial(query))
  expect(answer.status).toBe(422)
  const { error } = (await answer.json()) as { error: { path: string; message: string }[] }
  expect(error.map((one) => one.path)).toEqual([path])
  if (query === '' || query.includes('[')) return // without a field of its own the page is not asked
  const shown = await call('GET', page(query))
  expect(shown.status).toBe(422)
  expect(await shown.text()).toContain(`id="what-if-${path}-error"`)
})

test('what is typed is shown as text, and a foreign list is not linked', async () => {
  const hostile = encodeURIComponent('"><script>alert(1)</script>')
  const foreign = encodeURIComponent('https://evil.example/admin/work')
  const shown = await call('GET', page(`employer=${hostile}&from=${foreign}&timeline=-1`))
  const html = await shown.text()
  expect(html).not.toContain('<script>alert(1)')
  expect(html).not.toContain('evil.example')
  expect(html).toContain('href="/admin/submissions?tab=quotes"')
})

test('a page of the timeline that does not exist is the first or empty, not an error', async () => {
  for (const timeline of ['0', '21', 'x', '1e3', '2']) {
    const shown = await call('GET', page(`timeline=${timeline}`))
    expect(shown.status, timeline).toBe(200)
  }
  expect(await (await call('GET', page('timeline=2'))).text()).toContain('Nothing older.')
})

test('others are not answered, nor are missing applications and other methods', async () => {
  expect((await call('GET', trial('years=8'), undefined, '')).status).toBe(401)
  for (const id of [987_654, 'x', '-1', '99999999999'])
    expect((await call('GET', trial('years=8', id))).status, String(id)).toBe(404)
  expect((await call('POST', trial('years=8'), {})).status).toBe(405)
})
