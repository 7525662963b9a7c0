import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Db } from '../../db/schema'
import { openDatabase } from '~/db.server'
import { newToken } from '~/domain/tokens.server'

import { application, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

/* The private link of an application that is not sent yet, in the hands of somebody else. */

let program: Program
let db: Db

beforeAll(async () => {
  const environment = await programDatabase()
  program = await startProgram({ ...environment, LOG_LEVEL: 'info' })
  db = await openDatabase({ url: environment.DATABASE_URL })
})
afterAll(async () => {
  await db.destroy()
  expect(await program.stop()).toBe(0)
})

const answers = Object.fromEntries(
  Object.entries({ ...application, name: 'Ann Secret', email: 'ann.secret@example.com' }).map(
    ([name, value]) => [name, String(value)],
  ),
)
const secrets = /Ann Secret|ann\.secret|1 Main Street|Brightloom/

type Fields = Record<string, string>

function post(path: string, fields: Fields, headers: Fields = {}) {
  const body = new URLSearchParams(fields)
  return fetch(program.url + path, { method: 'POST', redirect: 'manual', headers, body })
}
const get = (path: string, headers: Fields = {}) => fetch(program.url + path, { redirect: 'manual', headers })

/** Begins an application with all answers and returns the path of its draft. */
async function begin(changes: Fields = {}) {
  const answer = await post('/get-a-quote', { ...answers, ...changes, step: 'personal' })
  expect(answer.status).toBe(303)
  const location = answer.headers.get('Location') ?? ''
  expect(location).toMatch(/^\/get-a-quote\/[\w-]{43}\?step=household$/)
  return location.replace(/\?.*/, '')
}

/** What a page says, without what differs in each response. */
const wordsOf = (html: string) =>
  (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '').replaceAll(/nonce="[^"]*"/g, '')

async function stateOf(name: string) {
  const { rows } = await sql<{ drafts: number; quotes: number; mails: number }>`select
    (select count(*)::int from quote_drafts where answers ->> 'name' = ${name}) as drafts,
    (select count(*)::int from quote_submissions where name = ${name}) as quotes,
    (select count(*)::int from sent_emails) as mails`.execute(db)
  return rows[0]
}

describe('a link that does not work', () => {
  test('is answered alike, whether it was guessed, cut, changed, deleted or has expired', async () => {
    const deleted = await begin()
    expect((await post(deleted, { intent: 'delete' })).headers.get('Location')).toBe(
      '/get-a-quote?deleted=yes',
    )
    const expired = await begin()
    await sql`update quote_drafts set updated_at = now() - interval '30 days'
      where id = (select max(id) from quote_drafts)`.execute(db)
    const live = await begin()
    const token = live.slice(-43)
    const changed = live.slice(0, -2) + (live.endsWith('A') ? 'BB' : 'AA')
    const paths = [
      ...[deleted, expired, changed, live.slice(0, -1), `${live}A`, `/get-a-quote/${newToken()}`],
      ...['/get-a-quote/1', "/get-a-quote/'%20or%20true%20--", '/get-a-quote/constructor'],
      `/get-a-quote/${token.toLowerCase()}`,
    ]
    const pages = new Set<string>()
    for (const path of paths) {
      for (const url of [path, `${path}?step=check`, `${path}?step=check&saved=yes`]) {
        const answer = await get(url)
        expect(answer.status, url).toBe(404)
        expect(answer.headers.get('Cache-Control')).toBe('no-store')
        const html = await answer.text()
        expect(html).not.toMatch(secrets)
        pages.add(wordsOf(html))
      }
    }
    expect([...pages]).toHaveLength(1)
    expect([...pages][0]).toContain('There are no answers under this link')
    expect((await get(live)).status).toBe(200)
  })

  test('changes, mails and sends nothing', async () => {
    const before = await stateOf('Ann Secret')
    for (const fields of [
      { ...answers, step: 'personal' },
      { ...answers, step: 'personal', intent: 'later' },
      ...['send', 'mail', 'delete'].map((intent) => ({ intent, consent: 'yes', step: 'check' })),
    ]) {
      const answer = await post(`/get-a-quote/${newToken()}`, fields)
      expect(answer.status).toBe(303)
      expect(answer.headers.get('Set-Cookie')).toBeNull()
    }
    expect(await stateOf('Ann Secret')).toEqual(before)
  })
})

const foreignHeaders: Fields[] = [{ Origin: 'https://elsewhere.example' }, { 'Sec-Fetch-Site': 'cross-site' }]

describe('a link that works', () => {
  test('is kept by no cache, and told to no other site', async () => {
    const path = await begin()
    for (const url of [path, `${path}?step=check`]) {
      const answer = await get(url)
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      expect(answer.headers.get('Referrer-Policy')).toBe('same-origin')
      const html = await answer.text()
      expect(html).toContain('<meta name="robots" content="noindex"/>')
      expect(html).toContain('<meta name="referrer" content="same-origin"/>')
      const foreign = [
        ...html.matchAll(/<(?:a|img|script|link|form|iframe)\s[^>]*(?:href|src|action)="https?:[^>]*/g),
      ]
        .map(([tag]) => tag)
        .filter((tag) => !tag.includes(`"${program.url}`))
      for (const tag of foreign) expect(tag).toMatch(/^<a .*rel="noopener noreferrer"/)
    }
  })

  test('is changed by no GET or HEAD, whatever its query says, and by no other site', async () => {
    const path = await begin({ name: 'Ann Stays' })
    const rows = () => sql`select * from quote_drafts where answers ->> 'name' = 'Ann Stays'`.execute(db)
    const before = await rows()
    for (const query of ['', '?intent=delete', '?intent=send&consent=yes', '?intent=mail&step=check'])
      for (const method of ['GET', 'HEAD']) {
        const headers = { 'Sec-Purpose': 'prefetch', Purpose: 'prefetch' }
        expect((await fetch(program.url + path + query, { method, headers })).status).toBe(200)
      }
    for (const headers of foreignHeaders)
      for (const intent of ['delete', 'send', 'mail'])
        expect((await post(path, { intent, consent: 'yes' }, headers)).status).toBe(403)
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect((await fetch(program.url + path, { method })).status).toBe(405)
    expect((await rows()).rows).toEqual(before.rows)
    expect(await stateOf('Ann Stays')).toMatchObject({ drafts: 1, quotes: 0 })
  })

  test('shows the number alone once the application is sent, but to the browser that sent it', async () => {
    const path = await begin({ name: 'Ann Sent' })
    const sent = await post(path, { intent: 'send', consent: 'yes' })
    expect(sent.headers.get('Location')).toBe('/get-a-quote?submitted=yes')
    const cookie = sent.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const thanks = await (await get('/get-a-quote?submitted=yes', { Cookie: cookie })).text()
    expect(thanks).toContain('ann.secret@example.com')

    // The same click again, by its own browser and by another one.
    const again = await post(path, { intent: 'send', consent: 'yes' }, { Cookie: cookie })
    expect(again.headers.get('Location')).toBe('/get-a-quote?submitted=yes')
    const stranger = await post(path, { intent: 'send', consent: 'yes' })
    expect(stranger.headers.get('Location')).toBe(path)
    expect(stranger.headers.get('Set-Cookie')).toBeNull()

    await post(path, { ...answers, name: 'Mallory', step: 'personal' })
    await post(path, { intent: 'mail', step: 'check' })
    for (const query of ['', '?step=check', '?step=personal']) {
      const html = await (await get(path + query)).text()
      expect(html).toContain('This application has been sent')
      expect(html).not.toMatch(/Ann Sent|ann\.secret|1 Main Street/)
    }
    expect(await stateOf('Ann Sent')).toMatchObject({ drafts: 0, quotes: 1 })
    expect(await stateOf('Mallory')).toMatchObject({ drafts: 0, quotes: 0 })
  })
})

test('a link says that the answers are saved only where they were', async () => {
  const path = `${await begin()}?step=household`
  const words = 'Your answers are saved'
  expect(await (await get(`${path}&saved=yes`)).text()).toContain(words)
  for (const saved of ['', 'x', 'constructor', '__proto__'])
    expect(await (await get(`${path}&saved=${saved}`)).text()).not.toContain(words)
})

test('the log holds no link and no answer', async () => {
  const path = await begin()
  await get(`${path}?step=check`)
  await post(path, { intent: 'mail' })
  await get(`/GET-A-QUOTE/${path.slice(-43)}/`)
  const drafts = [...program.output().matchAll(/get-a-quote/gi)]
  expect(drafts.length).toBeGreaterThan(20)
  expect(program.output()).not.toMatch(secrets)
  expect(program.output()).not.toContain(path.slice(-43))
  expect(program.output()).not.toMatch(/get-a-quote\/[\w-]{20}/i)
  expect(program.output()).not.toContain('"level":"error"')
})
