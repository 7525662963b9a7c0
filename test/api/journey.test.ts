import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { admin, application, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

let program: Program
let cookie = ''

beforeAll(async () => {
  program = await startProgram(await programDatabase())
  const answer = await call('POST', '/api/auth/login', admin)
  cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
})
afterAll(async () => {
  expect(await program.stop()).toBe(0)
})

function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  return fetch(program.url + path, {
    method,
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}
const asAdmin = (method: string, path: string, body?: unknown) => call(method, path, body, { Cookie: cookie })
const submit = (changes: object = {}, headers = {}) =>
  call('POST', '/api/quote-submissions', { ...application, ...changes }, headers)

describe('the main journey through the API', () => {
  test('an application is stored, underwritten and read', async () => {
    const created = await submit()
    expect(created.status).toBe(201)
    expect(created.headers.get('Cache-Control')).toBe('no-store')
    const { id, ...shown } = (await created.json()) as { id: number }
    expect(shown).toMatchObject({
      name: 'Ann Doe',
      email: 'ann@example.com',
      status: 'Pending',
      submission_type: 'quote',
    })

    const stored = await (await asAdmin('GET', `/api/admin/quote-submissions/${id}`)).json()
    expect(stored).toMatchObject({
      id,
      date_of_birth: '1990-01-02',
      job_role: 'Diver',
      income: 4500,
      salary: 54_000,
      employment_length: 2.5,
      gov_benefits: 'FALSE',
      additional_info: null,
      user_id: null,
      coverage_tier: null,
    })

    const ran = await asAdmin('POST', '/api/admin/underwriting/quote', { quote_id: String(id), user_id: 1 })
    expect(ran.status).toBe(201)
    const { success, result } = await ran.json()
    expect(success).toBe(true)
    expect(result).toMatchObject({
      quote_submission_id: id,
      coverage_tier: 'Standard',
      max_coverage: 8000,
      decision: 'approved',
    })
    expect(result.annual_premium).toBeCloseTo(result.monthly_premium * 12 * 0.95, 1)
    expect(result.calculation_details.steps.length).toBeGreaterThan(5)

    expect(await (await asAdmin('GET', `/api/admin/underwriting/results/${result.id}`)).json()).toEqual(
      result,
    )
    expect(await (await asAdmin('GET', `/api/admin/underwriting/results-by-quote/${id}`)).json()).toEqual([
      result,
    ])
    const again = (await (
      await asAdmin('POST', '/api/admin/underwriting/quote', { quote_id: id })
    ).json()) as {
      result: { id: number }
    }
    const byQuote = `/api/admin/underwriting/results-by-quote/${id}`
    const page = await asAdmin('GET', `${byQuote}?limit=1`)
    expect(await page.json()).toMatchObject([{ id: again.result.id }])
    expect(page.headers.get('link')).toContain(`cursor=${again.result.id}`)
    expect((await asAdmin('GET', `${byQuote}?sort=nosuch`)).status).toBe(422)
    const all = await (await asAdmin('GET', '/api/admin/underwriting/results?userId=1&t=1&v=2')).json()
    expect(all[1]).toEqual(result)
    expect(await (await asAdmin('GET', `/api/admin/quote-submissions/${id}`)).json()).toMatchObject({
      coverage_tier: 'Standard',
    })
  })

  test('the same application gives the same figures', async () => {
    const { id } = await (await submit()).json()
    const run = async () =>
      (await (await asAdmin('POST', '/api/admin/underwriting/quote', { quote_id: id })).json()).result
    const [first, second] = [await run(), await run()]
    const same = ({ id: _, date_created: __, ...figures }: Record<string, unknown>) => figures
    expect(same(second)).toEqual(same(first))
  })

  test('a run that is sent again with the same key gets the first result', async () => {
    const [{ id }, { id: other }] = [await (await submit()).json(), await (await submit()).json()]
    const key = crypto.randomUUID()
    const run = (quote_id: number) =>
      call('POST', '/api/admin/underwriting/quote', { quote_id }, { Cookie: cookie, 'Idempotency-Key': key })
    const [first, again] = [await run(id), await run(id)]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(await again.json()).toEqual(await first.json())
    const all = await (await asAdmin('GET', `/api/admin/underwriting/results-by-quote/${id}`)).json()
    expect(all).toHaveLength(1)
    expect((await run(other)).status).toBe(409)
  })

  test('results cannot be listed for another account', async () => {
    const path = '/api/admin/underwriting/results'
    for (const userId of ['77', 'x', '0'])
      expect((await asAdmin('GET', `${path}?userId=${userId}&t=1&v=2`)).status).toBe(403)
    for (const query of ['', '?userId=1', '?userId='])
      expect((await asAdmin('GET', path + query)).status).toBe(200)
  })

  test('the three public lists can be cached and revalidated', async () => {
    const tiers = await call('GET', '/api/coverage-tiers')
    expect(tiers.headers.get('Cache-Control')).toMatch(/^public, max-age=\d+/)
    expect(await tiers.clone().json()).toContainEqual({
      id: expect.any(Number),
      tier: 'Standard',
      premium: 35,
      vesting: 3,
      coverage: 8000,
      tenure: 6,
    })
    const again = await call('GET', '/api/coverage-tiers', undefined, {
      'If-None-Match': tiers.headers.get('ETag') ?? '',
    })
    expect(again.status).toBe(304)
    expect(await (await call('GET', '/api/job-roles')).json()).toContainEqual({
      id: expect.any(Number),
      role_name: 'Other',
    })
    expect(await (await call('GET', '/api/coverage-levels')).json()).toContainEqual({
      id: expect.any(Number),
      level_name: 'Basic',
    })
  })
})

describe('an application', () => {
  const required = {
    name: 'Name is required',
    email: 'Email is required',
    income: 'Monthly income is required',
    occupation: 'Occupation is required',
    date_of_birth: 'Date of birth is required',
    gender: 'Gender is required',
    coverage_level: 'Coverage level is required',
    region_state: 'State is required',
    children_count: 'Number of children is required',
    family_size: 'Family size is required',
    marital_status: 'Marital status is required',
    spouse_working: 'Please indicate if your spouse is working',
    housing_status: 'Housing status is required',
    employer_name: 'Employer name is required',
    employer_type: 'Employer type is required',
    employer_size: 'Employer size is required',
    job_role: 'Job role is required',
    other_job_role: 'Please specify your job role',
    employment_length: 'Employment length is required',
    employment_type: 'Employment type is required',
    work_arrangement: 'Work arrangement is required',
    pay_schedule: 'Pay schedule is required',
    industry: 'Industry is required',
    background_check: 'Background check information is required',
    credit_score: 'Credit score is required',
    bankruptcy_history: 'Bankruptcy history is required',
    gov_benefits: 'Government benefits information is required',
    education: 'Education information is required',
    salary: 'Annual salary is required',
    address: 'Address is required',
    pay_type: 'Pay type is required',
    union_membership: 'Union membership information is required',
  }

  test.each(Object.entries(required))('without %s is rejected with its message', async (path, message) => {
    for (const absent of [undefined, null, '', '   ']) {
      const refused = await submit({ [path]: absent, ...(path === 'email' ? { quote_email: absent } : {}) })
      expect(refused.status).toBe(422)
      expect(await refused.json()).toEqual({ error: [{ path, message }] })
    }
  })

  test.each([
    ['email', 'ann@', 'Please enter a valid email address'],
    ['email', 'ann doe@example.com', 'Please enter a valid email address'],
    ['name', 'A', 'Name must be between 2 and 100 characters'],
    ['name', 'A'.repeat(101), 'Name must be between 2 and 100 characters'],
    ['name', 'Ann\u0000', 'Remove the control characters from this text'],
    ['credit_score', 299, 'Credit score must be a whole number from 300 to 850'],
    ['credit_score', '851', 'Credit score must be a whole number from 300 to 850'],
    ['credit_score', 700.5, 'Credit score must be a whole number from 300 to 850'],
    [
      'date_of_birth',
      '02/30/1990',
      'There is no February 30 in 1990: enter your date of birth as MM/DD/YYYY',
    ],
    ['date_of_birth', '01/01/2999', 'Enter your real date of birth as MM/DD/YYYY'],
    ['income', -1, 'Monthly income must be an amount in dollars from 0 to 10,000,000'],
    ['income', '1e999', 'Monthly income must be an amount in dollars from 0 to 10,000,000'],
    ['income', { $gt: 0 }, 'Monthly income must be an amount in dollars from 0 to 10,000,000'],
    [
      'salary',
      '60 000',
      'Annual salary must be an amount in dollars from 0 to 100,000,000. Write it like 1,500 or 3.5',
    ],
    ['phone', 'call me', 'Please enter a valid phone number'],
    ['gender', ['Male'], 'Gender is required'],
    ['region_state', 'ZZ', 'State is required'],
    ['coverage_level', 'platinum', 'Coverage level is required'],
  ])('with %s %j is rejected', async (path, value, message) => {
    const refused = await submit({ [path]: value })
    expect(refused.status).toBe(422)
    expect(await refused.json()).toEqual({ error: [{ path, message }] })
  })

  test('is accepted as a form, with choices in any letter case and formatted amounts', async () => {
    const form = new URLSearchParams(
      Object.entries({
        ...application,
        gender: 'fEMALE',
        region_state: 'ny',
        job_role: 'tECHNICIAN',
        other_job_role: '',
        income: '$4,500.00',
        credit_score: ' 710 ',
      }).map(([name, value]) => [name, String(value)]),
    )
    for (const body of [form, formData(form)]) {
      const created = await fetch(`${program.url}/api/quote-submissions`, { method: 'POST', body })
      expect(created.status).toBe(201)
      const { id } = await created.json()
      const stored = await (await asAdmin('GET', `/api/admin/quote-submissions/${id}`)).json()
      expect(stored).toMatchObject({
        gender: 'Female',
        region_state: 'NY',
        job_role: 'Technician',
        income: 4500,
        credit_score: 710,
      })
    }
  })

  test('of someone who is not married is stored without an answer about the spouse', async () => {
    const { id } = await (await submit({ marital_status: 'Single', spouse_working: 'True' })).json()
    const stored = await (await asAdmin('GET', `/api/admin/quote-submissions/${id}`)).json()
    expect(stored).toMatchObject({ marital_status: 'Single', spouse_working: 'Not Applicable' })
  })

  test('names the level of someone who is not sure as the form or as the list does', async () => {
    for (const coverage_level of ['unsure', 'Not Sure Yet']) {
      const created = await (await submit({ coverage_level })).json()
      expect(created).toMatchObject({ coverage_level: 'unsure' })
    }
  })

  test('sent again with its key is stored once, even if both arrive together', async () => {
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const answers = await Promise.all([submit({}, key), submit({}, key), submit({}, key)])
    const bodies = await Promise.all(answers.map((answer) => answer.json()))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]))
    expect(bodies[1]).toEqual(bodies[0])
    expect(bodies[2]).toEqual(bodies[0])
    expect((await submit({ name: 'Another' }, key)).status).toBe(409)
  })

  test('belongs to the signed-in account, and never to another one', async () => {
    const own = await call(
      'POST',
      '/api/quote-submissions',
      { ...application, user_id: 1 },
      { Cookie: cookie },
    )
    expect(await own.json()).toMatchObject({ user_id: 1 })
    const foreign = await call(
      'POST',
      '/api/quote-submissions',
      { ...application, user_id: 2 },
      { Cookie: cookie },
    )
    expect(foreign.status).toBe(403)
    expect(await (await submit({ user_id: 1 })).json()).toMatchObject({ user_id: null })
  })

  test('cannot set fields of the office and the server', async () => {
    const { id } = await (
      await submit({ status: 'Quoted', ip_address: '9.9.9.9', coverage_tier: 'Ultra', id: 99_999 })
    ).json()
    expect(id).not.toBe(99_999)
    const stored = await (await asAdmin('GET', `/api/admin/quote-submissions/${id}`)).json()
    expect(stored).toMatchObject({ status: 'Pending', coverage_tier: null })
    expect(stored.ip_address).toMatch(/127\.0\.0\.1|::1/)
  })
})

