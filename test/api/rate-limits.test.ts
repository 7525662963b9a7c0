import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { formsPerHour } from '~/domain/rate-limits/rate-limits.server'

import { person } from '../support/accounts'
import { admin, application, inTens, startProgram, type Program } from '../support/program'
import { fileOf, pdf } from '../support/resumes'
import { programDatabase } from '../support/server-database'

const limited = { RATE_LIMITS: 'on', TRUST_PROXY: '1' }
let database: Record<string, string> = {}
let program: Program

beforeAll(async () => {
  database = await programDatabase()
  program = await startProgram({ ...database, ...limited })
})
afterAll(() => program.stop())

let lastIp = 0
/** Returns an IP that no other test uses. */
const newIp = () => `198.51.100.${(lastIp += 1)}`

type Fields = Record<string, unknown>

/** Sends fields as JSON to the API and as a form to a page; the career form always as multipart, with its file. */
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

/** Expects a rejection by the API or by a page, and returns its body. */
async function refusalOf(answer: Response, window: number) {
  expect(answer.status).toBe(429)
  const wait = Number(answer.headers.get('Retry-After'))
  expect(wait).toBeGreaterThan(window - 120)
  expect(wait).toBeLessThanOrEqual(window)
  const body = await answer.text()
  expect(body).toMatch(message)
  return body
}

/** The cookies that a browser sends back after a response. */
function cookieOf(answer: Response) {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Starts another program with its own database. */
async function startAnother(changes = {}) {
  const other = await startProgram({ ...(await programDatabase()), ...limited, ...changes })
  onTestFinished(() => void other.stop())
  return other
}

describe('logins that fail', () => {
  const quarter = 15 * 60
  const doors = ['/api/auth/login', '/login']

  test.each(doors)('%s: are limited for each email, with or without an account', async (path) => {
    const failure = path === '/login' ? 422 : 401
    const wrong = { email: `${crypto.randomUUID()}@example.com`, password: 'a wrong password' }
    expect(await sendMany(10, path, wrong, newIp())).toEqual([failure])
    const body = await refusalOf(await send(path, wrong, newIp()), quarter)
    if (path === '/login') expect(body).toContain(`value="${wrong.email}"`)
    else expect(Object.keys(JSON.parse(body) as object)).toEqual(['error'])
    expect(body).not.toContain(wrong.password)
    expect((await send(path, { ...wrong, email: 'other@example.com' }, newIp())).status).toBe(failure)
  })

  test('are counted together for page and API, and the right password does not help', async () => {
    const ip = newIp()
    const { url } = await startAnother() // its admin stays limited for a while
    const wrong = { email: admin.email.toUpperCase(), password: 'a wrong password' }
    expect(await sendMany(5, '/login', wrong, ip, { url })).toEqual([422])
    expect(await sendMany(5, '/api/auth/login', wrong, ip, { url })).toEqual([401])
    await refusalOf(await send('/api/auth/login', admin, newIp(), { url }), quarter)
    await refusalOf(await send('/login', admin, newIp(), { url }), quarter)
  })

  test('are reset by a successful one', async () => {
    const ip = newIp()
    const wrong = { ...admin, password: 'a wrong password' }
    for (let round = 0; round < 3; round += 1) {
      expect(await sendMany(9, '/api/auth/login', wrong, ip)).toEqual([401])
      expect((await send(round ? '/login' : '/api/auth/login', admin, ip)).status).toBe(round ? 303 : 200)
    }
  })

  test('are limited for each IP across accounts; other IPs are served', async () => {
    const ip = newIp()
    const wrong = (index: number) => ({ email: `guess${index}@example.com`, password: 'password1' })
    const answers = await inTens(55, (index) => send('/api/auth/login', wrong(index), ip))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(50)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    await refusalOf(await send('/login', admin, ip), quarter)
    expect((await send('/api/auth/login', admin, newIp())).status).toBe(200)
  })
})

describe('a browser that has logged in before', () => {
  const wrong = { ...admin, password: 'a wrong password' }
  const login = (fields: Fields, cookie: string, options: { url: string }) =>
    send('/api/auth/login', fields, newIp(), { ...options, headers: { Cookie: cookie } })
  const deviceOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('known_device='))
      ?.split(';')[0] ?? ''

  test('can log in while strangers use up the attempts of its account; other browsers cannot', async () => {
    const other = await startAnother()
    await send('/api/auth/register', person, newIp(), other)
    const strangersOwn = deviceOf(await login(person, '', other))
    const device = deviceOf(await login(admin, '', other))
    expect(device).not.toMatch(/admin|%40/)
    expect(await sendMany(10, '/login', wrong, newIp(), other)).toEqual([422])

    const changed = device.slice(0, -3) + (device.endsWith('aaa') ? 'bbb' : 'aaa')
    const swapped = `known_device=${strangersOwn.slice(13, 60)}${device.slice(60)}`
    for (const cookie of ['', strangersOwn, changed, swapped, 'known_device=admin']) {
      expect(`${cookie} ${(await login(admin, cookie, other)).status}`).toBe(`${cookie} 429`)
    }
    expect((await login(admin, device, other)).status).toBe(200)
    const page = await send('/login', admin, newIp(), { ...other, headers: { Cookie: device } })
    expect(page.status).toBe(303)
    expect(deviceOf(page)).toBe(device)
    await refusalOf(await login(admin, '', other), 15 * 60) // strangers stay limited
  })

  test('has no more attempts than others, for page and API together', async () => {
    const other = await startAnother()
    const device = deviceOf(await login(admin, '', other))
    const known = { ...other, headers: { Cookie: device } }
    expect(await sendMany(5, '/login', wrong, newIp(), known)).toEqual([422])
    expect(await sendMany(5, '/api/auth/login', wrong, newIp(), known)).toEqual([401])
    await refusalOf(await login(admin, device, other), 15 * 60)
    await refusalOf(await send('/login', admin, newIp(), known), 15 * 60)
    expect((await login(admin, '', other)).status).toBe(200)
  })
})

