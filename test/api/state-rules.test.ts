import { afterAll, beforeAll, expect, test } from 'vitest'

import { admin, application, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

const rules = '/api/admin/underwriting/state-rules'
const fairness = '/api/admin/underwriting/fairness'
const rule = { state: 'CA', factor: 'credit_score', source: 'Example Code 1' }
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

function call(method: string, path: string, body?: object, caller = cookie) {
  return fetch(program.url + path, {
    method,
    redirect: 'manual',
    headers: { Cookie: caller, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
}

test('a rule is added, changed and deleted by calls, and the next run obeys it', async () => {
  const added = await call('POST', rules, rule)
  expect(added.status).toBe(201)
  const { id } = (await added.json()) as { id: number }
  expect((await call('POST', rules, rule)).status).toBe(409)
  const wrong = await call('POST', rules, { ...rule, state: 'ZZ', source: '' })
  expect(wrong.status).toBe(422)
  expect(JSON.stringify(await wrong.json())).toContain('Choose a state')

  const sent = await call('POST', '/api/quote-submissions', { ...application, region_state: 'CA' })
  const quote = (await sent.json()) as { id: number }
  const run = await call('POST', '/api/admin/underwriting/quote', { quote_id: quote.id })
  expect(run.status).toBe(201)
  expect(await run.text()).toContain('Not rated in this state')

  const changed = await call('PUT', `${rules}/${id}`, { ...rule, note: 'Asked counsel' })
  expect(await changed.json()).toMatchObject({ id, note: 'Asked counsel' })
  expect(await (await call('GET', rules)).json()).toMatchObject([{ id, changed_by: admin.email }])
  expect((await call('DELETE', `${rules}/${id}`)).status).toBe(200)
  expect((await call('DELETE', `${rules}/${id}`)).status).toBe(404)
  expect((await call('GET', `${rules}/${id}`)).status).toBe(404)
})

test('others see neither rules nor fairness', async () => {
  for (const path of [rules, fairness]) expect((await call('GET', path, undefined, '')).status).toBe(401)
  expect((await call('POST', rules, rule, '')).status).toBe(401)
  expect((await call('GET', '/admin/underwriting/fairness/export', undefined, '')).status).toBe(302)
})

test('the fairness of the population is answered as JSON and as a file', async () => {
  const answer = await call('GET', `${fairness}?of=population`)
  expect(answer.status).toBe(200)
  const report = (await answer.json()) as { of: string; people: number; minPeople: number; groups: object[] }
  expect(report).toMatchObject({ of: 'population', people: 2000, minPeople: 30 })
  const file = await call('GET', '/admin/underwriting/fairness/export?of=population')
  expect(file.headers.get('Content-Disposition')).toContain('fairness-population-')
  expect((await file.text()).trim().split('\n')).toHaveLength(report.groups.length + 1)
})
