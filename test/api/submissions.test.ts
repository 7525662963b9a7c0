import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openDatabase } from '~/db.server'
import { submissionKinds } from '~/domain/submissions/kinds'

import { admin, application, startProgram, type Program } from '../support/program'
import { fileOf, pdf } from '../support/resumes'
import { programDatabase } from '../support/server-database'

let program: Program
let cookie = ''
let database: Record<string, string> = {}

beforeAll(async () => {
  database = await programDatabase()
  program = await startProgram(database)
  const answer = await fetch(`${program.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(admin),
  })
  cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
})
afterAll(async () => {
  expect(await program.stop()).toBe(0)
})

function call(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = { Cookie: cookie },
) {
  const form = body instanceof FormData
  return fetch(program.url + path, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...(form || !body ? {} : { 'Content-Type': 'application/json' }) },
    ...(body ? { body: form ? body : JSON.stringify(body) } : {}),
  })
}

async function sent(path: string, body: object) {
  const answer = await call('POST', path, body, {})
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: number }).id
}

const contact = (name = 'Ann Doe') =>
  sent('/api/contact-submissions', {
    name,
    email: 'ann@example.com',
    phone: '(555) 123-4567',
    inquiry_type: 'Other',
    message: 'Hello',
  })

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

describe('the lists', () => {
  test('of contacts have the columns for admins', async () => {
    const id = await contact()
    const list = (await (await call('GET', '/api/admin/contact-submissions')).json()) as unknown[]
    expect(list[0]).toEqual({
      id,
      created_at: time,
      name: 'Ann Doe',
      email: 'ann@example.com',
      contact_email: 'ann@example.com',
      phone: '(555) 123-4567',
      category: 'Other',
      message: 'Hello',
      quote_submission_id: null,
      responded: false,
      response_date: null,
      status: 'Pending',
      note: null,
      ip_address: expect.any(String),
    })
  })

  test('of the waitlist too', async () => {
    const entry = { name: 'Bob', email: 'bob@example.com', interest_level: 'interested', utm_source: 'news' }
    const id = await sent('/api/waitlist-submissions', entry)
    const list = (await (await call('GET', '/api/admin/waitlist-submissions')).json()) as unknown[]
    expect(list[0]).toEqual({
      ...entry,
      id,
      submitted_at: time,
      referral_source: null,
      status: 'Pending',
      utm_medium: null,
      utm_campaign: null,
      ip_address: expect.any(String),
      note: null,
    })
  })

  test('of careers link to their files', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({
      name: 'Cara',
      email: 'cara@example.com',
      experience: 'Some',
      why_join: 'It matters',
      consent: 'yes',
    }))
      form.set(name, value)
    form.set('resume', fileOf(pdf, 'cv.pdf', 'application/pdf'))
    const id = await sent('/api/career-submissions', form)
    const list = (await (await call('GET', '/api/admin/career-submissions')).json()) as Record<
      string,
      string
    >[]
    expect(list[0]).toEqual({
      id,
      created_at: time,
      name: 'Cara',
      email: 'cara@example.com',
      career_email: 'cara@example.com',
      position: 'General Application',
      experience: 'Some',
      linkedin_url: null,
      interest_reason: 'It matters',
      status: 'Pending',
      resume_filename: expect.stringMatching(/\.pdf$/),
      resume_url: `/api/career-files/${list[0]?.resume_filename}`,
      resume_name: expect.stringMatching(/\.pdf$/),
      cover_letter_filename: null,
      cover_letter_name: null,
      cover_letter_url: null,
      notes: null,
      ip_address: expect.any(String),
    })
    expect((await call('GET', list[0]!.resume_url!)).status).toBe(200)
  })

  test('of quotes have the answers, and can be requested in pages', async () => {
    const ids = []
    for (const name of ['Dora One', 'Dora Two', 'Dora Three'])
      ids.push(await sent('/api/quote-submissions', { ...application, name }))
    const list = async (query: string) =>
      (await (await call('GET', `/api/admin/quote-submissions?${query}`)).json()) as { id: number }[]
    expect((await list('q=dora')).map(({ id }) => id)).toEqual([...ids].reverse())
    expect(await list(`q=dora&limit=1&cursor=${ids[2]}`)).toMatchObject([{ id: ids[1] }])
    expect((await list('q=dora&sort=id'))[0]).toMatchObject({
      id: ids[0],
      status: 'Pending',
      coverage_tier: null,
      submission_type: 'quote',
      income: 4500,
      date_of_birth: '1990-01-02',
      user_id: null,
      additional_info: null,
    })
    expect((await call('GET', '/api/admin/quote-submissions?cursor=0')).status).toBe(422)
  })
})

describe('a list can be sorted like its page', () => {
  test.each(submissionKinds.map((kind) => [kind.singular, kind] as const))(
    'of %s submissions',
    async (_, kind) => {
      const path = `/api/admin/${kind.singular}-submissions`
      const sorts = kind.fields.filter(({ order }) => order !== undefined).map(({ name }) => name)
      expect(sorts.length).toBeGreaterThan(2)
      const whole = (await (await call('GET', path)).json()) as Record<string, string>[]
      expect(whole.length).toBeGreaterThan(0)
      for (const sort of sorts.flatMap((name) => [name, `-${name}`])) {
        const sorted = (await (await call('GET', `${path}?sort=${sort}`)).json()) as typeof whole
        const page = await call('GET', `/admin/submissions?tab=${kind.slug}&sort=${sort}`)
        const shown = [...(await page.text()).matchAll(/name="chosen-(\d+)"/g)].map(([, id]) => Number(id))
        expect(sorted.map(({ id }) => id).slice(0, 50), sort).toEqual(shown)
        expect(await walk(`${path}?sort=${sort}&limit=2`), sort).toEqual(sorted)
      }
      const refused = await call('GET', `${path}?sort=ip_address`)
      expect(refused.status).toBe(422)
      expect(await refused.json()).toEqual({
        error: [{ path: 'sort', message: `sort must be ${allowed(['id', ...sorts])}` }],
      })
    },
  )

  test('the database browser searches by call', async () => {
    const names = await (await call('GET', '/api/admin/database/tables?q=job_r')).json()
    expect(names).toMatchObject([{ table_name: 'job_roles' }])
    const found = await call('GET', '/api/admin/database/tables/job_roles?q=nurse&limit=100')
    const { records } = (await found.json()) as { records: { role_name: string }[] }
    expect(records.length).toBeGreaterThan(0)
    for (const { role_name } of records) expect(role_name).toMatch(/nurse/i)
  })

  test('of a database table too, for the columns that its page can sort', async () => {
    const names = async (sort: string) => {
      const answer = await call('GET', `/api/admin/database/tables/job_roles?limit=100&sort=${sort}`)
      return ((await answer.json()) as { records: { role_name: string }[] }).records.map(
        (one) => one.role_name,
      )
    }
    const rising = await names('role_name')
    expect(rising.length).toBeGreaterThan(5)
    expect(await names('-role_name')).toEqual(rising.toReversed())
    for (const sort of ['nothing', 'password_hash'])
      expect((await call('GET', `/api/admin/database/tables/users?sort=${sort}`)).status, sort).toBe(422)
  })
})

const allowed = (names: string[]) => {
  const sorts = names.flatMap((name) => [name, `-${name}`])
  return `${sorts.slice(0, -1).join(', ')} or ${sorts.at(-1)}`
}

/** Returns all pages of a list, by the links of the responses. */
async function walk(first: string) {
  const rows: unknown[] = []
  let next: string | undefined = first
  while (next !== undefined) {
    const answer = await call('GET', next)
    expect(answer.status).toBe(200)
    rows.push(...((await answer.json()) as unknown[]))
    next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('Link') ?? '')?.[1]
  }
  return rows
}

test.each([
  '/api/admin/quote-submissions?q=ann',
  '/api/admin/contact-submissions?sort=id',
  '/api/admin/underwriting/job-roles?q=e',
  '/api/admin/underwriting/synergy-data?sort=-id',
  '/api/admin/underwriting/results?v=2',
])('%s links to its next page, except on the last', async (path) => {
  const whole = (await (await call('GET', path)).json()) as unknown[]
  expect(await walk(`${path}&limit=${Math.max(1, Math.ceil(whole.length / 3))}`)).toEqual(whole)
  expect((await call('GET', `${path}&limit=1000`)).headers.has('Link')).toBe(false)
  expect((await call('GET', path)).headers.has('Link')).toBe(false)
})

describe('a submission', () => {
  test.each([
    ['quote', 'In review', 'note'],
    ['contact', 'Responded', 'note'],
    ['waitlist', 'Invited', 'note'],
    ['career', 'Interview', 'notes'],
  ])('a %s can be read and changed', async (kind, status, note) => {
    const path = `/api/admin/${kind}-submissions`
    const [one] = (await (await call('GET', `${path}?limit=1`)).json()) as { id: number }[]
    expect(await (await call('GET', `${path}/${one?.id}`)).json()).toEqual(one)
    const changed = await call('PUT', `${path}/${one?.id}`, { status: status.toLowerCase(), [note]: 'Seen' })
    expect(changed.status).toBe(200)
    expect(await changed.json()).toMatchObject({ success: true, id: one?.id, status, [note]: 'Seen' })

    const wrong = await call('PUT', `${path}/${one?.id}`, { status: 'Nonsense' })
    expect(wrong.status).toBe(422)
    expect(await wrong.json()).toEqual({
      error: [{ path: 'status', message: expect.stringMatching(/^Status must be one of: Pending, /) }],
    })
    expect((await call('PUT', `${path}/${one?.id}`, {})).status).toBe(422)
    const stale = await call('PUT', `${path}/${one?.id}`, { status: 'Pending', read_status: 'Pending' })
    expect(stale.status).toBe(409)
    expect(await stale.json()).toMatchObject({ current: { status, note: 'Seen' } })
    for (const missing of ['999999', 'x', '0']) {
      const answer = await call('PUT', `${path}/${missing}`, { status })
      expect(answer.status).toBe(404)
      expect(await answer.json()).toEqual({ error: expect.stringMatching(/ submission not found$/) })
    }
    expect((await call('DELETE', `${path}/${one?.id}`)).headers.get('Allow')).toBe('GET, HEAD, PUT')
    expect((await call('PUT', `${path}/${one?.id}`, { status }, {})).status).toBe(401)
  })
})

test('a message is replied to, and its replies are listed', async () => {
  const path = `/api/admin/contact-submissions/${await contact()}/replies`
  expect(await (await call('GET', path)).json()).toEqual([])
  const refused = await call('POST', path, { subject: 'Re: Other', message: 'x'.repeat(1024 * 512) })
  expect(refused.status).toBe(422)
  const reply = { subject: 'Re: Other', message: 'Hello to you' }
  const key = { Cookie: cookie, 'Idempotency-Key': crypto.randomUUID() }
  for (const _ of [1, 2]) expect((await call('POST', path, reply, key)).status).toBe(201)
  expect(await (await call('GET', path)).json()).toEqual([
    { id: expect.any(Number) as number, sent_at: time, ...reply, sender: 'Administrator' },
  ])
  for (const method of ['GET', 'POST'])
    expect(
      (
        await call(
          method,
          '/api/admin/contact-submissions/999999/replies',
          method === 'GET' ? undefined : reply,
        )
      ).status,
    ).toBe(404)
})

test('an export is a file, and an unknown kind is not found', async () => {
  await contact('=Evil')
  const file = await call('GET', '/admin/submissions/contacts/export?q=evil')
  expect(file.status).toBe(200)
  expect(file.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  expect(file.headers.get('Content-Disposition')).toMatch(
    /^attachment; filename="contacts-filtered-\d{4}-\d\d-\d\d\.csv"/,
  )
  expect(file.headers.get('Cache-Control')).toBe('no-store')
  expect(await file.text()).toMatch(/^[^\r]+\r\n\d+,[\d\-T:.Z]+,'=Evil,ann@example\.com,[^\r]+\r\n$/)
  expect((await call('GET', '/admin/submissions/passwords/export')).status).toBe(404)
  const visitor = await call('GET', '/admin/submissions/contacts/export', undefined, {})
  expect(visitor.headers.get('Location')).toBe('/login?redirectTo=%2Fadmin%2Fsubmissions')
})

test('a list with an invalid day responds with its error, and its export leads there', async () => {
  const page = await call('GET', '/admin/submissions?tab=contacts&from=abc')
  expect(page.status).toBe(422)
  expect(await page.text()).toContain('Enter the first day as MM/DD/YYYY')
  const file = await call('GET', '/admin/submissions/contacts/export?from=2026-01-02&to=2026-01-01')
  expect(file.headers.get('Location')).toBe('/admin/submissions?from=2026-01-02&to=2026-01-01&tab=contacts')
})

test('a list that cannot be read responds with an error', async () => {
  const db = await openDatabase({ url: database.DATABASE_URL! })
  await sql`alter table waitlist_submissions rename to elsewhere`.execute(db)
  try {
    const page = await call('GET', '/admin/submissions?tab=waitlist')
    expect(page.status).toBe(500)
    expect(await page.text()).toContain('Error loading submissions: Failed to fetch waitlist submissions')
  } finally {
    await sql`alter table elsewhere rename to waitlist_submissions`.execute(db)
    await db.destroy()
  }
})
