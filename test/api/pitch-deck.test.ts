import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { Db } from '../../db/schema'
import { openDatabase } from '~/db.server'

import { deckCodeOf, person } from '../support/accounts'
import { admin, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

let program: Program
/** The database of the program. */
let db: Db
let asAdmin = ''
let asMember = ''
let count = 0
/** A new investor for each test. */
let email = ''

beforeAll(async () => {
  const environment = await programDatabase()
  program = await startProgram(environment)
  db = await openDatabase({ url: environment.DATABASE_URL })
  expect((await call('POST', '/api/auth/register', { body: person })).status).toBe(201)
  asAdmin = await signIn(admin)
  asMember = await signIn(person)
})
afterAll(async () => {
  await db.destroy()
  expect(await program.stop()).toBe(0)
})
beforeEach(() => {
  email = `ivy${(count += 1)}@example.com`
})

type Call = { body?: unknown; cookie?: string; headers?: Record<string, string> }

function call(method: string, path: string, { body, cookie = '', headers = {} }: Call = {}) {
  return fetch(program.url + path, {
    method,
    headers: {
      Cookie: cookie,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

async function signIn({ email, password }: { email: string; password: string }) {
  return cookieOf(await call('POST', '/api/auth/login', { body: { email, password } }))
}

function cookieOf(answer: Response) {
  expect(answer.status).toBe(200)
  return answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
}

const deck = '/api/pitch-deck'
const ask = (changes: object = {}, headers = {}) =>
  call('POST', `${deck}/request-access`, { body: { name: 'Ivy Vest', email, ...changes }, headers })
const check = (investor: string) => call('GET', `${deck}/check-request?email=${encodeURIComponent(investor)}`)
const enter = (accessCode: unknown) => call('POST', `${deck}/validate-access`, { body: { accessCode } })
const act = (action: string, id: unknown, cookie = asAdmin) =>
  call(action === 'delete' ? 'DELETE' : 'POST', `${deck}/admin/${action}/${String(id)}`, { cookie })
const hasAccess = async (cookie: string) => {
  const answer = await call('GET', `${deck}/check-access`, { cookie })
  expect(answer.status).toBe(200)
  return (await answer.json()) as unknown
}

async function requestAccess() {
  const answer = await ask()
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: number }).id
}

/** Creates an approved request, and returns it with the mailed code. */
async function approved() {
  const id = await requestAccess()
  expect((await act('approve', id)).status).toBe(200)
  return { id, code: await mailedCode() }
}

/** The code in the newest mail to this test's investor. */
const mailedCode = () => deckCodeOf(db, email)

async function listed(id: number) {
  const answer = await call('GET', `${deck}/admin/requests`, { cookie: asAdmin })
  expect(answer.status).toBe(200)
  const { success, requests } = (await answer.json()) as { success: boolean; requests: { id: number }[] }
  expect(success).toBe(true)
  return requests.find((request) => request.id === id)
}

async function bodyOf(answer: Response, status: number) {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  return (await answer.json()) as unknown
}

const wrongCode = {
  success: false,
  valid: false,
  message: 'The access code is invalid or has expired.',
}

describe('requesting access', () => {
  test('returns the stored request, without fields that the caller may not set', async () => {
    const fields = {
      company: ' Vest & Co ',
      reason: '',
      status: 'approved',
      id: 99_999,
      opened_at: '2001-01-01',
    }
    const body = await bodyOf(await ask(fields), 201)
    expect(body).toEqual({
      success: true,
      id: expect.any(Number) as number,
      name: 'Ivy Vest',
      email,
      company: 'Vest & Co',
      status: 'pending',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    })
    const { id } = body as { id: number }
    expect(id).not.toBe(99_999)
    expect(await listed(id)).toMatchObject({ status: 'pending', reason: null, opened_at: null })
  })

  test('again returns the status', async () => {
    const id = await requestAccess()
    const again = async () => bodyOf(await ask({ email: email.toUpperCase() }), 409)
    expect(await again()).toEqual({
      success: false,
      status: 'pending',
      error: 'Your access request is pending. We will email you when it is approved.',
    })
    await act('approve', id)
    expect(await again()).toEqual({
      success: false,
      status: 'approved',
      error: 'Your access request was already approved. Please enter your access code.',
    })
    email = `other-${email}`
    await act('reject', await requestAccess())
    expect(await again()).toEqual({
      success: false,
      status: 'rejected',
      error: 'Please contact support if you believe this is an error.',
    })
  })

  test('many times at once stores one request', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask()))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...Array<number>(7).fill(409)])
  })

  test('again with the same key gets the first response', async () => {
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const first = await bodyOf(await ask({}, key), 201)
    expect(await bodyOf(await ask({}, key), 201)).toEqual(first)
    expect(await bodyOf(await ask({ name: 'Eve' }, key), 409)).toEqual({
      error: 'This Idempotency-Key was used for another request',
    })
    expect((await ask({}, { 'Idempotency-Key': 'two words' })).status).toBe(400)
  })

  test.each([
    [{ name: '' }, 'name', 'Name and email are required'],
    [{ name: ['Ivy'] }, 'name', 'Name and email are required'],
    [{ email: null }, 'email', 'Name and email are required'],
    [{ email: { $ne: '' } }, 'email', 'Name and email are required'],
    [{ email: 'ivy@example' }, 'email', 'Please enter a valid email address'],
    [{ email: `${'x'.repeat(250)}@example.com` }, 'email', 'Please enter a valid email address'],
    [{ email: 'ivy\u0000@example.com' }, 'email', 'Please enter a valid email address'],
    [{ name: 'x'.repeat(101) }, 'name', 'Name must be at most 100 characters'],
    [{ name: 'Ivy\u0000' }, 'name', 'Remove the control characters from this text'],
    [{ company: 'x'.repeat(201) }, 'company', 'Company must be at most 200 characters'],
    [{ company: ['a', 'b'] }, 'company', 'Company must be at most 200 characters'],
    [{ reason: 'x'.repeat(2001) }, 'reason', 'Reason must be at most 2,000 characters'],
    [{ reason: '\ud800' }, 'reason', 'Remove the control characters from this text'],
  ])('with %j is rejected', async (changes, path, message) => {
    expect(await bodyOf(await ask(changes), 422)).toEqual({ error: [{ path, message }] })
  })

  test('stores hostile text as text', async () => {
    const name = `Robert'); drop table pitch_deck_requests; --`
    const reason = '<script>alert(1)</script> ${7*7} \u202e'
    const { id } = (await bodyOf(await ask({ name, reason }), 201)) as { id: number }
    expect(await listed(id)).toMatchObject({ name, reason })
  })

  test('accepts JSON and forms, and rejects other bodies', async () => {
    const post = (body: string, type: string) =>
      fetch(`${program.url}${deck}/request-access`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': type },
      })
    const form = String(new URLSearchParams({ name: 'Ivy Vest', email }))
    expect((await post(form, 'application/x-www-form-urlencoded')).status).toBe(201)
    await bodyOf(await post('{"name":', 'application/json'), 400)
    await bodyOf(await post('[]', 'application/json'), 422)
    await bodyOf(await post('"x"', 'application/json'), 422)
    await bodyOf(await post('name=Ivy', 'text/plain'), 415)
    await bodyOf(await post(JSON.stringify({ reason: 'x'.repeat(1_100_000) }), 'application/json'), 413)
  })
})

