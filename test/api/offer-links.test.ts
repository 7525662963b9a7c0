import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Db } from '../../db/schema'
import { openDatabase } from '~/db.server'
import { newToken } from '~/domain/tokens.server'

import { mailsTo } from '../support/accounts'
import { admin, application, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

/* The private link of an offer: in a mail that scanners read, in two tabs, in the hands of somebody else. */

let program: Program
let db: Db
let cookie = ''

beforeAll(async () => {
  const environment = await programDatabase()
  program = await startProgram({ ...environment, LOG_LEVEL: 'info' })
  db = await openDatabase({ url: environment.DATABASE_URL })
  const login = await post('/api/auth/login', { email: admin.email, password: admin.password })
  cookie = login.headers.get('Set-Cookie')?.split(';')[0] ?? ''
})
afterAll(async () => {
  await db.destroy()
  expect(await program.stop()).toBe(0)
})

type Fields = Record<string, string>

function post(path: string, fields: Fields | URLSearchParams, headers: Fields = {}) {
  const body = new URLSearchParams(fields)
  return fetch(program.url + path, { method: 'POST', redirect: 'manual', headers, body })
}
const get = (path: string, headers: Fields = {}) => fetch(program.url + path, { headers })

const answers = Object.fromEntries(
  Object.entries({ ...application, name: 'Ann Secret' }).map(([name, value]) => [name, String(value)]),
)

/** Sends a result to a new applicant, and returns the path in the mail. */
async function createOffer(headers: Fields = {}) {
  const email = `${crypto.randomUUID()}@secret.example`
  const applied = await post('/api/quote-submissions', { ...answers, email, quote_email: email }, headers)
  const { id: quote } = (await applied.json()) as { id: number }
  const run = await post('/api/admin/underwriting/quote', { quote_id: String(quote) }, { Cookie: cookie })
  const { result } = (await run.json()) as { result: { id: number } }
  await send(result.id)
  return { path: await pathIn(email), email, quote, result: result.id }
}

/** Sends a result, in place of the quote's live offer if it has one. */
async function send(result: number) {
  const live = await db
    .selectFrom('offers')
    .select('offers.id')
    .innerJoin('underwriting_results as sent', 'sent.quote_submission_id', 'offers.quote_submission_id')
    .where('sent.id', '=', result)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  const fields = { intent: 'send', replaces: String(live?.id ?? '') }
  const sent = await post(`/admin/underwriting/result/${result}`, fields, { Cookie: cookie })
  expect(sent.status).toBe(303)
}

async function pathIn(email: string) {
  const path = /\/quote\/[\w-]{43}/.exec((await mailsTo(db, email)).at(-1)?.body_text ?? '')?.[0]
  expect(path).toBeDefined()
  return String(path)
}

/** What is stored of a quote's offers, and how often that was audited. */
async function stateOf(quote: number) {
  const offers = await db
    .selectFrom('offers')
    .select(['answer', 'answered_at', 'withdrawn_at'])
    .where('quote_submission_id', '=', quote)
    .orderBy('id')
    .execute()
  const { status } = await db
    .selectFrom('quote_submissions')
    .select('status')
    .where('id', '=', quote)
    .executeTakeFirstOrThrow()
  const audited = await db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'answer')
    .where(sql`after ->> 'quote'`, '=', String(quote))
    .orderBy('id')
    .execute()
  return { offers, status, audited: audited.map(({ after }) => (after as { answer: string }).answer) }
}

const foreignHeaders: Fields[] = [{ Origin: 'https://elsewhere.example' }, { 'Sec-Fetch-Site': 'cross-site' }]

