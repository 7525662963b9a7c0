import { request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Db } from '../../db/schema'
import { openDatabase } from '~/db.server'
import { newToken } from '~/domain/tokens.server'

import { mailsTo } from '../support/accounts'
import { admin, application, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

/* The private link of a question to an applicant: in a mail that scanners read, guessed, in the hands of somebody else. */

let program: Program
let db: Db
let cookie = ''

beforeAll(async () => {
  const environment = await programDatabase()
  program = await startProgram({ ...environment, LOG_LEVEL: 'info', TRUST_PROXY: '1', RATE_LIMITS: 'on' })
  db = await openDatabase({ url: environment.DATABASE_URL })
  cookie = await signIn(admin)
})
afterAll(async () => {
  await db.destroy()
  expect(await program.stop()).toBe(0)
})

type Fields = Record<string, string>

let callers = 0
/** Each request comes from an IP of its own, unless it names one. */
function post(path: string, fields: Fields | URLSearchParams, headers: Fields = {}) {
  const ip = { 'X-Forwarded-For': `198.51.${100 + Math.floor(++callers / 250)}.${callers % 250}` }
  const body = new URLSearchParams(fields)
  return fetch(program.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...ip, ...headers },
    body,
  })
}
const get = (path: string, headers: Fields = {}) => fetch(program.url + path, { redirect: 'manual', headers })

async function signIn({ email, password }: { email: string; password: string }) {
  const login = await post('/api/auth/login', { email, password })
  expect(login.status).toBe(200)
  return login.headers.get('Set-Cookie')?.split(';')[0] ?? ''
}

const answers = Object.fromEntries(
  Object.entries({ ...application, name: 'Ann Secret' }).map(([name, value]) => [name, String(value)]),
)
const words = 'How is your second job going?'

/** Sends an application, with the session of a cookie or as a visitor. */
async function apply(ownCookie = '') {
  const email = `${crypto.randomUUID()}@secret.example`
  const headers: Fields = ownCookie === '' ? {} : { Cookie: ownCookie }
  const applied = await post('/api/quote-submissions', { ...answers, email, quote_email: email }, headers)
  expect(applied.status).toBe(201)
  const { id: quote } = (await applied.json()) as { id: number }
  return { quote, email }
}

const ask = (quote: number, headers: Fields = { Cookie: cookie }) =>
  post(`/api/admin/quotes/${quote}/questions`, { message: words }, headers)

/** Asks a new applicant, and returns the path in the mail. */
async function asked(ownCookie = '') {
  const { quote, email } = await apply(ownCookie)
  const created = await ask(quote)
  expect(created.status).toBe(201)
  const { id } = (await created.json()) as { id: number }
  const text = (await mailsTo(db, email)).at(-1)?.body_text ?? ''
  const path = /\/questions\/[\w-]{43}/.exec(text)?.[0] ?? ''
  expect(path).not.toBe('')
  return { path, id, quote, email }
}