describe('every API route', () => {
  const adminCalls = [
    ['GET', '/api/admin/quote-submissions'],
    ['GET', '/api/admin/quote-submissions/1'],
    ['POST', '/api/admin/underwriting/quote'],
    ['GET', '/api/admin/underwriting/results'],
    ['GET', '/api/admin/underwriting/results/1'],
    ['GET', '/api/admin/underwriting/results-by-quote/1'],
  ] as const

  test.each(adminCalls)('%s %s is for admins', async (method, path) => {
    const refused = await call(method, path, method === 'POST' ? { quote_id: 1 } : undefined)
    expect(refused.status).toBe(401)
    expect(Object.keys(await refused.json())).toEqual(['error'])
  })

  test.each([
    ['DELETE', '/api/quote-submissions', 405, 'POST'],
    ['GET', '/api/quote-submissions', 405, 'POST'],
    ['POST', '/api/coverage-tiers', 405, 'GET, HEAD'],
    ['GET', '/api/auth/login', 405, 'POST'],
    ['PUT', '/api/auth/me', 405, 'GET, HEAD'],
  ])('%s %s responds with %i', async (method, path, status, allow) => {
    const refused = await call(method, path, method === 'GET' ? undefined : {})
    expect(refused.status).toBe(status)
    expect(refused.headers.get('Allow')).toBe(allow)
    expect(await refused.json()).toEqual({ error: 'Method not allowed' })
  })

  test.each([
    ['malformed JSON', '{"name":', 'application/json', 400],
    ['an array', '[]', 'application/json', 422],
    ['plain text', 'hello', 'text/plain', 415],
    [
      'a multipart body that is cut off',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nv',
      'multipart/form-data; boundary=x',
      400,
    ],
    ['more than 1 MB', JSON.stringify({ name: 'x'.repeat(1_100_000) }), 'application/json', 413],
    ['deep nesting', '['.repeat(5000) + ']'.repeat(5000), 'application/json', 400],
  ])('%s is rejected', async (_, body, type, status) => {
    const refused = await call('POST', '/api/quote-submissions', body, { 'Content-Type': type })
    expect(refused.status).toBe(status)
    expect(await refused.json()).toHaveProperty('error')
  })

  test.each([
    '/api/nothing',
    '/api/admin/nothing/at/all',
    '/api/admin/quote-submissions/999999',
    '/api/admin/quote-submissions/abc',
    '/api/admin/underwriting/results/0',
    '/api/admin/underwriting/results/99999999999999',
  ])('%s responds with 404 in JSON', async (path) => {
    // prettier-ignore
    const missing = await asAdmin('GET', path)
    expect(missing.status).toBe(404)
    expect(await missing.json()).toHaveProperty('error')
  })

  test.each([
    [{ quote_id: 0 }, 422],
    [{ quote_id: 'x' }, 422],
    [{}, 422],
    [{ quote_id: 987_654 }, 404],
    [{ quote_id: 2_147_483_648 }, 404],
    [{ quote_id: 1, user_id: 77 }, 403],
  ])('underwriting %j responds with %i', async (body, status) => {
    expect((await asAdmin('POST', '/api/admin/underwriting/quote', body)).status).toBe(status)
  })

  test('a list can be requested in pages', async () => {
    for (const name of ['Carla Onepart', 'Carla Twopart', 'Carla Threepart']) await submit({ name })
    const list = async (query: string) =>
      (await (await asAdmin('GET', `/api/admin/quote-submissions?${query}`)).json()) as {
        id: number
        name: string
      }[]
    const all = await list('q=carla')
    expect(all.map((quote) => quote.name)).toEqual(['Carla Threepart', 'Carla Twopart', 'Carla Onepart'])
    const [first] = await list('q=carla&limit=1')
    expect(await list(`q=carla&limit=1&cursor=${first?.id}`)).toMatchObject([{ name: 'Carla Twopart' }])
    expect((await list('q=carla&sort=id'))[0]).toMatchObject({ name: 'Carla Onepart' })
    expect(await list('q=%25')).toEqual([])
    expect((await asAdmin('GET', '/api/admin/quote-submissions?limit=x')).status).toBe(422)
  })
})

