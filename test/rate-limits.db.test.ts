import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { formsPerHour } from '~/domain/rate-limits/rate-limits.server'

import { onServer } from './support/database'
import { admin, application, startProgram, type Program } from './support/program'
import { fileOf, pdf } from './support/resumes'
import { programDatabase } from './support/server-database'

const limited = { RATE_LIMITS: 'on', TRUST_PROXY: '1' }
let database: Record<string, string> = {}
let program: Program

beforeAll(async () => {
  database = await programDatabase()
  program = await startProgram({ ...database, ...limited })
})
afterAll(() => program.stop())

let lastAddress = 0
/** An address that no other test has used. */
const newAddress = () => `198.51.100.${(lastAddress += 1)}`

type Fields = Record<string, unknown>

/** Sends fields as JSON to a call, as a form to a page; the career form always comes in parts, with its file. */
function send(path: string, fields: Fields, from: string, { url = program.url, headers = {} } = {}) {
  const type = path.startsWith('/api') ? 'application/json' : 'application/x-www-form-urlencoded'
  const texts = Object.entries(fields).map(([name, value]) => [name, String(value)])
  const parts = new FormData()
  for (const [name = '', value = ''] of texts) parts.append(name, value)
  if (path.includes('career')) parts.append('resume', fileOf(pdf, 'cv.pdf'))
  return fetch(url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'X-Forwarded-For': from,
      ...(path.includes('career') ? {} : { 'Content-Type': type }),
      ...headers,
    },
    body: path.includes('career')
      ? parts
      : path.startsWith('/api')
        ? JSON.stringify(fields)
        : new URLSearchParams(texts),
  })
}

async function sendMany(count: number, ...request: Parameters<typeof send>) {
  const statuses = new Set<number>()
  for (let time = 0; time < count; time += 1) statuses.add((await send(...request)).status)
  return [...statuses]
}

const message = /Too many attempts\. Please try again in \d+ minutes\./

/** A refusal, by a call or by a page; gives what the page shows. */
async function refusalOf(answer: Response, window: number) {
  expect(answer.status).toBe(429)
  const wait = Number(answer.headers.get('Retry-After'))
  expect(wait).toBeGreaterThan(window - 120)
  expect(wait).toBeLessThanOrEqual(window)
  const body = await answer.text()
  expect(body).toMatch(message)
  return body
}

/** Another program, with a database of its own. */
async function startAnother(changes = {}) {
  const other = await startProgram({ ...(await programDatabase()), ...limited, ...changes })
  onTestFinished(() => void other.stop())
  return other
}

