import { readFileSync } from 'node:fs'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { admin, application, inTens, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

const runs = '/api/admin/underwriting/impact'
const source = readFileSync('app/engine/underwrite.js', 'utf8')
const slow = `${source}\nvar one = underwrite\nunderwrite = function (input) { for (let i = 0; i < 200000; i++); return one(input) }`
let program: Program
let cookie = ''
let tier = 0

beforeAll(async () => {
  program = await startProgram(await programDatabase())
  const answer = await call('POST', '/api/auth/login', admin, '')
  cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const answers = await inTens(40, (index) =>
    call('POST', '/api/quote-submissions', { ...application, income: 3000 + 100 * index }),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  const tiers = (await (await call('GET', '/api/admin/underwriting/coverage-tiers')).json()) as {
    id: number
    tier_name: string
  }[]
  tier = tiers.find(({ tier_name }) => tier_name === 'Standard')?.id ?? 0
})
afterAll(async () => {
  expect(await program.stop()).toBe(0)
})

function call(method: string, path: string, body?: object, as = cookie) {
  return fetch(program.url + path, {
    method,
    redirect: 'manual',
    headers: { Cookie: as, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

const progress = async () => (await call('GET', `${runs}-progress`)).json()
const ended = () => expect.poll(progress).toBeNull()
const start = async (body: object) => {
  const answer = await call('POST', runs, body)
  return { status: answer.status, ...((await answer.json()) as { id?: number; error?: unknown }) }
}

const preview = async (body: object, as = cookie) => {
  const answer = await call('POST', `${runs}-preview`, body, as)
  const isEmpty = answer.status === 204
  return { status: answer.status, body: isEmpty ? {} : ((await answer.json()) as Record<string, unknown>) }
}

test('what a changed tier does to the newest quotes is previewed, and nothing is stored', async () => {
  const dearer = { collection: 'coverage-tiers', id: tier, base_premium: '45' }
  const { status, body } = await preview(dearer)
  expect(status).toBe(200)
  expect(body).toMatchObject({ quotes: 40, failed: 0, cheaper: 0, decisions: 0, tiers: 0 })
  expect(body.dearer).toBeGreaterThan(30)
  const { premium, claims, named } = body as {
    premium: { before: number; after: number }
    claims: { before: number; after: number }
    named: { before: { premium: number }; after: { premium: number } }[]
  }
  expect(premium.after).toBeGreaterThan(premium.before)
  expect(claims.after).toBeCloseTo(claims.before)
  expect(named).toHaveLength(5)
  for (const { before, after } of named) expect(after.premium / before.premium).toBeCloseTo(45 / 35, 2)

  expect((await preview({ ...dearer, base_premium: '35' })).status).toBe(204)
  expect((await preview({ ...dearer, base_premium: '-3' })).status).toBe(422)
  expect((await preview({ ...dearer, base_premium: 'x'.repeat(10_000) })).status).toBe(422)
  for (const id of [0, -1, 'x', {}, null, 2_000_000_000])
    expect((await preview({ ...dearer, id })).status).toBe(404)
  for (const collection of ['users', 'synergy-data', '__proto__', {}, null])
    expect((await preview({ ...dearer, collection })).status).toBe(404)
  expect((await preview(dearer, '')).status).toBe(401)
  const row = await (await call('GET', `/api/admin/underwriting/coverage-tiers/${tier}`)).json()
  expect(row).toMatchObject({ base_premium: 35 })
})

test('what an added or a deleted record does to the newest quotes is previewed', async () => {
  const { status, body } = await preview({ collection: 'coverage-tiers', id: tier, intent: 'delete' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ quotes: 40, failed: 0 })
  expect(Number(body.tiers) + Number(body.decisions)).toBeGreaterThan(30)

  const employer = { collection: 'employer-risks', intent: 'create', employer_name: 'Nobody Works Here Inc' }
  expect(await preview(employer)).toMatchObject({ status: 200, body: { quotes: 40, dearer: 0, cheaper: 0 } })
  const list = await call('GET', '/api/admin/underwriting/employer-risks')
  expect(await list.text()).not.toContain(employer.employer_name)

  const taken = { collection: 'coverage-tiers', intent: 'create', tier_name: 'Standard' }
  expect(await preview(taken)).toMatchObject({ status: 422 })
  expect((await preview({ ...employer, employer_name: '' })).status).toBe(422)
  expect((await preview({ ...employer, employer_name: 'x'.repeat(10_000) })).status).toBe(422)
  for (const id of [undefined, 0, 'x', {}, 2_000_000_000])
    expect((await preview({ collection: 'coverage-tiers', intent: 'delete', id })).status).toBe(404)
  expect((await preview({ collection: 'job-roles', intent: 'delete', id: 1 })).status).toBe(404)
})

test('a changed tier is run over all quotes, and read with its figures', async () => {
  const change = { what: 'record', collection: 'coverage-tiers', id: tier, base_premium: 40 }
  const { status, id } = await start(change)
  expect(status).toBe(202)
  await ended()
  const run = await (await call('GET', `${runs}/${id}`)).json()
  expect(run).toMatchObject({
    id,
    status: 'done',
    failure: null,
    subject: { kind: 'record', name: 'Standard' },
    result: { quotes: 40, before: { failed: 0 }, after: { failed: 0 } },
  })
  const list = (await (await call('GET', runs)).json()) as { id: number }[]
  expect(list.map((one) => one.id)).toContain(id)
  const page = await (await call('GET', `/admin/underwriting/impact/${id}`)).text()
  expect(page).toContain('Largest movers')
  expect(page).toContain('Expected loss ratio')

  // The way back has its values, in any browser.
  const [, back = ''] = /href="([^"]*edit=coverage-tiers[^"]*)"/.exec(page) ?? []
  const form = await (await call('GET', back.replaceAll('&amp;', '&'))).text()
  expect(form).toMatch(/name="base_premium"[^>]* value="40"/)
  expect(form).toMatch(/name="max_monthly_benefit"[^>]* value="8000"/)
  expect(form).toContain(`/admin/underwriting/impact/${id}"`)

  // Nothing is changed by it.
  const row = await (await call('GET', `/api/admin/underwriting/coverage-tiers/${tier}`)).json()
  expect(row).toMatchObject({ base_premium: 35 })
})

test('one run is under way at a time, others underwrite meanwhile, and it can be cancelled', async () => {
  const { id } = await start({ what: 'draft', code: slow })
  expect(await progress()).toEqual({ run: id, share: expect.any(Number) as number })
  expect(await start({ what: 'draft', code: slow })).toMatchObject({ status: 409 })
  const result = await call('POST', '/api/admin/underwriting/quote', { quote_id: 1 })
  expect(result.status).toBe(201)
  expect(await (await call('DELETE', `${runs}/${id}`)).json()).toEqual({ success: true })
  expect(await progress()).toBeNull()
  expect((await call('DELETE', `${runs}/${id}`)).status).toBe(409)
})

test('a draft that loops fails with a sentence, and the program goes on', async () => {
  const code = `${source}\nunderwrite = function loops() { while (true) {} }`
  const { id } = await start({ what: 'draft', code })
  await ended()
  const run = (await (await call('GET', `${runs}/${id}`)).json()) as { status: string; failure: string }
  expect(run.status).toBe('failed')
  expect(run.failure).toContain('It took too long')
  expect(await (await call('GET', `/admin/underwriting/impact/${id}`)).text()).toContain('It took too long')
})

test.each([
  [{ what: 'draft', code: source }, 409],
  [{ what: 'draft', code: 'function underwrite( {' }, 422],
  [{ what: 'draft', code: '' }, 422],
  [{ what: 'draft', code: ['x'] }, 422],
  [{ what: 'proposal', id: 999_999 }, 404],
  [{ what: 'record', collection: 'coverage-tiers', id: 999_999, base_premium: 1 }, 404],
  [{ what: 'record', collection: '__proto__', id: 1 }, 404],
  [{ what: 'record', collection: 'coverage-tiers', intent: 'create', tier_name: 'Standard' }, 422],
  [{ what: 'record', collection: 'coverage-tiers', intent: 'delete', id: 999_999 }, 404],
  [{ what: 'everything' }, 422],
  [{}, 422],
])('%j starts nothing', async (body, status) => {
  expect(await start(body)).toMatchObject({ status, error: expect.anything() as unknown })
  expect(await progress()).toBeNull()
})

test('visitors neither start, read nor cancel a run', async () => {
  expect((await call('POST', runs, { what: 'draft' }, '')).status).toBe(401)
  for (const path of [runs, `${runs}/1`, `${runs}-progress`])
    expect((await call('GET', path, undefined, '')).status).toBe(401)
  expect((await call('DELETE', `${runs}/1`, undefined, '')).status).toBe(401)
  expect((await call('GET', `${runs}/999999`)).status).toBe(404)
  expect((await call('GET', '/admin/underwriting/impact/999999')).status).toBe(404)
})