describe('a link that does not work', () => {
  test('is not told from any other, and an ended one says why to its holder alone', async () => {
    const { path } = await createOffer()
    const words = new Set<string>()
    const guesses = [
      ...[path.slice(0, -1), `${path}A`, `/quote/${newToken()}`, '/quote/1', '/quote/constructor'],
      ...["/quote/'%20or%20true%20--", path.slice(0, -2) + (path.endsWith('A') ? 'BB' : 'AA')],
    ]
    for (const guess of guesses) {
      const answer = await get(guess)
      expect(answer.status, guess).toBe(404)
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      words.add(/<main[\s\S]*<\/main>/.exec(await answer.text())?.[0] ?? '')
    }
    expect(words.size).toBe(1)
    expect([...words][0]).toContain('We do not know this link')
    expect([...words][0]).not.toContain('Your application is not lost')
    expect((await get(path)).status).toBe(200)
  })

  test.each([
    ['withdrawn', 'We have taken this quote back', 1],
    ['replaced', 'A newer answer has replaced this one', 1],
    ['expired', 'This quote has expired', 0],
  ])(
    'that was %s shows no price and takes no answer, but perhaps a question or the withdrawal',
    async (end, title, questions) => {
      const { path, email, quote, result } = await createOffer()
      const page = `/admin/underwriting/result/${result}`
      if (end === 'withdrawn') await post(page, { intent: 'withdraw' }, { Cookie: cookie })
      if (end === 'expired')
        await sql`update offers set sent_at = now() - interval '1 year' where result_id = ${result}`.execute(
          db,
        )
      if (end === 'replaced') {
        const run = await post(
          '/api/admin/underwriting/quote',
          { quote_id: String(quote) },
          { Cookie: cookie },
        )
        await send(((await run.json()) as { result: { id: number } }).result.id)
        expect((await get(await pathIn(email))).status).toBe(200)
      }
      const before = await stateOf(quote)
      const answer = await get(path)
      expect(answer.status).toBe(404)
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      const html = await answer.text()
      expect(html).toContain(`<title>${title} - `)
      expect(html).toContain(`>${title}</h1>`)
      expect(html).toContain('Your application is not lost')
      expect(/<main[\s\S]*<\/main>/.exec(html)?.[0]).not.toMatch(/\$\d|Ann Secret|secret\.example|Q-\d/)
      const isExpired = end === 'expired'
      for (const intent of ['interested', 'undecided', 'ask', ...(isExpired ? ['withdraw'] : [])])
        expect((await post(path, { intent, message: 'Why?' })).status).toBe(303)
      expect(await stateOf(quote)).toEqual(before)
      expect(before.audited).toEqual([])
      const { rows } = await sql`select 1 from contact_submissions where email = ${email}`.execute(db)
      expect(rows).toHaveLength(questions) // written before the offer ended
      if (isExpired) return
      expect((await post(path, { intent: 'withdraw' })).status).toBe(303)
      const ended = await (await get(path)).text()
      expect(ended).toContain('This application is withdrawn')
      expect(ended).not.toContain('Your application is not lost')
    },
  )
})

