import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Db } from '../../db/schema'
import { openDatabase } from '~/db.server'

import { engineSource } from '../support/engine'
import { admin, application, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

/* A challenger beside the live engine, through the built program's pages and calls. */

const api = '/api/admin/underwriting'
const page = '/admin/underwriting/challenger'
let program: Program
let db: Db
let cookie = ''
/** The version that was replaced, and is a challenger. */
let earlier = 0

beforeAll(async () => {
  const database = await programDatabase()
  program = await startProgram(database)
  db = await openDatabase({ url: database.DATABASE_URL ?? '' })
  const login = await call('POST', '/api/auth/login', admin)
  cookie = login.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const saved = await call('POST', `${api}/code`, { code: `${engineSource}// another\n` })
  expect(saved.status).toBe(200)
  const { id } = await db
    .selectFrom('engine_versions')
    .select('id')
    .where('interface', '=', 2)
    .where('active', '=', false)
    .executeTakeFirstOrThrow()
  earlier = id
  for (let index = 0; index < 3; index += 1)
    expect((await call('POST', '/api/quote-submissions', application)).status).toBe(201)
})
afterAll(async () => {
  await db.destroy()
  expect(await program.stop()).toBe(0)
})

function call(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = { Cookie: cookie },
) {
  return fetch(program.url + path, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}
const submit = (fields: Record<string, string>) =>
  fetch(program.url + page, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookie },
    body: new URLSearchParams(fields),
  })
type State = {
  challenger: { id: number; engine_version_id: number } | null
  comparison: { counts: { runs: number; same: number; failures: number } } | null
}
const read = async (query = '') => (await (await call('GET', `${api}/challenger${query}`)).json()) as State
const run = async (quote_id: number) =>
  expect((await call('POST', `${api}/quote`, { quote_id })).status).toBe(201)

test('a call names a challenger, new runs are compared, and a call ends it', async () => {
  expect(await read()).toEqual({ challenger: null, comparison: null })
  await run(1)
  const wrong = await call('POST', `${api}/challenger`, { version: 'x' })
  expect(wrong.status).toBe(422)
  expect(((await wrong.json()) as { error: { path: string }[] }).error.map(({ path }) => path)).toEqual([
    'version',
    'reason',
  ])
  const key = { Cookie: cookie, 'Idempotency-Key': crypto.randomUUID() }
  const fields = { version: earlier, reason: 'To see what it would give' }
  const named = await call('POST', `${api}/challenger`, fields, key)
  expect(named.status).toBe(201)
  expect(await (await call('POST', `${api}/challenger`, fields, key)).json()).toEqual(await named.json())
  expect((await call('POST', `${api}/challenger`, fields)).status).toBe(409)

  await run(2)
  await expect.poll(async () => (await read()).comparison?.counts.runs).toBe(1)
  const { challenger, comparison } = await read()
  expect(challenger).toMatchObject({ engine_version_id: earlier, reason: 'To see what it would give' })
  expect(comparison).toMatchObject({ counts: { runs: 1, same: 1, failures: 0, decisions: 0 } })
  const { results, nextCursor } = (await (await call('GET', `${api}/challenger/results`)).json()) as {
    results: object[]
    nextCursor: number | null
  }
  expect({ results, nextCursor }).toMatchObject({
    results: [
      {
        quote_submission_id: 2,
        decision: 'approved',
        change: 0,
        details: { factors: expect.any(Array) as [] },
      },
    ],
    nextCursor: null,
  })

  // Nobody else sees it: neither the lists of results nor the record of the application.
  const listed = (await (await call('GET', `${api}/results`)).json()) as { quote_submission_id: number }[]
  expect(listed.map(({ quote_submission_id }) => quote_submission_id)).toEqual([2, 1])

  expect((await call('DELETE', `${api}/challenger`, { challenger: challenger?.id, reason: '' })).status).toBe(
    422,
  )
  const end = { challenger: challenger?.id, reason: 'Seen enough' }
  expect((await call('DELETE', `${api}/challenger`, end)).status).toBe(200)
  expect((await call('DELETE', `${api}/challenger`, end)).status).toBe(409)
  await run(3)
  expect((await read()).challenger).toBeNull()
  expect((await read(`?version=${earlier}`)).comparison?.counts.runs).toBe(1)
})

