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

function call(method: string, path: string, body?: unknown, type = 'application/json', headers = {}) {
  return fetch(program.url + path, {
    method,
    headers: { Cookie: cookie, ...(body === undefined ? {} : { 'Content-Type': type }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

/** Each collection with a valid record, a column to change, and its name column. */
const collections: [string, Record<string, unknown>, [string, unknown], string | null][] = [
  ['job-roles', { role_name: 'Deep diver' }, ['role_name', 'Deeper diver'], 'role_name'],
  ['coverage-levels', { level_name: 'Deluxe' }, ['level_name', 'De luxe'], 'level_name'],
  ['coverage-tiers', { tier_name: 'Deluxe', base_premium: '200' }, ['base_premium', 210.5], 'tier_name'],
  [
    'employer-risks',
    { employer_name: 'Deepwater', layoff_mentions: 3 },
    ['layoff_mentions', 4],
    'employer_name',
  ],
  ['industry-fallbacks', { industry_name: 'Diving' }, ['risk_level', 'High'], 'industry_name'],
  ['industry-genders', { industry_name: 'Diving' }, ['percent_male', 50.5], 'industry_name'],
  ['synergy-data', { sim_date: '2031-01-01', active_users: 5 }, ['LossRatio', 61.25], null],
]

describe.each(collections)('%s', (slug, record, [column, value], nameColumn) => {
  const path = `/api/admin/underwriting/${slug}`
  const list = async () => (await (await call('GET', path)).json()) as { id: number }[]

  test('can be read, added, changed and deleted', async () => {
    const before = await list()
    expect(before.length).toBeGreaterThan(0)
    expect(before.map(({ id }) => id)).toEqual(before.map(({ id }) => id).toSorted((one, two) => one - two))

    const created = await call('POST', path, record)
    expect(created.status).toBe(201)
    expect(created.headers.get('Cache-Control')).toBe('no-store')
    const row = (await created.json()) as Record<string, unknown> & { id: number }
    expect(await list()).toHaveLength(before.length + 1)

    const changed = await call('PUT', `${path}/${row.id}`, { [column]: value })
    expect(changed.status).toBe(200)
    expect(await changed.json()).toMatchObject({ success: true, id: row.id, [column]: value })
    const read = (await (await call('GET', `${path}/${row.id}`)).json()) as Record<string, unknown>
    expect(read).toMatchObject({ [column]: value })

    const late = await call('PUT', `${path}/${row.id}`, { [column]: value, updated_at: row.updated_at })
    expect(late.status).toBe(409)
    expect(await late.json()).toMatchObject({ error: expect.any(String) as string, current: read })

    expect(await (await call('DELETE', `${path}/${row.id}`)).json()).toEqual({ success: true })
    expect(await list()).toEqual(before)
    for (const method of ['GET', 'DELETE']) expect((await call(method, `${path}/${row.id}`)).status).toBe(404)
    expect((await call('PUT', `${path}/${row.id}`, record)).status).toBe(404)
  })

  test('reject invalid values with the reason', async () => {
    const before = await list()
    const empty = await call('POST', path, {})
    expect(empty.status).toBe(422)
    expect(await empty.json()).toMatchObject({ error: [{ path: expect.any(String) as string }] })
    expect((await call('POST', path, '{"a":')).status).toBe(400)
    expect((await call('POST', path, [record])).status).toBe(422)
    expect((await call('POST', path, 'a=b', 'text/plain')).status).toBe(415)
    expect((await call('PATCH', `${path}/1`, record)).status).toBe(405)
    for (const id of ['abc', '0', '-1', '1.5', '99999999999', '1%20or%201=1'])
      expect((await call('PUT', `${path}/${id}`, record)).status, id).toBe(404)
    expect((await call('GET', `${path}?limit=0`)).status).toBe(422)
    expect((await call('GET', `${path}?sort=updated_at`)).status).toBe(422)
    expect(await list()).toEqual(before)
  })

  test('are added once for each idempotency key', async () => {
    const before = await list()
    const add = (key: object) => call('POST', path, record, 'application/json', key)
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const answers = [await add(key), ...(await Promise.all([add(key), add(key)]))]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const [first, ...retries] = await Promise.all(
      answers.map((answer) => answer.json() as Promise<{ id: number }>),
    )
    expect(retries).toEqual([first, first])
    expect(await list()).toHaveLength(before.length + 1)
    const other = await call('POST', path, { ...record, [column]: value }, 'application/json', key)
    expect(other.status).toBe(409)
    expect((await add({ 'Idempotency-Key': 'a key' })).status).toBe(400)
    await call('DELETE', `${path}/${first?.id}`)
  })

  test.runIf(nameColumn)('have unique names', async () => {
    const [first] = (await list()) as unknown as Record<string, unknown>[]
    const name = String(first?.[nameColumn ?? '']).toUpperCase()
    const taken = await call('POST', path, { ...record, [nameColumn ?? '']: name })
    expect(taken.status).toBe(409)
    expect(await taken.json()).toEqual({
      error: expect.stringMatching(
        new RegExp(
          `^\\w.+ "${name.replace(/[()]/g, '\\$&')}" already exists\\. Please use a unique .+ name\\.$`,
        ),
      ) as string,
    })
  })
})

test('a tier without a price is in the public table, and cannot be asked for', async () => {
  const path = '/api/admin/underwriting/coverage-tiers'
  const { id } = (await (await call('POST', path, { tier_name: 'Unpriced' })).json()) as { id: number }
  const html = await (await call('GET', '/coverage-tiers')).text()
  expect(html).toContain('>Unpriced<')
  expect(html).toContain('coverage_level=basic')
  expect(html).not.toContain('coverage_level=unpriced')
  await call('DELETE', `${path}/${id}`)
})

test('a list and its page are sorted by a column', async () => {
  const path = '/api/admin/underwriting/coverage-tiers'
  const byPrice = (await (await call('GET', `${path}?sort=-base_premium`)).json()) as {
    tier_name: string
    base_premium: number
  }[]
  const premiums = byPrice.map(({ base_premium }) => base_premium)
  expect(premiums).toEqual(premiums.toSorted((one, other) => other - one))
  const html = await (await call('GET', '/admin/underwriting?tab=coverage-tiers&sort=-base_premium')).text()
  const places = byPrice.map(({ tier_name }) => html.indexOf(`data-phone="0">${tier_name}<`))
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(html).toMatch(/aria-sort="descending"[^>]*><a[^>]*sort=base_premium#coverage-tiers"/)
})

test('the second page of a table without a tab can be opened, and so can its records', async () => {
  const path = '/api/admin/underwriting/job-roles'
  const ids = await Promise.all(
    Array.from({ length: 51 }, async (_, index) => {
      const created = await call('POST', path, { role_name: `Page filler ${index}` })
      return ((await created.json()) as { id: number }).id
    }),
  )
  const page = async (url: string) => (await (await call('GET', url)).text()).replaceAll('&amp;', '&')
  const [, next = ''] = /href="([^"]*cursor=\d+#job-roles)"/.exec(await page('/admin/underwriting')) ?? []
  const second = await page(next)
  expect(second).toContain(`data-opens="row ${Math.max(...ids)}"`)
  expect(second).not.toContain('Accountant')
  const [, row = ''] = /href="([^"]*row=job-roles[^"]*)"/.exec(second) ?? []
  expect(await page(decodeURIComponent(row))).toContain('id="job-roles-row"')
  for (const id of ids) await call('DELETE', `${path}/${id}`)
})

test('an employer may have a kind, size and sector that the application does not offer', async () => {
  const path = '/api/admin/underwriting/employer-risks'
  const described = { employer_type: 'Cooperative', employer_size: 'SMALL (<50)', industry: 'Space travel' }
  const created = await call('POST', path, { employer_name: 'Orbit Works', ...described })
  expect(created.status).toBe(201)
  const { id } = (await created.json()) as { id: number }
  expect(await (await call('GET', `${path}/${id}`)).json()).toMatchObject({
    ...described,
    employer_size: 'Small (<50)',
  })
  const form = await call('GET', `/admin/underwriting?tab=employer-risks&edit=employer-risks:${id}`)
  const chosen = [...(await form.text()).matchAll(/<option[^>]* selected=""[^>]*>([^<]+)</g)]
  expect(chosen.map(([, name]) => name)).toEqual(
    expect.arrayContaining(['Cooperative', 'Small (&lt;50)', 'Space travel']),
  )
  await call('DELETE', `${path}/${id}`)
})

test('the table of tiers lists a tier that no quote can be priced with', async () => {
  const page = async () => (await call('GET', '/admin/underwriting?tab=coverage-tiers')).text()
  expect(await page()).not.toContain('Not offered yet')
  const created = await call('POST', '/api/admin/underwriting/coverage-tiers', { tier_name: 'Half' })
  const { id } = (await created.json()) as { id: number }
  expect(await page()).toContain('Half (base premium, max claim coverage)')
  const applied = await call('POST', '/api/quote-submissions', application)
  const { id: quote_id } = (await applied.json()) as { id: number }
  expect((await call('POST', '/api/admin/underwriting/quote', { quote_id })).status).toBe(201)
  await call('DELETE', `/api/admin/underwriting/coverage-tiers/${id}`)
  expect(await page()).not.toContain('Not offered yet')
})

test('a month may be sent as a date or as a time', async () => {
  const path = '/api/admin/underwriting/synergy-data'
  for (const [sent, stored] of [
    ['2031-05-01T00:00:00.000Z', '2031-05-01'],
    ['05/02/2031', '2031-05-02'],
  ]) {
    const created = await call('POST', path, { SimDate: sent })
    const row = (await created.json()) as { id: number; SimDate: string }
    expect(row.SimDate).toBe(stored)
    await call('DELETE', `${path}/${row.id}`)
  }
  expect((await call('POST', path, { SimDate: '2031-02-30T00:00:00Z' })).status).toBe(422)
})

test('changes that arrive together are all made, each checked on what the others have left', async () => {
  const path = '/api/admin/underwriting/employer-risks'
  const names = Array.from({ length: 8 }, (_, index) => `Together Works ${index}`)
  const created = await Promise.all(
    names.map((employer_name) =>
      call('POST', path, { employer_name, industry: 'Retail Trade', layoff_frequency: 2 }),
    ),
  )
  expect(created.map(({ status }) => status)).toEqual(names.map(() => 201))
  const rows = (await Promise.all(created.map((answer) => answer.json()))) as { id: number }[]
  const deleted = await Promise.all(rows.map(({ id }) => call('DELETE', `${path}/${id}`)))
  expect(deleted.map(({ status }) => status)).toEqual(names.map(() => 200))
})

test('another collection is not found', async () => {
  expect((await call('GET', '/api/admin/underwriting/users')).status).toBe(404)
  expect((await call('POST', '/api/admin/underwriting/users', {})).status).toBe(404)
  expect((await call('DELETE', '/api/admin/underwriting/users/1')).status).toBe(404)
})

test('a changed tier is on the public pages and in the public list immediately', async () => {
  const shown = () =>
    Promise.all(
      ['/coverage-tiers', '/api/coverage-tiers'].map(async (path) =>
        (await (await fetch(program.url + path)).text()).includes('Public Deluxe'),
      ),
    )
  const lowest = async () =>
    /From a base price of (\$[\d.]+) a month/.exec(await (await fetch(program.url)).text())?.[1]
  const before = await lowest()
  expect(await shown()).toEqual([false, false])
  const created = await call('POST', '/api/admin/underwriting/coverage-tiers', {
    tier_name: 'Public Deluxe',
    base_premium: 12.5,
    max_monthly_benefit: 2500,
  })
  const { id } = (await created.json()) as { id: number }
  expect(await shown()).toEqual([true, true])
  expect(await lowest()).toBe('$12.50')
  await call('DELETE', `/api/admin/underwriting/coverage-tiers/${id}`)
  expect(await shown()).toEqual([false, false])
  expect(await lowest()).toBe(before)
})