describe('checking a request', () => {
  test('returns its status', async () => {
    expect(await bodyOf(await check(email), 200)).toEqual({ hasRequested: false, status: null })
    const id = await requestAccess()
    expect(await bodyOf(await check(email.toUpperCase()), 200)).toEqual({
      hasRequested: true,
      status: 'pending',
    })
    await act('approve', id)
    expect(await bodyOf(await check(` ${email} `), 200)).toEqual({ hasRequested: true, status: 'approved' })
    await act('delete', id)
    await act('reject', await requestAccess())
    expect(await bodyOf(await check(email), 200)).toEqual({ hasRequested: true, status: 'rejected' })
    email = `other-${email}`
    expect(await bodyOf(await check(email), 200)).toEqual({ hasRequested: false, status: null })
  })

  test.each([
    ['', 'Please enter your email address'],
    ['?email=', 'Please enter your email address'],
    ['?email=%20', 'Please enter your email address'],
    ['?Email=ivy@example.com', 'Please enter your email address'],
    ['?email[]=ivy@example.com', 'Please enter your email address'],
    ['?email=ivy', 'Please enter a valid email address'],
    ['?email=%25', 'Please enter a valid email address'],
    [`?email=${'x'.repeat(3000)}@example.com`, 'Please enter a valid email address'],
    ["?email=' or 1=1 --", 'Please enter a valid email address'],
  ])('%s is rejected', async (query, message) => {
    expect(await bodyOf(await call('GET', `${deck}/check-request${query}`), 422)).toEqual({
      error: [{ path: 'email', message }],
    })
  })
})