const stateOf = (id: number) =>
  db
    .selectFrom('applicant_questions')
    .select(['answer', 'answered_at', 'withdrawn_at', 'read_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const expire = (id: number) =>
  sql`update applicant_questions set asked_at = now() - interval '31 days' where id = ${id}`.execute(db)
const mainOf = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0].replaceAll(/nonce="[^"]*"/g, '') ?? ''

test('a question from a page that does not know of an answer is refused with what was typed and a link to the answer', async () => {
  const { path, id, quote } = await asked()
  const page = `/admin/underwriting/ask/${quote}`
  const opened = await (await get(page, { Cookie: cookie })).text()
  const known = {
    seen: /name="seen"[^>]*>\s*(\d*)</.exec(opened)?.[1] ?? '',
    answered: /name="answered"[^>]*>\s*(\d*)</.exec(opened)?.[1] ?? '',
  }
  expect(known).toEqual({ seen: String(id), answered: '' })
  expect((await post(path, { answer: 'It ended in May.' })).status).toBe(303)

  const question = { message: 'Is it night work?' }
  const stale = await post(page, { ...question, ...known }, { Cookie: cookie })
  expect(stale.status).toBe(409)
  const html = mainOf(await stale.text())
  expect(html).toMatch(/An answer of the applicant arrived .* UTC, after you opened this page\./)
  expect(html).toContain(`href="#question-${id}"`)
  expect(html).toContain(`id="question-${id}"`)
  expect(html).toContain('It ended in May.')
  expect(html).toMatch(/<textarea[^>]*name="message"[^>]*>\s*Is it night work\?<\/textarea>/)
  const answered = /name="answered"[^>]*>\s*(\d*)</.exec(html)?.[1] ?? ''
  expect((await post(page, { ...question, ...known, answered }, { Cookie: cookie })).status).toBe(303)
})

describe('a link that does not work', () => {
  test('is not told from any other, on its page and as a call', async () => {
    const { path, id } = await asked()
    const guesses = [
      ...[
        path.slice(0, -1),
        `${path}A`,
        `/questions/${newToken()}`,
        `/questions/${id}`,
        '/questions/constructor',
      ],
      ...["/questions/'%20or%20true%20--", path.slice(0, -2) + (path.endsWith('A') ? 'BB' : 'AA')],
    ]
    const pages = new Set<string>()
    for (const guess of guesses) {
      const page = await get(guess)
      expect(page.status, guess).toBe(404)
      expect(page.headers.get('Cache-Control')).toBe('no-store')
      pages.add(mainOf(await page.text()))
      for (const call of [await get(`/api${guess}`), await post(`/api${guess}`, { answer: 'x' })]) {
        expect(call.status).toBe(404)
        expect(await call.json()).toEqual({ error: 'There is no question under this link.' })
      }
    }
    expect(pages.size).toBe(1)
    expect([...pages][0]).toContain('We do not know this link')
    expect([...pages][0]).not.toContain('Your application is not lost')
    expect((await get(path)).status).toBe(200)
    expect(await stateOf(id)).toMatchObject({ answer: null })
  })

  test.each([
    ['withdrawn', 'This question was withdrawn'],
    ['expired', 'This link has expired'],
  ])('that is %s shows no question, takes no answer and keeps what was typed', async (end, title) => {
    const { path, id } = await asked()
    if (end === 'expired') await expire(id)
    else {
      const done = await post(
        `/admin/underwriting/question/${id}`,
        { intent: 'withdraw' },
        { Cookie: cookie },
      )
      expect(done.status).toBe(303)
    }
    const before = await stateOf(id)
    const page = await get(path)
    expect(page.status).toBe(404)
    const html = mainOf(await page.text())
    expect(html).toContain(title)
    expect(html).not.toMatch(/second job|Ann Secret|secret\.example|Q-\d/)
    const late = await post(path, { answer: 'It pays <little>' })
    expect(late.status).toBe(404)
    expect(mainOf(await late.text())).toContain('It pays &lt;little&gt;')
    expect((await post(`/api${path}`, { answer: 'x' })).status).toBe(404)
    expect(await stateOf(id)).toEqual(before)
  })
})

describe('a link that works', () => {
  test('is changed by no GET or HEAD of a scanner, by no other site and by no other method', async () => {
    const { path, id } = await asked()
    for (const headers of [{}, { 'Sec-Purpose': 'prefetch' }, { Accept: 'application/json' }] as Fields[])
      for (const query of ['', '?answer=yes', '?sent=answer'])
        for (const method of ['GET', 'HEAD'])
          expect((await fetch(program.url + path + query, { method, headers })).status).toBe(200)
    for (const headers of [
      { Origin: 'https://elsewhere.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ] as Fields[])
      for (const target of [path, `/api${path}`])
        expect((await post(target, { answer: 'yes' }, headers)).status).toBe(403)
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      for (const target of [path, `/api${path}`])
        expect((await fetch(program.url + target, { method })).status, method).toBe(405)
    for (const fields of [{}, { answer: '' }, { intent: 'withdraw' }] as Fields[])
      expect((await post(path, fields)).status).toBe(422)
    expect(await stateOf(id)).toMatchObject({ answer: null, withdrawn_at: null })
  })

  test('that was answered is not withdrawn, and the page that asks says so once', async () => {
    const { path, id } = await asked()
    expect((await post(path, { answer: 'It pays little' })).status).toBe(303)
    const refused = await post(
      `/admin/underwriting/question/${id}`,
      { intent: 'withdraw' },
      { Cookie: cookie },
    )
    expect(refused.status).toBe(409)
    const html = mainOf(await refused.text())
    expect(html.split('The applicant has answered this question')).toHaveLength(2)
    expect(html).toContain('Choose Close to read the answer.')
    expect(html).not.toContain('>Withdraw it<')
    expect(await stateOf(id)).toMatchObject({ answer: 'It pays little', withdrawn_at: null })
  })

  test('is kept by no cache and told to no other site, whatever Host the request names', async () => {
    const { path } = await asked()
    const page = await get(path)
    expect(page.headers.get('Cache-Control')).toBe('no-store')
    expect(page.headers.get('Referrer-Policy')).toBe('same-origin')
    const html = await page.text()
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).not.toMatch(/Ann Secret|secret\.example|1 Main Street|token_hash/)
    expect((await get(`/api${path}`)).headers.get('Cache-Control')).toBe('no-store')

    const { quote, email } = await apply()
    const call = `/api/admin/quotes/${quote}/questions`
    expect(await withHost('evil.example', call, { message: words })).toBe(201)
    const mails = await mailsTo(db, email)
    expect(mails.map(({ kind }) => kind)).toContain('applicant question')
    for (const { body_text, body_html } of mails) expect(body_text + body_html).not.toContain('evil.example')
  })

  test('takes one answer, of two tabs at once too; later ones are refused with what was said', async () => {
    const { path, id } = await asked()
    const tabs = await Promise.all(['Well', 'Badly'].map((answer) => post(path, { answer })))
    expect(tabs.map(({ status }) => status).toSorted()).toEqual([303, 409])
    const { answer } = await stateOf(id)
    expect((await post(path, { answer: String(answer) })).status).toBe(303)
    const late = await post(path, { answer: 'Something else' })
    expect(late.status).toBe(409)
    const html = mainOf(await late.text())
    expect(html).toContain(String(answer))
    expect(html).toContain('Something else')
    expect((await post(`/api${path}`, { answer: 'Something else' })).status).toBe(409)
    expect(await (await get(`/api${path}`)).json()).toMatchObject({ message: words, answer })
    expect(await stateOf(id)).toMatchObject({ answer })
  })

  test('refuses hostile answers, and keeps what was typed in sight', async () => {
    const { path, id } = await asked()
    const megabyte = 1024 * 1024
    const many = new URLSearchParams(Array.from({ length: 5000 }, (_, at) => [`f${at}`, 'x']))
    for (const target of [path, `/api${path}`])
      for (const [fields, status] of [
        [{ answer: 'a\0b' }, 422],
        [{ answer: 'x'.repeat(4001) }, 422],
        [{ answer: 'a.'.repeat(megabyte / 2 - 100) }, 422],
        [{ answer: 'x'.repeat(megabyte) }, 413],
        [many, 413],
      ] as [Fields, number][])
        expect((await post(target, fields)).status).toBe(status)
    const refused = await (await post(path, { answer: 'Well\u0007 <enough>' })).text()
    expect(refused).toContain('&lt;enough&gt;')
    for (const body of ['null', '[]', '"x"', '{"answer":{"toString":1}}', '{"answer":["x"]}']) {
      const headers = { 'Content-Type': 'application/json' }
      const call = await fetch(`${program.url}/api${path}`, { method: 'POST', headers, body })
      expect(call.status, body).toBe(422)
    }
    expect(await stateOf(id)).toMatchObject({ answer: null })
  })
})

test('an account answers by its own rights, and nobody else by theirs', async () => {
  const accounts = ['owner', 'stranger'].map((name) => ({
    username: name,
    email: `${name}-${crypto.randomUUID()}@example.com`,
    password: 'a diver under water',
    full_address: '1 Main Street',
    region_state: 'NY',
    occupation: 'Diver',
  }))
  const cookies: string[] = []
  for (const account of accounts) {
    expect((await post('/api/auth/register', account)).status).toBe(201)
    cookies.push(await signIn(account))
  }
  const [owner = '', stranger = ''] = cookies
  const { id, quote } = await asked(owner)
  const path = `/dashboard/questions/${id}`
  expect(await (await get('/dashboard', { Cookie: owner })).text()).toContain(path)
  expect(await (await get('/dashboard', { Cookie: stranger })).text()).not.toContain('/dashboard/questions/')
  for (const headers of [{}, { Cookie: stranger }] as Fields[]) {
    const page = await get(path, headers)
    expect(page.status).toBe('Cookie' in headers ? 404 : 302)
    expect(await page.text()).not.toContain('second job')
    expect([302, 404]).toContain((await post(path, { answer: 'Mine' }, headers)).status)
    expect([401, 403]).toContain((await ask(quote, headers)).status)
  }
  expect(await stateOf(id)).toMatchObject({ answer: null })
  expect(await (await get(path, { Cookie: owner })).text()).toContain(words)
  expect((await post(path, { answer: 'Well' }, { Cookie: owner })).headers.get('Location')).toBe(
    `${path}?sent=answer#your-answer`,
  )
  expect(await stateOf(id)).toMatchObject({ answer: 'Well' })
  expect(await (await get('/dashboard', { Cookie: owner })).text()).not.toContain('/dashboard/questions/')
})

test('tries are limited by IP, and mails by mailbox', async () => {
  const headers = { 'X-Forwarded-For': '203.0.113.5' }
  const statuses: number[] = []
  for (let count = 0; count < 61; count += 1)
    statuses.push((await post(`/api/questions/${newToken()}`, { answer: 'x' }, headers)).status)
  expect([...new Set(statuses)]).toEqual([404, 429])
  const { path, id, quote, email } = await asked()
  const refused = await post(path, { answer: 'Kept words' }, headers)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/)
  expect(await refused.text()).toContain('Kept words')
  expect(await stateOf(id)).toMatchObject({ answer: null })
  expect((await post(path, { answer: 'Kept words' })).status).toBe(303)

  for (let count = 1; count < 10; count += 1) expect((await ask(quote)).status).toBe(201)
  expect((await ask(quote)).status).toBe(429)
  expect((await mailsTo(db, email)).filter(({ kind }) => kind === 'applicant question')).toHaveLength(10)
})

test('an idempotency key asks once', async () => {
  const { quote, email } = await apply()
  const headers = { Cookie: cookie, 'Idempotency-Key': crypto.randomUUID() }
  const [one, other] = await Promise.all([ask(quote, headers), ask(quote, headers)])
  expect(await one.json()).toEqual(await other.json())
  expect((await mailsTo(db, email)).filter(({ kind }) => kind === 'applicant question')).toHaveLength(1)
})

test('the log and the audit hold no link and no words', async () => {
  const { path, id, email } = await asked()
  await get(path)
  await post(path, { answer: 'Unrepeatable words' })
  await get(`/QUESTIONS/${path.slice(-43)}/`)
  await get(`/api${path.slice(0, 40)}`)
  const output = program.output()
  expect([...output.matchAll(/"\/(?:api\/)?questions\/…"/gi)].length).toBeGreaterThan(20)
  for (const secret of [path.slice(-43), path.slice(20, 35), email, 'Unrepeatable', '"level":"error"'])
    expect(output).not.toContain(secret)
  const entries = await db.selectFrom('audit_log').selectAll().where('entity_id', '=', String(id)).execute()
  expect(JSON.stringify(entries)).not.toMatch(/Unrepeatable|second job/)
  expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['ask', 'answer']))
})

/** Posts as the admin with a Host of the caller's choice. */
function withHost(host: string, path: string, fields: Fields) {
  const body = String(new URLSearchParams(fields))
  const { hostname, port } = new URL(program.url)
  return new Promise<number>((resolve, reject) => {
    const headers = { Host: host, Cookie: cookie, 'Content-Type': 'application/x-www-form-urlencoded' }
    const call = request({ hostname, port, path, method: 'POST', headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    call.on('error', reject).end(body)
  })
}