describe('logins that fail', () => {
  const quarter = 15 * 60
  const doors = ['/api/auth/login', '/login']

  test.each(doors)(
    '%s: are limited for each e-mail address, also for one without an account',
    async (path) => {
      const failure = path === '/login' ? 422 : 401
      const wrong = { email: `${crypto.randomUUID()}@example.com`, password: 'a wrong password' }
      expect(await sendMany(10, path, wrong, newAddress())).toEqual([failure])
      const body = await refusalOf(await send(path, wrong, newAddress()), quarter)
      if (path === '/login') expect(body).toContain(`value="${wrong.email}"`)
      else expect(Object.keys(JSON.parse(body) as object)).toEqual(['error'])
      expect(body).not.toContain(wrong.password)
      expect((await send(path, { ...wrong, email: 'other@example.com' }, newAddress())).status).toBe(failure)
    },
  )

  test('count together at both doors, and the right password is no way around', async () => {
    const address = newAddress()
    const { url } = await startAnother() // this one's admin stays refused for a while
    const wrong = { email: admin.email.toUpperCase(), password: 'a wrong password' }
    expect(await sendMany(5, '/login', wrong, address, { url })).toEqual([422])
    expect(await sendMany(5, '/api/auth/login', wrong, address, { url })).toEqual([401])
    await refusalOf(await send('/api/auth/login', admin, newAddress(), { url }), quarter)
    await refusalOf(await send('/login', admin, newAddress(), { url }), quarter)
  })

  test('are forgotten when one succeeds', async () => {
    const address = newAddress()
    const wrong = { ...admin, password: 'a wrong password' }
    for (let round = 0; round < 3; round += 1) {
      expect(await sendMany(9, '/api/auth/login', wrong, address)).toEqual([401])
      expect((await send(round ? '/login' : '/api/auth/login', admin, address)).status).toBe(
        round ? 303 : 200,
      )
    }
  })

  test('are limited for each address over all accounts; other addresses are served', async () => {
    const address = newAddress()
    const wrong = (index: number) => ({ email: `guess${index}@example.com`, password: 'password1' })
    const answers = await Promise.all(
      Array.from({ length: 55 }, (_, index) => send('/api/auth/login', wrong(index), address)),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(50)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    await refusalOf(await send('/login', admin, address), quarter)
    expect((await send('/api/auth/login', admin, newAddress())).status).toBe(200)
  })
})

describe('the public forms', () => {
  const hour = 60 * 60
  const entry = {
    intent: 'waitlist',
    name: 'Ann Typed',
    email: 'ann@example.com',
    interest_level: 'interested',
  }
  const contact = {
    name: 'Ann Typed',
    email: 'ann@example.com',
    inquiry_type: 'Other',
    message: 'Typed with care',
    consent: 'on',
  }
  const career = {
    name: 'Ann Typed',
    email: 'ann@example.com',
    position: 'Other',
    experience: 'Typed with care',
    why_join: 'To type more',
    consent: 'on',
  }
  const quote = { ...application, name: 'Ann Typed', consent: 'on', additional_info: 'Typed with care' }

  test.each([
    ['/', '/api/waitlist-submissions', entry],
    ['/contact', '/api/contact-submissions', contact],
    ['/careers', '/api/career-submissions', career],
    ['/get-a-quote', '/api/quote-submissions', quote],
  ])('%s and %s take so many an hour from one address', async (page, call, fields) => {
    const address = newAddress()
    const key = { headers: { 'Idempotency-Key': crypto.randomUUID() } }
    const first = await send(call, fields, address, key)
    expect(first.status).toBe(201)
    expect(await sendMany(9, call, fields, address)).toEqual([201])
    expect(await sendMany(formsPerHour - 10, page, fields, address)).toEqual([303])

    const html = await refusalOf(await send(page, fields, address), hour)
    expect(html).toContain('Ann Typed')
    if ('additional_info' in fields || 'message' in fields || 'experience' in fields)
      expect(html).toContain('Typed with care')
    const refused = await refusalOf(await send(call, fields, address), hour)
    expect(Object.keys(JSON.parse(refused) as object)).toEqual(['error'])

    const retried = await send(call, fields, address, key)
    expect(retried.status).toBe(201)
    expect(await retried.json()).toEqual(await first.json())
    expect((await send(call, fields, newAddress())).status).toBe(201)
    expect((await send(page, fields, newAddress())).status).toBe(303)
  })

  test('the waitlist of the contact page counts with that of the home page', async () => {
    const address = newAddress()
    expect(await sendMany(formsPerHour, '/', entry, address)).toEqual([303])
    await refusalOf(await send('/contact', entry, address), hour)
    expect((await send('/contact', contact, address)).status).toBe(303)
  })

  test('scripts get the same refusal, with its header', async () => {
    const address = newAddress()
    await sendMany(formsPerHour, '/api/contact-submissions', contact, address)
    const path = `/contact?_data=${encodeURIComponent('routes/_site+/contact')}`
    const body = await refusalOf(await send(path, contact, address), hour)
    expect(JSON.parse(body)).toMatchObject({ values: { message: 'Typed with care' } })
  })

  test('count what is taken, not what is refused for its faults', async () => {
    const address = newAddress()
    expect(await sendMany(formsPerHour + 5, '/api/contact-submissions', { name: 'Ann' }, address)).toEqual([
      422,
    ])
    expect((await send('/api/contact-submissions', contact, address)).status).toBe(201)
  })

  test('believe the proxy, not the caller', async () => {
    const address = newAddress()
    for (let time = 0; time < formsPerHour; time += 1)
      await send('/api/waitlist-submissions', entry, `203.0.113.${time}, ${address}`)
    await refusalOf(await send('/api/waitlist-submissions', entry, `192.0.2.1, ${address}`), hour)
  })
})

test('switched off, nobody is limited', async () => {
  const other = await startAnother({ RATE_LIMITS: 'off' })
  const fields = { name: 'Ann Doe', email: 'ann@example.com' }
  const wrong = { ...admin, password: 'a wrong password' }
  expect(await sendMany(formsPerHour + 5, '/api/waitlist-submissions', fields, '192.0.2.1', other)).toEqual([
    201,
  ])
  expect(await sendMany(15, '/api/auth/login', wrong, '192.0.2.1', other)).toEqual([401])
})

describe.runIf(onServer)('two processes', () => {
  test('count together', async () => {
    const second = await startAnother(database)
    const address = newAddress()
    const fields = { name: 'Ann Doe', email: 'ann@example.com' }
    const answers = await Promise.all(
      Array.from({ length: formsPerHour + 30 }, (_, index) =>
        send('/api/waitlist-submissions', fields, address, index % 2 ? second : program),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(formsPerHour)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  })
})