describe('accounts', () => {
  const hour = 60 * 60
  let count = 0
  const newPerson = () => ({ ...person, email: `typed${(count += 1)}@example.com` })
  const form = (fields: Fields) => ({ ...fields, confirm_password: person.password })

  /** A new account, and the cookie of its browser. */
  async function newAccount() {
    const account = newPerson()
    expect((await send('/api/auth/register', account, newIp())).status).toBe(201)
    const answer = await send('/api/auth/login', account, newIp())
    return { account, signedIn: { headers: { Cookie: cookieOf(answer) } } }
  }

  test('are limited for each IP and hour; retries and rejected forms are not counted', async () => {
    const ip = newIp()
    const first = newPerson()
    const key = { headers: { 'Idempotency-Key': crypto.randomUUID() } }
    expect((await send('/api/auth/register', first, ip, key)).status).toBe(201)
    expect(await sendMany(5, '/api/auth/register', { ...first, password: 'short' }, ip)).toEqual([422])
    expect(await sendMany(5, '/signup', form({ ...first, username: '' }), ip)).toEqual([422])
    const answers = await inTens(formsPerHour + 1, (index) =>
      index % 2 ? send('/api/auth/register', newPerson(), ip) : send('/signup', form(newPerson()), ip),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)

    const typed = newPerson()
    const html = await refusalOf(await send('/signup', form(typed), ip), hour)
    expect(html).toContain(`value="${typed.email}"`)
    expect(html).not.toContain(typed.password)
    await refusalOf(await send('/api/auth/register', typed, ip), hour)
    expect((await send('/api/auth/register', first, ip, key)).status).toBe(201)
    expect((await send('/signup', form(typed), newIp())).status).toBe(303)
  })

  test('have a limit of recoveries for each IP, for both kinds and for page and API together', async () => {
    const ip = newIp()
    const ways: [string, Fields][] = [
      ['/account-recovery', { intent: 'by-email', email: 'typed@example.com' }],
      ['/api/email/account-recovery', { email: 'typed@example.com' }],
      ['/account-recovery', { intent: 'by-id', user_id: '1', email: 'typed@example.com' }],
      ['/api/email/account-recovery', { user_id: 999_999, email: 'typed@example.com' }],
    ]
    const responses = await inTens(formsPerHour, (index) => {
      const [path, fields] = ways[index % ways.length]!
      return send(path, fields, ip)
    })
    expect([...new Set(responses.map(({ status }) => status))].sort()).toEqual([200, 303, 404])
    for (const [path, fields] of ways) {
      const body = await refusalOf(await send(path, fields, ip), hour)
      if (path === '/account-recovery') expect(body).toContain('value="typed@example.com"')
      expect((await send(path, fields, newIp())).status).not.toBe(429)
    }
  })

  test('have a limit of codes, for all ways to request them', async () => {
    const { account, signedIn } = await newAccount()
    const profile = {
      username: 'Ann Typed',
      email: 'elsewhere@example.com',
      current_password: account.password,
    }
    const resend = { intent: 'resend' }
    expect(await sendMany(5, '/api/email/send-verification', {}, newIp(), signedIn)).toEqual([200])
    expect(await sendMany(4, '/dashboard', resend, newIp(), signedIn)).toEqual([303])
    expect(await sendMany(1, '/edit-profile', profile, newIp(), signedIn)).toEqual([303])
    const further = { ...profile, email: 'further@example.com' }
    const html = await refusalOf(await send('/edit-profile', further, newIp(), signedIn), hour)
    expect(html).toContain('value="further@example.com"')
    await refusalOf(await send('/dashboard', resend, newIp(), signedIn), hour)
    await refusalOf(await send('/api/email/send-verification', {}, newIp(), signedIn), hour)
    const back = { ...profile, email: account.email }
    expect((await send('/edit-profile', back, newIp(), signedIn)).status).toBe(303)
  })

  test('have a limit of wrong codes', async () => {
    const { signedIn } = await newAccount()
    const wrong = { intent: 'verify', code: 'typed' }
    expect(await sendMany(15, '/api/email/verify', wrong, newIp(), signedIn)).toEqual([422])
    expect(await sendMany(15, '/dashboard', wrong, newIp(), signedIn)).toEqual([422])
    await refusalOf(await send('/api/email/verify', wrong, newIp(), signedIn), hour)
    const path = '/dashboard?verify=yes'
    const html = await refusalOf(await send(path, wrong, newIp(), signedIn), hour)
    expect(html).toContain('value="typed"')
  })

  test('have a limit of wrong current passwords, which do not count as failed logins', async () => {
    const { account, signedIn } = await newAccount()
    const quarter = 15 * 60
    const change = (current: string) => ({
      current_password: current,
      new_password: 'another long password',
      confirm_new_password: 'another long password',
    })
    const wrong = change('a wrong password')
    expect(await sendMany(5, '/api/auth/change-password', wrong, newIp(), signedIn)).toEqual([422])
    expect(await sendMany(5, '/change-password', wrong, newIp(), signedIn)).toEqual([422])
    const right = change(account.password)
    const html = await refusalOf(await send('/change-password', right, newIp(), signedIn), quarter)
    expect(html).not.toContain(account.password)
    await refusalOf(await send('/api/auth/change-password', right, newIp(), signedIn), quarter)
    expect((await send('/login', account, newIp())).status).toBe(303)

    const other = await newAccount()
    const taken = await send('/change-password', change(other.account.password), newIp(), other.signedIn)
    expect(taken.status).toBe(303)
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
  ])('%s and %s are limited for each IP and hour', async (page, call, fields) => {
    const ip = newIp()
    const key = { headers: { 'Idempotency-Key': crypto.randomUUID() } }
    const first = await send(call, fields, ip, key)
    expect(first.status).toBe(201)
    expect(await sendMany(9, call, fields, ip)).toEqual([201])
    expect(await sendMany(formsPerHour - 10, page, fields, ip)).toEqual([303])

    const html = await refusalOf(await send(page, fields, ip), hour)
    expect(html).toContain('Ann Typed')
    if ('additional_info' in fields || 'message' in fields || 'experience' in fields)
      expect(html).toContain('Typed with care')
    const refused = await refusalOf(await send(call, fields, ip), hour)
    expect(Object.keys(JSON.parse(refused) as object)).toEqual(['error'])

    const retried = await send(call, fields, ip, key)
    expect(retried.status).toBe(201)
    expect(await retried.json()).toEqual(await first.json())
    expect((await send(call, fields, newIp())).status).toBe(201)
    expect((await send(page, fields, newIp())).status).toBe(303)
  })

  test('drafts of applications and the mails with their links are limited, and the page keeps the answers', async () => {
    const ip = newIp()
    const step = { ...quote, step: 'personal' }
    const begun = await send('/get-a-quote', step, ip)
    expect(begun.status).toBe(303)
    expect(await sendMany(formsPerHour - 1, '/get-a-quote', step, ip)).toEqual([303])
    expect(await refusalOf(await send('/get-a-quote', step, ip), hour)).toContain('value="Ann Typed"')
    expect((await send('/get-a-quote', step, newIp())).status).toBe(303)

    const draft = (begun.headers.get('Location') ?? '').replace(/\?.*/, '?step=personal')
    const mail = { intent: 'mail', step: 'personal' }
    expect(await sendMany(formsPerHour, draft, mail, ip)).toEqual([303])
    expect(await refusalOf(await send(draft, mail, ip), hour)).toContain('value="Ann Typed"')
    expect((await send(draft, step, ip)).status).toBe(303)
  })

  test('the waitlist forms of the contact page and the home page are counted together', async () => {
    const ip = newIp()
    expect(await sendMany(formsPerHour, '/', entry, ip)).toEqual([303])
    await refusalOf(await send('/contact', entry, ip), hour)
    expect((await send('/contact', contact, ip)).status).toBe(303)
  })

  test('scripts get the same rejection, with its header', async () => {
    const ip = newIp()
    await sendMany(formsPerHour, '/api/contact-submissions', contact, ip)
    const path = `/contact?_data=${encodeURIComponent('routes/_site+/contact/route')}`
    const body = await refusalOf(await send(path, contact, ip), hour)
    expect(JSON.parse(body)).toMatchObject({ values: { message: 'Typed with care' } })
  })

  test('only count accepted submissions, not invalid ones', async () => {
    const ip = newIp()
    expect(await sendMany(formsPerHour + 5, '/api/contact-submissions', { name: 'Ann' }, ip)).toEqual([422])
    expect((await send('/api/contact-submissions', contact, ip)).status).toBe(201)
  })

  test('use the IP that the proxy reports, not one that the caller claims', async () => {
    const ip = newIp()
    for (let time = 0; time < formsPerHour; time += 1)
      await send('/api/waitlist-submissions', entry, `203.0.113.${time}, ${ip}`)
    await refusalOf(await send('/api/waitlist-submissions', entry, `192.0.2.1, ${ip}`), hour)
  })
})

