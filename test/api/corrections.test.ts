import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { person } from '../support/accounts'
import { admin, application, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

/* The correction of an application, by the call and by the form without JavaScript. */

let program: Program
let cookie = ''

beforeAll(async () => {
  program = await startProgram(await programDatabase())
  const login = await call('POST', '/api/auth/login', { email: admin.email, password: admin.password }, '')
  cookie = login.headers.get('Set-Cookie')?.split(';')[0] ?? ''
})
afterAll(async () => {
  expect(await program.stop()).toBe(0)
})

function call(method: string, path: string, body?: unknown, session = cookie, headers: object = {}) {
  return fetch(program.url + path, {
    method,
    redirect: 'manual',
    headers: { 'Content-Type': 'application/json', ...(session && { Cookie: session }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
}

function post(path: string, fields: Record<string, string>, session = cookie) {
  const body = new URLSearchParams(fields)
  return fetch(program.url + path, { method: 'POST', redirect: 'manual', headers: { Cookie: session }, body })
}

async function apply(changes: object = {}) {
  const answer = await call('POST', '/api/quote-submissions', { ...application, ...changes }, '')
  return ((await answer.json()) as { id: number }).id
}

const pathOf = (id: number) => `/api/admin/quotes/${id}/corrections`
const reason = 'The applicant says so by mail.'
const stored = async (id: number) =>
  (await (await call('GET', `/api/admin/quote-submissions/${id}`)).json()) as Record<string, unknown>
const mainOf = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'))
/** The value of a field of a form in HTML. */
const valueIn = (html: string, name: string) =>
  new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1]
const seenIn = (html: string) => /name="seen"[^>]*>\n?(\d+)</.exec(html)?.[1]

describe('the call', () => {
  test('is for admins alone', async () => {
    const id = await apply()
    const body = { employment_length: 3, reason }
    expect((await call('POST', pathOf(id), body, '')).status).toBe(401)
    expect((await call('GET', pathOf(id), undefined, '')).status).toBe(401)
    const email = `${crypto.randomUUID()}@example.com`
    const member = { ...person, email }
    expect((await call('POST', '/api/auth/register', member, '')).status).toBe(201)
    const login = await call('POST', '/api/auth/login', { email, password: member.password }, '')
    const session = login.headers.get('Set-Cookie')?.split(';')[0] ?? ''
    expect((await call('POST', pathOf(id), body, session)).status).toBe(403)
    expect((await call('GET', pathOf(id), undefined, session)).status).toBe(403)
    const page = await post(`/admin/underwriting/correct/${id}`, { employment_length: '3', reason }, session)
    expect(page.headers.get('Location')).toMatch(/^\/login/)
    expect((await call('POST', pathOf(id), body, cookie, { Origin: 'https://evil.example' })).status).toBe(
      403,
    )
    expect(await stored(id)).toMatchObject({ employment_length: 2.5 })
  })

  test('corrects answers, lists corrections, and refuses one from before another', async () => {
    const id = await apply()
    const first = await call('POST', pathOf(id), { employment_length: 3, reason, seen: 0 })
    expect(first.status).toBe(201)
    const { id: correction } = (await first.json()) as { id: number }
    expect(await stored(id)).toMatchObject({ employment_length: 3 })
    const late = await call('POST', pathOf(id), { income: 5000, reason, seen: 0 })
    expect([late.status, await late.json()]).toEqual([
      409,
      { error: expect.stringContaining('This application was corrected') as string },
    ])
    expect((await call('POST', pathOf(id), { income: 5000, reason, seen: correction })).status).toBe(201)
    expect(await (await call('GET', pathOf(id))).json()).toMatchObject([
      { reason, changes: [{ name: 'income', before: 4500, after: 5000 }] },
      { id: correction, changes: [{ name: 'employment_length', before: 2.5, after: 3 }] },
    ])
  })

  test('answers a retry with the first answer', async () => {
    const id = await apply()
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const send = async () => (await call('POST', pathOf(id), { income: 5000, reason }, cookie, key)).json()
    expect(await send()).toEqual(await send())
    expect(await (await call('GET', pathOf(id))).json()).toHaveLength(1)
  })

  test.each([
    [{ reason }, ''],
    [{ reason, email: 'eve@example.com' }, 'email'],
    [{ reason, employment_length: { $gt: 0 } }, 'employment_length'],
    [{ reason, employment_length: 'NaN' }, 'employment_length'],
    [{ reason, income: -1 }, 'income'],
    [{ reason, address: 'x'.repeat(100_000) }, 'address'],
    [{ reason, occupation: '\ud800' }, 'occupation'],
    [{ reason, region_state: ['NY'] }, 'region_state'],
    [{ employment_length: 3 }, 'reason'],
    [{ employment_length: 3, reason: `${'a.'.repeat(100_000)}` }, 'reason'],
  ])('refuses %j', async (body, path) => {
    const id = await apply()
    const before = await stored(id)
    const refused = await call('POST', pathOf(id), body)
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ error: [{ path }] })
    expect(await stored(id)).toEqual(before)
  })

  test('knows no application without a number of one', async () => {
    for (const id of ['999999', '0', '1e3', '-1', '2147483648'])
      expect((await call('POST', `/api/admin/quotes/${id}/corrections`, { income: 1, reason })).status).toBe(
        404,
      )
    expect((await call('DELETE', pathOf(await apply()))).status).toBe(405)
    expect((await call('GET', '/admin/underwriting/correct/999999')).status).toBe(404)
  })
})

describe('the preview', () => {
  const preview = (id: number | string) => `/api/admin/quotes/${id}/corrections/preview`

  test('tells the changes, what is wrong and the price, for admins alone', async () => {
    const id = await apply({ employment_length: 13 })
    expect((await call('POST', preview(id), { income: '5000' }, '')).status).toBe(401)
    expect((await call('POST', preview(999_999), { income: '5000' })).status).toBe(404)
    expect((await call('GET', preview(id))).status).toBe(405)
    const answer = await call('POST', preview(id), { employment_length: '2', seen: '0' })
    expect(await answer.json()).toMatchObject({
      changes: [{ name: 'employment_length', before: 13, after: 2 }],
      price: { now: { decision: 'approved' }, moved: [{ name: 'tenure' }] },
      errors: [],
      problem: null,
    })
    const wrong = await call('POST', preview(id), { income: 5000, credit_score: 'x'.repeat(100_000) })
    expect(await wrong.json()).toMatchObject({
      changes: [{ name: 'income' }],
      errors: [{ path: 'credit_score' }],
      price: null,
    })
    expect((await call('POST', preview(id), { income: 5000, seen: 7 })).status).toBe(409)
    expect(await stored(id)).toMatchObject({ employment_length: 13, income: 4500 })
  })

  test('is the form again, with what was typed', async () => {
    const id = await apply({ employment_length: 13 })
    const path = `/admin/underwriting/correct/${id}`
    const typed = { intent: 'price', seen: '0', employment_length: '3', reason: 'Not yet' }
    const shown = await post(path, typed)
    expect(shown.status).toBe(200)
    const html = mainOf(await shown.text()).replaceAll('<!-- -->', '')
    expect(html).toContain('>Years employed</a>: 13 years → 3 years')
    expect(html).toMatch(/Run today: .*Approved, \$/)
    expect(html).toContain('Not yet')
    expect(valueIn(html, 'employment_length')).toBe('3')
    expect(html.match(/<details class="correct-group" open/g)).toHaveLength(1)

    const wrong = await post(path, { ...typed, income: 'lots' })
    expect(wrong.status).toBe(422)
    const refused = mainOf(await wrong.text()).replaceAll('<!-- -->', '')
    expect(refused).toContain('There is no price yet')
    expect(refused).toContain('>Years employed</a>: 13 years → 3 years')
    expect(refused).not.toContain('Say why')
    expect(await stored(id)).toMatchObject({ employment_length: 13 })

    expect((await post(path, { employment_length: '4', reason, seen: '0' })).status).toBe(303)
    const late = await post(path, { intent: 'price', seen: '0', employment_length: '13', income: '5000' })
    expect(late.status).toBe(409)
    const upToDate = mainOf(await late.text())
    expect(upToDate).toContain('Years employed: 13 years → 4 years')
    expect([valueIn(upToDate, 'employment_length'), valueIn(upToDate, 'income')]).toEqual(['4', '5000'])
  })
})

describe('the form', () => {
  test('keeps what was typed and not saved, and brings the rest up to date', async () => {
    const id = await apply({ employment_length: 13 })
    const path = `/admin/underwriting/correct/${id}`
    const form = mainOf(await (await call('GET', path)).text())
    expect([valueIn(form, 'employment_length'), seenIn(form)]).toEqual(['13', '0'])
    expect(form).not.toMatch(/name="(?:email|name|user_id|consent)"/)

    const typed = { employment_length: '13', income: '5000', address: '2 Side <Street>', seen: '0' }
    const bad = await post(path, { ...typed, credit_score: '9', reason: '' })
    expect(bad.status).toBe(422)
    const rejected = mainOf(await bad.text())
    expect(rejected).toContain('Say why, such as what the applicant told you')
    expect(rejected).toContain('2 Side &lt;Street&gt;')

    expect((await post(path, { employment_length: '3', reason, seen: '0' })).status).toBe(303)
    const late = await post(path, { ...typed, reason: 'They earn more now.' })
    expect(late.status).toBe(409)
    const html = mainOf(await late.text())
    expect(html).toContain('This application was corrected since you opened it.')
    expect(html).toContain('Years employed: 13 years → 3 years')
    expect(html).toContain('They earn more now.')
    // The years were not touched: they are what is stored now. The income was.
    expect(['employment_length', 'income'].map((name) => valueIn(html, name))).toEqual(['3', '5000'])
    const seen = seenIn(html) ?? ''
    expect(Number(seen)).toBeGreaterThan(0)
    const again = { ...typed, employment_length: '3', reason: 'They earn more now.', seen }
    expect((await post(path, again)).headers.get('Location')).toBe(`/admin/underwriting/quote/${id}`)
    expect(await stored(id)).toMatchObject({ employment_length: 3, income: 5000, address: '2 Side <Street>' })
    const quote = await (await call('GET', `/admin/underwriting/quote/${id}`)).text()
    expect(quote).toContain('They earn more now.')
    expect(quote).not.toContain('<Street>')
  })
})

test('the page that sends results together says which are left out and why, each with a link', async () => {
  const results = new Map<number, number>()
  const [asked, corrected] = [await apply({ name: 'Ann Doe' }), await apply({ name: 'Bob Roe' })]
  for (const quote_id of [asked, corrected]) {
    const run = await call('POST', '/api/admin/underwriting/quote', { quote_id })
    results.set(quote_id, ((await run.json()) as { result: { id: number } }).result.id)
  }
  const page = async () => (await (await call('GET', '/admin/work/send')).text()).replaceAll('<!-- -->', '')
  expect(await page()).not.toContain(`Q-${asked} Ann Doe</a>`)
  const question = { message: 'Since when do you work there?' }
  expect((await call('POST', `/api/admin/quotes/${asked}/questions`, question)).status).toBe(201)
  expect((await call('POST', pathOf(corrected), { income: 5000, reason })).status).toBe(201)
  const html = await page()
  expect(html).toMatch(/\d+ results are left out/)
  const [askedPage, correctedPage] = [
    `/admin/underwriting/offer/${results.get(asked)}?from=work`,
    `/admin/underwriting/quote/${corrected}?from=work`,
  ]
  expect(html).toContain(`href="${askedPage}">Q-${asked} Ann Doe</a>: A question is open since`)
  expect(html).toContain(`href="${correctedPage}">Q-${corrected} Bob Roe</a>: Corrected after this result`)
})