describe('a link that works', () => {
  test('is changed by no GET or HEAD of a scanner or a prefetch, and by no other site', async () => {
    const { path, quote } = await createOffer()
    const before = await stateOf(quote)
    const scanners: Fields[] = [
      {},
      { 'Sec-Purpose': 'prefetch', Purpose: 'prefetch' },
      { 'User-Agent': 'Mozilla/5.0 (compatible; BarracudaCentral/1.0)' },
      { 'X-Requested-With': 'XMLHttpRequest', Accept: 'application/json' },
    ]
    for (const headers of scanners)
      for (const query of ['', '?intent=interested', '?intent=withdraw', '?sent=question'])
        for (const method of ['GET', 'HEAD'])
          expect((await fetch(program.url + path + query, { method, headers })).status).toBe(200)
    for (const headers of foreignHeaders)
      for (const intent of ['interested', 'undecided', 'withdraw', 'ask'])
        expect((await post(path, { intent, message: 'Why?' }, headers)).status).toBe(403)
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect((await fetch(program.url + path, { method })).status, method).toBe(405)
    // A scanner that sends the forms of a page without choosing a button.
    for (const fields of [{}, { message: '' }, { intent: '' }, { intent: 'constructor' }] as Fields[])
      expect((await post(path, fields)).status).toBe(422)
    expect(await stateOf(quote)).toEqual(before)
  })

  test('is kept by no cache, told to no other site, and loads nothing from one', async () => {
    const { path } = await createOffer()
    const answer = await get(path)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.headers.get('Referrer-Policy')).toBe('same-origin')
    const html = await answer.text()
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    const loaded = [...html.matchAll(/<(?:script|img|link|iframe)\s[^>]*(?:src|href)="([^"]*)/g)]
      .map(([, url = '']) => url)
      .filter((url) => !url.startsWith(program.url))
    for (const url of loaded) expect(url).toMatch(/^\/(?!\/)/)
    for (const [tag] of html.matchAll(/<a\s[^>]*href="https?:[^>]*/g))
      expect(tag).toContain('rel="noopener noreferrer"')
    expect(html).not.toMatch(/Ann Secret|secret\.example|1 Main Street/)
  })

  test('says no more to a script than the page shows', async () => {
    const { path } = await createOffer()
    const data = await get(`${path}?_data=${encodeURIComponent('routes/_site+/quote.$token')}`)
    expect(data.status).toBe(200)
    expect(data.headers.get('Cache-Control')).toBe('no-store')
    const text = await data.text()
    expect(text).not.toMatch(
      /Ann Secret|secret\.example|user_score|risk_factor|token_hash|calculation_details/,
    )
  })

  test('counts an answer once that two tabs send at once', async () => {
    const { path, quote } = await createOffer()
    const tabs = await Promise.all([1, 2, 3, 4].map(() => post(path, { intent: 'interested' })))
    expect(tabs.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    expect(await stateOf(quote)).toMatchObject({ status: 'Quoted', audited: ['interested'] })
  })

  test('keeps a withdrawal final, whatever an older tab sends with it or after it', async () => {
    const { path, quote } = await createOffer()
    await Promise.all(['interested', 'withdraw', 'interested'].map((intent) => post(path, { intent })))
    const { offers, status, audited } = await stateOf(quote)
    expect({ answer: offers[0]?.answer, status }).toEqual({ answer: 'withdrawn', status: 'Withdrawn' })
    expect(audited.join()).toMatch(/^(?:interested,)?withdrawn$/)
    const late = await post(path, { intent: 'interested' })
    expect(late.status).toBe(422)
    expect(await late.text()).toContain('You have withdrawn this application')
    expect((await stateOf(quote)).audited).toEqual(audited)
  })

  test('takes no interest in an application that a person has closed', async () => {
    const { path, quote } = await createOffer()
    await sql`update quote_submissions set status = 'Withdrawn' where id = ${quote}`.execute(db)
    const answer = await post(path, { intent: 'interested' })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('This application is closed.')
    expect(await stateOf(quote)).toMatchObject({ status: 'Withdrawn', audited: [] })
  })

  test('refuses hostile questions, and keeps what was typed in sight', async () => {
    const { path, email } = await createOffer()
    const megabyte = 1024 * 1024
    const many = new URLSearchParams(Array.from({ length: 5000 }, (_, at) => [`f${at}`, 'x']))
    for (const [fields, status] of [
      [{ intent: 'ask', message: '' }, 422],
      [{ intent: 'ask', message: 'a\0b' }, 422],
      [{ intent: 'ask', message: 'x'.repeat(megabyte - 100) }, 422],
      [{ intent: 'ask', message: 'x'.repeat(megabyte) }, 413],
      [many, 413],
    ] as [Fields, number][])
      expect((await post(path, fields)).status).toBe(status)
    const refused = await (await post(path, { intent: 'ask', message: 'Why\u0007 so <dear>?' })).text()
    expect(refused).toMatch(/<details class="offer-act" open="">/)
    expect(refused).toContain('so &lt;dear&gt;?')
    const { rows } = await sql`select 1 from contact_submissions where email = ${email}`.execute(db)
    expect(rows).toEqual([])
  })
})

