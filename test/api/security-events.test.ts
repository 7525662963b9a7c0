import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { person } from '../support/accounts'
import { admin, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

type SecurityEvent = {
  id: number
  kind: string
  account_id: number | null
  email: string | null
  ip_address: string | null
  device: string | null
  request_id: string
  hits: number
  details: Record<string, unknown>
  unknown_email: boolean
}

const ip = '203.0.113.9'
const member = { ...person, email: 'member@example.com' }
let program: Program
let office = ''

beforeAll(async () => {
  program = await startProgram({ ...(await programDatabase()), TRUST_PROXY: '1', RATE_LIMITS: 'on' })
  office = await signIn(admin)
  expect((await post('/api/auth/register', member)).status).toBe(201)
})
afterAll(() => program.stop())

function call(method: string, path: string, { body, cookie = '', headers = {} }: CallOptions = {}) {
  return fetch(program.url + path, {
    method,
    redirect: 'manual',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'X-Forwarded-For': ip,
      Cookie: cookie,
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}
type CallOptions = { body?: object; cookie?: string; headers?: Record<string, string> }

const post = (path: string, body: object, options: CallOptions = {}) =>
  call('POST', path, { ...options, body })

async function signIn({ email, password }: { email: string; password: string }) {
  const answer = await post('/api/auth/login', { email, password })
  expect(answer.status).toBe(200)
  return answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
}

async function events(query = '') {
  const answer = await call('GET', `/api/admin/security-events${query}`, { cookie: office })
  expect(answer.status).toBe(200)
  return (await answer.json()) as SecurityEvent[]
}

/** Retries, since counted events are written shortly after they happen. */
const counted = (kind: string) => expect.poll(async () => (await events(`?q=${encodeURIComponent(kind)}`))[0])

async function me(cookie: string) {
  const answer = await call('GET', '/api/auth/me', { cookie })
  return answer.status === 200 ? ((await answer.json()) as { user: { id: number } }).user.id : answer.status
}

describe('the log', () => {
  test('has the sign-ins and the sign-out of an account, with client and request', async () => {
    const cookie = await signIn(member)
    const id = await me(cookie)
    const wrong = await post('/api/auth/login', { email: member.email, password: 'wrong' })
    await post('/api/auth/login', { email: 'nobody@example.com', password: 'wrong' })
    await post('/api/auth/logout', {}, { cookie })
    const own = await events(`?q=${id}`)
    expect(own.map(({ kind }) => kind)).toEqual(['sign-out', 'sign-in failed', 'sign-in', 'sign-up'])
    expect(own[1]).toMatchObject({
      email: member.email,
      ip_address: ip,
      device: 'Firefox on Linux',
      request_id: wrong.headers.get('X-Request-Id'),
    })
    expect(await events('?q=nobody@example.com')).toMatchObject([{ account_id: null, unknown_email: true }])
    const lines = program
      .output()
      .split('\n')
      .filter((line) => line.includes('"security event"'))
    expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ event: 'sign-in failed', account: id, ip, id: own[1]?.request_id }),
    )
    expect(lines.join('\n')).not.toMatch(/example\.com|wrong/)
  })

  test('has sign-ins that were limited', async () => {
    const email = 'guessed@example.com'
    for (let count = 0; count < 11; count += 1) await post('/api/auth/login', { email, password: 'wrong' })
    const [first, ...others] = await events(`?q=${email}`)
    expect(first?.kind).toBe('sign-in limited')
    expect(new Set(others.map(({ kind }) => kind))).toEqual(new Set(['sign-in failed']))
    expect(others).toHaveLength(10)
  })

  test('counts requests from other sites, by client and hour', async () => {
    for (let count = 0; count < 3; count += 1)
      await post('/api/contact-submissions', {}, { headers: { Origin: 'https://evil.example' } })
    await counted('cross-site request').toMatchObject({
      hits: 3,
      ip_address: ip,
      details: { method: 'POST', path: '/api/contact-submissions' },
    })
  })

  test('counts forbidden pages and API requests of an account; a visitor is redirected to the login', async () => {
    const cookie = await signIn(member)
    await call('GET', '/admin/audit')
    await call('GET', '/api/admin/users/1')
    await call('GET', '/admin/audit', { cookie })
    await call('GET', '/pitch-deck-admin', { cookie })
    await call('GET', '/api/admin/security-events', { cookie })
    await call('PUT', '/api/user/profile', { cookie, body: { user_id: 999 } })
    await counted('access denied').toMatchObject({ hits: 4, email: member.email })
    expect(await events('?q=access+denied')).toHaveLength(1)
  })

  test('counts other limits', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.77' }
    let status = 200
    for (let count = 0; count < 70 && status !== 429; count += 1)
      ({ status } = await call('GET', '/api/pitch-deck/check-request?email=nobody%40example.com', {
        headers,
      }))
    expect(status).toBe(429)
    await counted('limit reached').toMatchObject({
      ip_address: '203.0.113.77',
      details: { limit: 'deck checks' },
    })
  })

  test('is paged by limit and cursor', async () => {
    const all = await events()
    const [first, second] = await events('?limit=2')
    expect([first?.id, second?.id]).toEqual(all.slice(0, 2).map(({ id }) => id))
    expect((await events(`?limit=1&cursor=${second?.id}`))[0]?.id).toBe(all[2]?.id)
    const odd = await call('GET', '/api/admin/security-events?limit=none', { cookie: office })
    expect(odd.status).toBe(422)
  })
})

test('an administrator ends one or all sessions of others through the API', async () => {
  const [one, other] = [await signIn(member), await signIn(member)]
  const id = Number(await me(one))
  const end = (path: string) => call('DELETE', `/api/admin/users/${path}`, { cookie: office })
  expect((await end(`${id}/sessions/999999`)).status).toBe(404)
  expect((await end('999999/sessions')).status).toBe(404)
  expect((await end(`${id}/sessions/x`)).status).toBe(404)
  expect(await me(one)).toBe(id)
  const all = await end(`${id}/sessions`)
  expect(all.status).toBe(200)
  expect(await all.json()).toMatchObject({ success: true, ended: expect.any(Number) as number })
  expect([await me(one), await me(other)]).toEqual([401, 401])
  expect((await events(`?q=${id}`))[0]).toMatchObject({
    kind: 'session ended',
    details: { by: 'administrator' },
  })
  const own = await end(`${await me(office)}/sessions`)
  expect(own.status).toBe(409)
  expect(await me(office)).toEqual(expect.any(Number))
  expect((await call('GET', `/api/admin/users/${id}`, { cookie: office })).status).toBe(200)
})