test('RATE_LIMITS=off disables all limits', async () => {
  const other = await startAnother({ RATE_LIMITS: 'off' })
  const fields = { name: 'Ann Doe', email: 'ann@example.com' }
  const wrong = { ...admin, password: 'a wrong password' }
  expect(await sendMany(formsPerHour + 5, '/api/waitlist-submissions', fields, '192.0.2.1', other)).toEqual([
    201,
  ])
  expect(await sendMany(15, '/api/auth/login', wrong, '192.0.2.1', other)).toEqual([401])
})

describe('two processes', () => {
  test('share sessions and the attempts of a code', async () => {
    const second = await startAnother(database)
    const account = { ...person, email: `${crypto.randomUUID()}@example.com` }
    const ip = newIp()
    await send('/api/auth/register', account, ip)
    const login = await send('/api/auth/login', account, ip)
    const headers = { Cookie: cookieOf(login) }
    const me = async ({ url }: Program) => (await fetch(`${url}/api/auth/me`, { headers })).status
    expect([await me(program), await me(second)]).toEqual([200, 200])

    const wrong = { code: 'a wrong one' }
    const tries = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        send('/api/email/verify', wrong, ip, { ...(index % 2 ? second : program), headers }),
      ),
    )
    const texts = await Promise.all(tries.map((answer) => answer.text()))
    expect(texts.filter((text) => text.includes('The code is not correct'))).toHaveLength(4)
    expect(texts.filter((text) => text.includes('no longer valid'))).toHaveLength(4)

    await send('/api/auth/logout', {}, ip, { ...second, headers })
    expect([await me(program), await me(second)]).toEqual([401, 401])
  })

  test('share their counts', async () => {
    const second = await startAnother(database)
    const ip = newIp()
    const fields = { name: 'Ann Doe', email: 'ann@example.com' }
    const answers = await inTens(formsPerHour + 30, (index) =>
      send('/api/waitlist-submissions', fields, ip, index % 2 ? second : program),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(formsPerHour)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  })
})