test('an account answers and asks by its own rights, and nobody else by theirs', async () => {
  const accounts = ['owner', 'stranger'].map((name) => ({
    username: name,
    email: `${name}-${crypto.randomUUID()}@secret.example`,
    password: 'a diver under water',
    full_address: '1 Main Street',
    region_state: 'NY',
    occupation: 'Diver',
  }))
  const cookies: string[] = []
  for (const account of accounts) {
    expect((await post('/api/auth/register', account)).status).toBe(201)
    const login = await post('/api/auth/login', { email: account.email, password: account.password })
    cookies.push(login.headers.get('Set-Cookie')?.split(';')[0] ?? '')
  }
  const [owner = '', stranger = ''] = cookies
  const { quote, result } = await createOffer({ Cookie: owner })
  const path = `/dashboard/quotes/${quote}`
  expect(await (await get('/dashboard', { Cookie: owner })).text()).toContain(`href="${path}"`)
  expect(await (await get('/dashboard', { Cookie: stranger })).text()).not.toContain('/dashboard/quotes/')
  const before = await stateOf(quote)
  for (const headers of [{}, { Cookie: stranger }] as Fields[]) {
    const page = await fetch(program.url + path, { headers, redirect: 'manual' })
    expect(page.status).toBe('Cookie' in headers ? 404 : 302)
    expect(await page.text()).not.toMatch(/\$\d/)
    for (const intent of ['interested', 'withdraw', 'ask'])
      expect([302, 303]).toContain((await post(path, { intent, message: 'Why?' }, headers)).status)
  }
  expect(await stateOf(quote)).toEqual(before)

  const sent = await get(path, { Cookie: owner })
  expect(sent.headers.get('Cache-Control')).toBe('no-store')
  expect(await sent.text()).toContain('I am interested')
  for (const [intent, answer] of [
    ['interested', 'interested'],
    ['undecided', null],
  ] as const) {
    const answered = await post(path, { intent }, { Cookie: owner })
    expect(answered.headers.get('Location')).toBe(
      `${path}${intent === 'undecided' ? '?sent=undecided' : ''}#answer`,
    )
    expect((await stateOf(quote)).offers).toMatchObject([{ answer }])
  }
  const asked = await post(path, { intent: 'ask', message: 'Why so dear?' }, { Cookie: owner })
  expect(asked.headers.get('Location')).toBe(`${path}?sent=question#answer`)
  const { rows } = await sql`select 1 from contact_submissions where quote_submission_id = ${quote}`.execute(
    db,
  )
  expect(rows).toHaveLength(1)
  await post(`/admin/underwriting/result/${result}`, { intent: 'withdraw' }, { Cookie: cookie })
  const ended = await get(path, { Cookie: owner })
  expect(ended.status).toBe(404)
  expect(await ended.text()).toContain('<title>We have taken this quote back - ')
  expect(await (await get('/dashboard', { Cookie: owner })).text()).toContain('We took our answer back on')
  const none = await get('/dashboard/quotes/999999', { Cookie: owner })
  expect(await none.text()).toContain('<title>There is no quote here - ')
})

test('a question is stored once for each form, and the same words from another form are another question', async () => {
  const { path, quote } = await createOffer()
  const formKey = async () =>
    /name="idempotency_key" value="([\w-]+)"/.exec(await (await get(path)).text())?.[1]
  const keys = [await formKey(), await formKey()]
  expect(new Set(keys).size).toBe(2)
  for (const idempotency_key of [keys[0], keys[0], keys[1]]) {
    const fields = { intent: 'ask', message: 'Any news?', idempotency_key: String(idempotency_key) }
    expect((await post(path, fields)).headers.get('Location')).toBe(`${path}?sent=question#answer`)
  }
  const messages = db.selectFrom('contact_submissions').where('quote_submission_id', '=', quote)
  expect(await messages.select('id').execute()).toHaveLength(2)
})

test('a question about an offer that is withdrawn meanwhile arrives, one by an unknown link does not', async () => {
  const { path, quote, result } = await createOffer()
  await post(`/admin/underwriting/result/${result}`, { intent: 'withdraw' }, { Cookie: cookie })
  const asked = await post(path, { intent: 'ask', message: 'What about my children?' })
  expect(asked.headers.get('Location')).toBe(`${path}?sent=question#answer`)
  const page = await (await get(`${path}?sent=question`)).text()
  expect(page).toContain('We have taken this quote back')
  expect(page).toContain('Your question has arrived')
  const messages = await db
    .selectFrom('contact_submissions')
    .select('message')
    .where('quote_submission_id', '=', quote)
    .execute()
  expect(messages).toEqual([{ message: `About quote Q-${quote}:\n\nWhat about my children?` }])

  const unknown = `/quote/${'x'.repeat(43)}`
  await post(unknown, { intent: 'ask', message: 'Anybody?' })
  expect(await (await get(`${unknown}?sent=question`)).text()).not.toContain('has arrived')
})

test('the log holds no link, no price and no applicant', async () => {
  const { path, email } = await createOffer()
  await get(path)
  await post(path, { intent: 'interested' })
  await get(`/QUOTE/${path.slice(-43)}/`)
  const output = program.output()
  expect([...output.matchAll(/"\/quote\/…"/gi)].length).toBeGreaterThan(20)
  for (const secret of [path.slice(-43), email, 'Ann Secret', '"level":"error"'])
    expect(output).not.toContain(secret)
  expect(output).not.toMatch(/\/quote\/[\w-]{20}/i)
})