describe('signing in', () => {
  test('sets a cookie that scripts cannot read, and returns the account', async () => {
    const answer = await call('POST', '/api/auth/login', { ...admin, email: admin.email.toUpperCase() })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Set-Cookie')).toMatch(/HttpOnly; SameSite=Lax/)
    const { user } = await answer.json()
    expect(user).toMatchObject({ email: admin.email, admin: true, email_verified: true })
    expect(JSON.stringify(user)).not.toMatch(/password|hash/)
    expect(await (await asAdmin('GET', '/api/auth/me')).json()).toMatchObject({ user: { id: user.id } })
  })

  test.each([
    [{ ...admin, password: 'wrong' }, 401],
    [{ email: 'nobody@example.com', password: 'wrong' }, 401],
    [{ email: 'nobody', password: 'x' }, 422],
    [{ email: 'ann\u0000@example.com', password: 'x' }, 422],
    [{ ...admin, password: 'x\u0000' }, 401],
    [{ ...admin, password: 'x'.repeat(900_000) }, 422],
    [{ email: ['a'], password: {} }, 422],
    [{}, 422],
  ])('with %j responds with %i', async (body, status) => {
    expect((await call('POST', '/api/auth/login', body)).status).toBe(status)
  })

  test('is revoked by signing out', async () => {
    const answer = await call('POST', '/api/auth/login', admin)
    const own = { Cookie: answer.headers.get('Set-Cookie')?.split(';')[0] ?? '' }
    expect((await call('GET', '/api/auth/me', undefined, own)).status).toBe(200)
    expect((await call('POST', '/api/auth/logout', undefined, own)).status).toBe(200)
    expect((await call('GET', '/api/auth/me', undefined, own)).status).toBe(401)
  })

  test('a forged cookie has no session', async () => {
    expect(
      (await call('GET', '/api/auth/me', undefined, { Cookie: `${cookie.slice(0, -2)}xx` })).status,
    ).toBe(401)
    expect((await call('GET', '/api/auth/me', undefined, { Cookie: 'holdfast_session=null' })).status).toBe(
      401,
    )
  })
})

function formData(fields: URLSearchParams) {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}