describe('entering a code', () => {
  test('opens the deck in this browser, every time it is entered', async () => {
    const { id, code } = await approved()
    expect(await hasAccess('')).toEqual({ hasAccess: false })
    const answer = await enter(code)
    const cookie = answer.headers.get('Set-Cookie') ?? ''
    expect(await bodyOf(answer, 200)).toEqual({ success: true, valid: true, message: 'Access Granted' })
    expect(cookie).toMatch(/^holdfast_deck=[^;]+; Max-Age=2592000; Path=\/; (?:Expires=[^;]+; )?HttpOnly/)
    expect(cookie).toContain('SameSite=Lax')
    expect(cookie).not.toContain(code)
    const mine = cookieOf(answer)
    expect(await hasAccess(mine)).toEqual({ hasAccess: true })
    expect(await hasAccess(`${mine}x`)).toEqual({ hasAccess: false })
    expect(await hasAccess('holdfast_deck=anything')).toEqual({ hasAccess: false })
    for (const typed of [
      code.toLowerCase().replaceAll('-', ' '),
      `Your access code is: ${code}.`,
      `“${code.replaceAll('-', '–')}”\r\n\r\nThe code is valid until tomorrow.`,
    ])
      expect(cookieOf(await enter(typed)), typed).toMatch(/^holdfast_deck=/)
    expect(await bodyOf(await enter(`${code}-${code}`), 200)).toEqual(wrongCode)

    await act('resend', id)
    expect(await bodyOf(await enter(code), 200)).toEqual(wrongCode)
    expect(await bodyOf(await enter(await mailedCode()), 200)).toMatchObject({ valid: true })
    expect(await hasAccess(mine)).toEqual({ hasAccess: true })
  })

  test('stops working when the request is deleted', async () => {
    const { id, code } = await approved()
    const mine = cookieOf(await enter(code))
    await act('delete', id)
    expect(await hasAccess(mine)).toEqual({ hasAccess: false })
    expect(await bodyOf(await enter(code), 200)).toEqual(wrongCode)
  })

  test.each(['nothing', 0, 12_345, true, "' or '1'='1", '\u0000', '%', '\ud800', 'x'.repeat(500_000)])(
    'that is wrong grants no access and sets no cookie',
    async (code) => {
      const answer = await enter(code)
      expect(answer.headers.has('Set-Cookie')).toBe(false)
      expect(await bodyOf(answer, 200)).toEqual(wrongCode)
    },
  )

  test.each([undefined, null, '', '   ', [], ['a'], {}, { $gt: '' }])('%j is not a code', async (code) => {
    expect(await bodyOf(await enter(code), 422)).toEqual({
      error: [{ path: 'accessCode', message: 'Please enter your access code' }],
    })
  })
})