test('the page does the same with plain forms, and shows what is wrong', async () => {
  const wrong = await submit({ intent: 'name', version: String(earlier), reason: '' })
  expect(wrong.status).toBe(422)
  const text = await wrong.text()
  expect(text).toContain('Say why this version runs beside the live one')
  expect(text).toMatch(new RegExp(`<option value="${earlier}" selected`))

  expect((await submit({ intent: 'name', version: String(earlier), reason: 'Again' })).status).toBe(303)
  const { challenger } = await read()
  await run(3)
  await expect.poll(async () => (await read()).comparison?.counts.runs).toBe(2)
  const shown = await (await call('GET', page)).text()
  for (const words of [
    'Challenger: engine-',
    'Again',
    'Decisions that differ: 0',
    'All runs',
    'Q-3',
    'Ann Doe',
  ])
    expect(shown).toContain(words)
  const silent = await submit({ intent: 'end', challenger: String(challenger?.id), reason: '' })
  expect(silent.status).toBe(422)
  expect(await silent.text()).toContain('Say why the challenger ends')
  expect((await submit({ intent: 'end', challenger: String(challenger?.id), reason: 'Done' })).status).toBe(
    303,
  )
  expect((await submit({ intent: 'end', challenger: String(challenger?.id), reason: 'Done' })).status).toBe(
    409,
  )
  const audit = await (await call('GET', '/admin/audit?entity=challenger')).text()
  for (const words of ['Seen enough', 'Done']) expect(audit).toContain(words)
})

test('a challenger that loops neither delays nor changes the live answer', async () => {
  const loop = 'function underwrite() { for (;;); }'
  const { id } = await db
    .insertInto('engine_versions')
    .values({
      source: loop,
      hash: 'e'.repeat(64),
      filename: 'engine-loop.js',
      size: loop.length,
      interface: 2,
      tables: '{}',
      tests: '[]',
      state: 'proposed',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await call('POST', `${api}/challenger`, { version: id, reason: 'A mistake' })).status).toBe(201)
  for (let index = 0; index < 6; index += 1) {
    const started = performance.now()
    await run(1)
    expect(performance.now() - started).toBeLessThan(1000)
  }
  await expect
    .poll(async () => (await read()).challenger)
    .toMatchObject({ failures: 5, stopped_at: expect.any(String) as string })
  const shown = await (await call('GET', page)).text()
  expect(shown).toContain('It failed 5 times in a row')
  expect(shown).toMatch(/Failed: .*(?:too long|stopped)/)
  expect((await read()).comparison?.counts).toMatchObject({ runs: 5, failures: 5 })
})

test('the page of several versions has each id once, and shows the version that is asked for', async () => {
  const { challenger } = await read()
  const end = { challenger: challenger?.id, reason: 'It loops' }
  expect((await call('DELETE', `${api}/challenger`, end)).status).toBe(200)
  const newest = await (await call('GET', page)).text()
  expect(newest).toContain('5 runs of engine-loop.js')
  const shown = await (await call('GET', `${page}?version=${earlier}`)).text()
  expect(shown).toContain('2 runs of engine-')
  const ids = [...shown.matchAll(/<[^>]* id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids).toEqual([...new Set(ids)])
})

test('others are refused, and a version that was never a challenger is not found', async () => {
  for (const [method, path] of [
    ['GET', '/challenger'],
    ['POST', '/challenger'],
    ['DELETE', '/challenger'],
    ['GET', '/challenger/results'],
  ] as const)
    expect((await call(method, api + path, method === 'GET' ? undefined : {}, {})).status).toBe(401)
  expect((await call('GET', page, undefined, {})).status).toBe(302)
  expect((await call('GET', `${page}?version=999999`)).status).toBe(404)
  expect((await call('GET', `${api}/challenger?version=x`)).status).toBe(422)
})
