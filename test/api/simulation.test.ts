import { afterAll, beforeAll, expect, test } from 'vitest'

import { admin, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

const page = '/admin/underwriting/simulation'
const progress = '/api/admin/underwriting/simulation-progress'
const fields = { intent: 'start', scenario: '2020', months: '12', paths: '100', members: '500', reserve: '250000', start: '2027-01', seed: '3' } // prettier-ignore
let program: Program
let cookie = ''

beforeAll(async () => {
  program = await startProgram(await programDatabase())
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

const get = (path: string, headers: Record<string, string> = { Cookie: cookie }) =>
  fetch(program.url + path, { headers, redirect: 'manual' })
const post = (more: Record<string, string> = {}, headers: Record<string, string> = { Cookie: cookie }) =>
  fetch(program.url + page, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams({ ...fields, ...more }),
  })
const ended = () => expect.poll(async () => (await get(progress)).json()).toBeNull()

test('a run gives months that the import takes as they are', async () => {
  const started = await post()
  expect(started.status).toBe(303)
  const location = started.headers.get('Location') ?? ''
  const [, id = ''] = /\?run=(\d+)$/.exec(location) ?? []
  await ended()
  expect(await (await get(location)).text()).toContain('Download the months as CSV')

  const file = await get(`${page}/${id}/months`)
  expect(file.status).toBe(200)
  expect(file.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  expect(file.headers.get('Content-Disposition')).toContain(`filename="simulation-${id}-2020.csv"`)
  const form = new FormData()
  form.append('synergy-data', new Blob([await file.text()], { type: 'text/csv' }), 'months.csv')
  const imported = await fetch(`${program.url}/api/admin/underwriting/import`, {
    method: 'POST',
    headers: { Cookie: cookie },
    body: form,
  })
  expect(await imported.json()).toMatchObject({
    success: true,
    results: [{ table: 'Synergy data', success: true, count: 12 }],
  })
  expect(await (await get('/admin/underwriting/charts')).text()).toContain('Scenario “2020”')
})

test('the process answers while a run of five thousand paths is under way, and cancels it', async () => {
  const started = await post({ paths: '5000', months: '120', members: '100000' })
  const id = /\?run=(\d+)$/.exec(started.headers.get('Location') ?? '')?.[1]
  expect(await (await get(progress)).json()).toEqual({ run: Number(id), share: expect.any(Number) as number })
  const busy = await post()
  expect(busy.status).toBe(409)
  expect(await busy.text()).toContain('Another simulation is under way.')
  const cancelled = await post({ intent: 'cancel', run: String(id) })
  expect(cancelled.headers.get('Location')).toBe(page)
  expect(await (await get(progress)).json()).toBeNull()
  expect((await get(`${page}/${id}/months`)).status).toBe(404)
})

test('wrong fields are named, and start nothing', async () => {
  const answer = await post({ months: '1000', start: 'May' })
  expect(answer.status).toBe(422)
  const text = await answer.text()
  expect(text).toContain('Months must be a whole number from 6 to 120')
  expect(text).toContain('Start month must be a month such as 2026-01')
  expect(await (await get(progress)).json()).toBeNull()
})

test('visitors can neither start a run nor see one', async () => {
  expect((await post({}, {})).headers.get('Location')).toMatch(/^\/login/)
  expect((await get(page, {})).headers.get('Location')).toMatch(/^\/login/)
  expect((await get(`${page}/1/months`, {})).headers.get('Location')).toMatch(/^\/login/)
  expect((await get(progress, {})).status).toBe(401)
})

test.each(['99999', 'x', '0'])('a run %s that does not exist is not found', async (id) => {
  expect((await get(`${page}?run=${id}`)).status).toBe(404)
  expect((await get(`${page}/${id}/months`)).status).toBe(404)
})