describe('the administration', () => {
  const missing = { error: 'Access request not found' }

  test('lists requests, newest first, without secrets', async () => {
    const { id: first } = await approved()
    email = `late-${email}`
    const second = await requestAccess()
    const answer = await call('GET', `${deck}/admin/requests`, { cookie: asAdmin })
    const { requests } = (await bodyOf(answer, 200)) as { requests: { id: number }[] }
    expect(requests.slice(0, 2).map(({ id }) => id)).toEqual([second, first])
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string
    expect(requests[1]).toEqual({
      id: first,
      name: 'Ivy Vest',
      email: email.slice(5),
      company: null,
      reason: null,
      status: 'approved',
      created_at: time,
      code_expires_at: time,
      opened_at: null,
      rejection_note: null,
      applicant_told: false,
    })
  })

  test('lists some of them: by limit, by cursor and by search', async () => {
    const first = await requestAccess()
    email = `late-${email}`
    const second = await requestAccess()
    const list = async (query: string) => {
      const answer = await call('GET', `${deck}/admin/requests?${query}`, { cookie: asAdmin })
      return ((await bodyOf(answer, 200)) as { requests: { id: number }[] }).requests.map(({ id }) => id)
    }
    expect(await list('limit=1')).toEqual([second])
    const newest = await call('GET', `${deck}/admin/requests?limit=1`, { cookie: asAdmin })
    expect(newest.headers.get('Link')).toBe(`<${deck}/admin/requests?limit=1&cursor=${second}>; rel="next"`)
    expect(await list(`limit=1&cursor=${second}`)).toEqual([first])
    expect(await list(`q=${email}`)).toEqual([second])
    expect(await list(`sort=id&cursor=${first}`)).toEqual([second])
    expect(await list('q=%25%5F%25')).toEqual([])
    expect((await call('GET', `${deck}/admin/requests?limit=0`, { cookie: asAdmin })).status).toBe(422)
  })

  test('approves and resends once for each idempotency key', async () => {
    const id = await requestAccess()
    const again = async (verb: string, key: string) => {
      const headers = { 'Idempotency-Key': key }
      return (await call('POST', `${deck}/admin/${verb}/${id}`, { cookie: asAdmin, headers })).status
    }
    const key = crypto.randomUUID()
    expect([await again('approve', key), await again('approve', key)]).toEqual([200, 200])
    expect(await again('approve', crypto.randomUUID())).toBe(409)
    const code = await mailedCode()
    expect([await again('resend', key), await again('resend', key)]).toEqual([200, 200])
    expect(await mailedCode()).not.toBe(code)
  })

  test('rejects with a note, or with a body that is empty', async () => {
    const reject = async (options: Call) =>
      call('POST', `${deck}/admin/reject/${await requestAccess()}`, { cookie: asAdmin, ...options })
    const newest = async () => {
      const answer = await call('GET', `${deck}/admin/requests?limit=1`, { cookie: asAdmin })
      return ((await bodyOf(answer, 200)) as { requests: object[] }).requests[0]
    }
    expect((await reject({ body: { note: 'No fund', tell_applicant: true } })).status).toBe(200)
    expect(await newest()).toMatchObject({
      status: 'rejected',
      rejection_note: 'No fund',
      applicant_told: true,
    })
    email = `json-${email}`
    expect((await reject({ headers: { 'Content-Type': 'application/json' } })).status).toBe(200)
    expect(await newest()).toMatchObject({ status: 'rejected', rejection_note: null, applicant_told: false })
    email = `long-${email}`
    const answer = await reject({ body: { note: 'x'.repeat(1001) } })
    expect(await bodyOf(answer, 422)).toEqual({
      error: [{ path: 'note', message: 'Note must be at most 1,000 characters' }],
    })
    expect(await newest()).toMatchObject({ status: 'pending' })
  })

  test('lists fifty requests per page', async () => {
    const first = await requestAccess()
    for (let index = 0; index < 50; index++) {
      email = `crowd${index}-${email.replace(/^crowd\d+-/, '')}`
      await requestAccess()
    }
    const page = async (path: string) => (await call('GET', path, { cookie: asAdmin })).text()
    const rowOf = (id: number) => `/pitch-deck-admin/${id}/delete`
    const newest = await page('/pitch-deck-admin?status=pending')
    expect(newest).not.toContain(rowOf(first))
    const older = /href="(\/pitch-deck-admin\?[^"]*cursor=\d+)"/.exec(newest)?.[1]?.replaceAll('&amp;', '&')
    expect(older).toMatch(/status=pending/)
    expect(await page(String(older))).toContain(rowOf(first))
  })

  test('approves, resends, rejects and deletes, each when the status allows it', async () => {
    const id = await requestAccess()
    const refused = { error: expect.stringContaining('This request is') as string }
    const done = { success: true }
    expect(await bodyOf(await act('resend', id), 409)).toEqual(refused)
    expect(await bodyOf(await act('approve', id), 200)).toEqual(done)
    expect(await bodyOf(await act('approve', id), 409)).toEqual(refused)
    expect(await bodyOf(await act('resend', id), 200)).toEqual(done)
    expect(await bodyOf(await act('reject', id), 409)).toEqual(refused)
    expect(await bodyOf(await act('delete', id), 200)).toEqual(done)
    expect(await listed(id)).toBeUndefined()
    email = `other-${email}`
    const other = await requestAccess()
    expect(await bodyOf(await act('reject', other), 200)).toEqual(done)
    expect(await bodyOf(await act('reject', other), 409)).toEqual(refused)
    expect(await bodyOf(await act('resend', other), 409)).toEqual(refused)
    for (const action of ['approve', 'resend', 'reject', 'delete'])
      expect(await bodyOf(await act(action, id), 404)).toEqual(missing)
  })

  test('lets one of two concurrent admins approve', async () => {
    const id = await requestAccess()
    const answers = await Promise.all([act('approve', id), act('approve', id), act('approve', id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test.each([
    '0',
    '-1',
    '1.5',
    '01',
    'x',
    '2147483647',
    '2147483648',
    '99999999999999999999',
    '1%20or%201=1',
  ])('finds no request %s', async (id) => {
    for (const action of ['approve', 'resend', 'reject', 'delete'])
      expect(await bodyOf(await act(action, id), 404)).toEqual(missing)
  })

  test('is for admins only', async () => {
    const id = await requestAccess()
    const before = await listed(id)
    const investor = cookieOf(await enter((await otherApproved()).code))
    for (const [cookie, status] of [
      ['', 401],
      [investor, 401],
      [asMember, 403],
    ] as const) {
      for (const action of ['approve', 'resend', 'reject', 'delete'])
        expect(Object.keys((await bodyOf(await act(action, id, cookie), status)) as object)).toEqual([
          'error',
        ])
      const list = await call('GET', `${deck}/admin/requests`, { cookie })
      expect(Object.keys((await bodyOf(list, status)) as object)).toEqual(['error'])
    }
    expect(await listed(id)).toEqual(before)
  })

  async function otherApproved() {
    email = `other-${email}`
    return approved()
  }

  test('rejects requests from another site', async () => {
    const id = await requestAccess()
    for (const [name, value] of [
      ['Origin', 'https://evil.example'],
      ['Sec-Fetch-Site', 'cross-site'],
    ] as const) {
      const headers = { [name]: value }
      const answer = await call('POST', `${deck}/admin/approve/${id}`, { cookie: asAdmin, headers })
      expect(answer.status).toBe(403)
    }
    expect(await listed(id)).toMatchObject({ status: 'pending' })
  })
})

test.each([
  ['GET', '/check-request?email=ivy%00@example.com'],
  ['POST', '/admin/approve/1%00'],
  ['DELETE', '/admin/delete/%00'],
])('%s %s, with a null character, is malformed', async (method, path) => {
  expect((await call(method, deck + path, { cookie: asAdmin })).status).toBe(400)
})

test.each([
  ['/check-access', 'GET, HEAD'],
  ['/check-request', 'GET, HEAD'],
  ['/request-access', 'POST'],
  ['/validate-access', 'POST'],
  ['/admin/requests', 'GET, HEAD'],
  ['/admin/approve/1', 'POST'],
  ['/admin/reject/1', 'POST'],
  ['/admin/resend/1', 'POST'],
  ['/admin/delete/1', 'DELETE'],
])('%s only supports %s', async (path, allowed) => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    if (allowed.includes(method)) continue
    const answer = await call(method, deck + path, { cookie: asAdmin })
    expect(answer.headers.get('Allow')).toBe(allowed)
    expect(Object.keys((await bodyOf(answer, 405)) as object)).toEqual(['error'])
  }
  expect((await call('GET', `${deck}${path}/more`)).status).toBe(404)
})
