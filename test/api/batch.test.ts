import { afterAll, beforeAll, expect, test } from 'vitest'

import { admin, application, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

const calls = '/api/admin/underwriting/batch'
/** As many as a run takes: one that is cancelled at once has not ended yet. */
const missing = Array.from({ length: 5000 }, (_, index) => 900_000 + index)
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

function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  return fetch(program.url + path, {
    method,
    headers: { Cookie: cookie, ...(body ? { 'Content-Type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

async function start(quotes: unknown, headers: Record<string, string> = {}) {
  const answer = await call('POST', calls, { quotes }, headers)
  expect(answer.status).toBe(202)
  return ((await answer.json()) as { id: number }).id
}
const read = async (id: number) => (await call('GET', `${calls}/${id}`)).json() as Promise<{ status: string }>
const ended = (id: number) =>
  expect.poll(async () => (await read(id)).status, { timeout: 30_000 }).not.toBe('running')

test('a run is started once for a key, read, and listed', async () => {
  const quote = (await (await call('POST', '/api/quote-submissions', application)).json()) as { id: number }
  const key = { 'Idempotency-Key': crypto.randomUUID() }
  const id = await start([quote.id, 999_999], key)
  expect(await start([quote.id, 999_999], key)).toBe(id)
  await ended(id)
  const run = await read(id)
  expect(run).toMatchObject({ id, status: 'done', count: 2, result: { failed: 1 } })
  expect(run).toMatchObject({ result: { failures: [{ quote: 999_999 }] } })
  expect(await (await call('GET', calls)).json()).toMatchObject([{ id, count: 2, status: 'done' }])
})

test('a second run waits for the first, which is cancelled once', async () => {
  const id = await start(missing)
  expect((await call('POST', calls, { quotes: [1] })).status).toBe(409)
  expect((await call('DELETE', `${calls}/${id}`)).status).toBe(200)
  expect((await call('DELETE', `${calls}/${id}`)).status).toBe(409)
  expect(await read(id)).toMatchObject({ status: 'cancelled' })
})

test.each<[string, unknown]>([
  ['none', []],
  ['zero', [0]],
  ['a negative one', [-1]],
  ['a fraction', [1.5]],
  ['text', ['1']],
  ['more than the database holds', [2 ** 31]],
  ['null', [null]],
  ['no array', '1'],
  ['an object', { 0: 1 }],
  ['too many', [...missing, 1]],
])('refuses ids: %s', async (_name, quotes) => {
  const answer = await call('POST', calls, { quotes })
  expect(answer.status).toBe(422)
  expect(await answer.text()).toContain('Enter 1 to 5,000 ids of quotes')
})

test('refuses who is no admin, and runs that do not exist', async () => {
  for (const [method, path] of [
    ['GET', calls],
    ['POST', calls],
    ['GET', `${calls}/1`],
    ['DELETE', `${calls}/1`],
  ] as const)
    expect((await call(method, path, undefined, { Cookie: '' })).status).toBe(401)
  for (const id of ['999999', '0', 'x'])
    for (const method of ['GET', 'DELETE']) expect((await call(method, `${calls}/${id}`)).status).toBe(404)
})

test('results whose price is made from what was changed since are run again together from the work', async () => {
  const work = async () => (await call('GET', '/admin/work')).text()
  const employers = '/api/admin/underwriting/employer-risks'
  const employer = { employer_name: 'Kestrel Works', industry: 'Information', layoff_frequency: 1 }
  const { id: row } = (await (await call('POST', employers, employer)).json()) as { id: number }
  const ids = await Promise.all(
    [1, 2].map(async () => {
      const sent = await call('POST', '/api/quote-submissions', {
        ...application,
        employer_name: employer.employer_name,
        industry: employer.industry,
      })
      return ((await sent.json()) as { id: number }).id
    }),
  )
  await ended(await start(ids))
  expect(await work()).not.toMatch(/Run \d+ again/)
  const change = { ...employer, layoff_frequency: 3 }
  expect((await call('PUT', `${employers}/${row}`, change)).status).toBe(200)
  expect(await work()).toContain('Run 2 again')

  const quotes = /name="quotes" value="([\d,]+)"/.exec(await work())?.[1] ?? ''
  expect(quotes.split(',').map(Number).toSorted()).toEqual(ids.toSorted())
  const again = await fetch(`${program.url}/admin/work`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookie },
    body: new URLSearchParams({ intent: 'again', quotes: `${quotes},x,-1,0` }),
  })
  const [, run] = /\/batch\/(\d+)$/.exec(again.headers.get('Location') ?? '') ?? []
  await ended(Number(run))
  expect(await read(Number(run))).toMatchObject({ status: 'done', count: 2 })
  expect(await work()).not.toMatch(/Run \d+ again/)
})
