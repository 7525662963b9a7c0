import { readFileSync } from 'node:fs'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { admin, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

const path = '/api/admin/underwriting/import'
const header = 'industry_name,avg_layoff_frequency,industry_unemp_rate,risk_level'
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

const post = (body?: BodyInit, headers: Record<string, string> = {}, to = path) =>
  fetch(program.url + to, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookie, ...headers },
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  })
const get = (to: string) => fetch(program.url + to, { headers: { Cookie: cookie } })
const json = { 'Content-Type': 'application/json' }

function formOf(files: Record<string, [name: string, text: string]>, fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [name, [filename, text]] of Object.entries(files))
    form.append(name, new Blob([text], { type: 'text/csv' }), filename)
  return form
}

type Answer = Record<string, unknown> & { results: Record<string, unknown>[] }
const read = async (answer: Response) => (await answer.json()) as Answer

describe('the API', () => {
  test.each<[string, BodyInit | undefined, Record<string, string>]>([
    ['no body', undefined, {}],
    ['an empty object', '{}', json],
    ['the id of its caller', '{"user_id":1}', json],
    ['a form', 'user_id=1', { 'Content-Type': 'application/x-www-form-urlencoded' }],
  ])('with %s imports the bundled files', async (_, body, headers) => {
    const answer = await post(body, headers)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(await read(answer)).toEqual({
      success: true,
      partialSuccess: false,
      message: 'All tables were imported.',
      results: [
        { table: 'Coverage tiers', success: true, message: '5 rows imported', count: 5 },
        { table: 'Synergy data', success: true, message: '48 rows imported', count: 48 },
        { table: 'Employer risks', success: true, message: '63 rows imported', count: 63 },
        { table: 'Industry fallbacks', success: true, message: '14 rows imported', count: 14 },
        { table: 'Industry gender stats', success: true, message: '14 rows imported', count: 14 },
      ],
      totalImported: 144,
      totalSuccess: 5,
      totalFailed: 0,
    })
  })

  test('reports the tables that failed, or that all did', async () => {
    const bad: [string, string] = ['bad.csv', `${header}\nDiving,many,2,Low\n`]
    const ticked = ['coverage-tiers', 'employer-risks', 'industry-genders', 'synergy-data']
    const bundled = Object.fromEntries(ticked.map((slug) => [`bundled-${slug}`, 'on']))
    const some = await post(formOf({ 'industry-fallbacks': bad }, bundled))
    expect(some.status).toBe(207)
    expect(await read(some)).toMatchObject({
      success: false,
      partialSuccess: true,
      totalSuccess: 4,
      totalFailed: 1,
      totalImported: 130,
    })
    const all = await post(formOf({ 'industry-fallbacks': bad }))
    expect(all.status).toBe(422)
    expect(await read(all)).toMatchObject({
      success: false,
      partialSuccess: false,
      error: [{ path: 'Industry fallbacks', message: expect.stringContaining('1 fault') as string }],
      results: [
        {
          table: 'Industry fallbacks',
          success: false,
          count: 0,
          badRows: [
            {
              line: 2,
              column: 'avg_layoff_frequency',
              value: 'many',
              reason: expect.stringContaining('must be') as string,
            },
          ],
        },
      ],
    })
  })

  test.each<[string, number, BodyInit, Record<string, string>]>([
    ['another admin’s id', 403, '{"user_id":999}', json],
    ['plain text', 415, 'import', { 'Content-Type': 'text/plain' }],
    ['malformed JSON', 400, '{', json],
    ['a list', 422, '[]', json],
    [
      'a form cut off',
      400,
      '--x\r\nContent-Disposition: form-data; name="a',
      { 'Content-Type': 'multipart/form-data; boundary=x' },
    ],
    ['no boundary', 400, 'x', { 'Content-Type': 'multipart/form-data' }],
  ])('with %s is rejected with %i', async (_, status, body, headers) => {
    const answer = await post(body, headers)
    expect(answer.status).toBe(status)
    expect(Object.keys(await read(answer))).toEqual(['error'])
  })

  test.each<[string, Parameters<typeof formOf>, object[]]>([
    [
      'of another name',
      [{ 'coverage-tiers': ['tiers.xlsx', 'x'] }],
      [{ path: 'coverage-tiers', message: 'Choose a CSV file. Its name ends in .csv' }],
    ],
    [
      'for no table',
      [{ users: ['users.csv', 'x'] }],
      [{ path: 'users', message: 'No table takes this file' }],
    ],
    [
      'that are missing',
      [{}, { only_uploaded: 'yes' }],
      [{ path: 'only_uploaded', message: 'Choose at least one file, or import the bundled files' }],
    ],
  ])('with files %s is rejected with a message', async (_, parts, error) => {
    const answer = await post(formOf(...parts))
    expect(answer.status).toBe(422)
    expect(await answer.json()).toEqual({ error })
  })

  test('only supports POST', async () => {
    const answer = await get(path)
    expect(answer.status).toBe(405)
    expect(answer.headers.get('Allow')).toBe('POST')
  })
})

describe('a retry', () => {
  const own = (text: string) =>
    formOf({ 'industry-fallbacks': ['own.csv', `${header}\n${text}\n`] }, { only_uploaded: 'yes' })
  const keyed = (key: string, body: BodyInit) => post(body, { 'Idempotency-Key': key })
  const latest = async () => /run=(\d+)/.exec(await (await get('/admin/run-import')).text())?.[1]

  test('with the same key and files gets the first response and imports nothing again', async () => {
    const answers = await Promise.all([
      keyed('twice', own('Diving,1,2,Low')),
      keyed('twice', own('Diving,1,2,Low')),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [first, second] = await Promise.all(answers.map(read))
    expect(first).toMatchObject({ totalImported: 1 })
    expect(second).toEqual(first)
    const run = await latest()
    expect(await read(await keyed('twice', own('Diving,1,2,Low')))).toEqual(first)
    expect(await latest()).toBe(run)
  })

  test('with the key of other files is rejected, and so is an invalid key', async () => {
    expect((await keyed('other', own('Diving,1,2,Low'))).status).toBe(200)
    expect((await keyed('other', own('Flying,1,2,Low'))).status).toBe(409)
    expect((await keyed('x'.repeat(300), own('Flying,1,2,Low'))).status).toBe(400)
  })

  test('of the page’s form leads to the same outcome', async () => {
    const fields = { intent: 'import', only_uploaded: 'yes', idempotency_key: 'a-key-of-a-form' }
    const send = async (text: string) => {
      const file: [string, string] = ['own.csv', `${header}\n${text}\n`]
      const answer = await post(formOf({ 'industry-fallbacks': file }, fields), {}, '/admin/run-import')
      expect(answer.status).toBe(303)
      return answer.headers.get('Location')
    }
    const [first, second] = await Promise.all([send('Diving,1,2,Low'), send('Diving,1,2,Low')])
    expect(second).toBe(first)
    expect(await send('Flying,1,2,Low')).not.toBe(first) // another choice is another import
    expect((await post()).status).toBe(200)
  })
})

describe('a large file', () => {
  test('is imported completely, and its progress is reported', async () => {
    const [head = '', month = ''] = readFileSync('db/reference/simulation_results.csv', 'utf8').split('\n')
    const text = `${head}\n${`${month}\n`.repeat(20_000)}`
    const answer = await post(formOf({ 'synergy-data': ['months.csv', text] }, { only_uploaded: 'yes' }))
    expect(await read(answer)).toMatchObject({ success: true, totalImported: 20_000 })
    expect(await (await get('/api/admin/underwriting/import-progress')).json()).toBe(null)
    expect((await post()).status).toBe(200)
  })

  test('beyond the limit is rejected, with or without a Content-Length', async () => {
    const part = Buffer.alloc(1024 * 1024, 'x')
    const start = '--x\r\nContent-Disposition: form-data; name="synergy-data"; filename="a.csv"\r\n\r\n'
    let sent = 0
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(sent === 0 ? Buffer.from(start) : part)
        sent += 1
        if (sent > 300) controller.close()
      },
    })
    const answer = await post(stream, { 'Content-Type': 'multipart/form-data; boundary=x' }).catch(() => null)
    if (answer) expect(answer.status).toBe(413)
    expect(sent).toBeLessThan(200)
    expect((await fetch(`${program.url}/healthz`)).status).toBe(200)
  })
})

describe('the page', () => {
  test('redirects to the outcome, and the changes are visible immediately', async () => {
    const tiers = readFileSync('db/reference/coverage_tier_config.csv', 'utf8').replace(
      'Standard,35,',
      'Standard,36,',
    )
    const before = await (await fetch(`${program.url}/coverage-tiers`)).text()
    const answer = await post(
      formOf({ 'coverage-tiers': ['my <tiers>.csv', tiers] }, { intent: 'import', only_uploaded: 'yes' }),
      {},
      '/admin/run-import',
    )
    expect(answer.status).toBe(303)
    const location = answer.headers.get('Location') ?? ''
    expect(location).toMatch(/^\/admin\/run-import\?run=\d+$/)
    const page = await (await get(location)).text()
    expect(page).toContain('Import Successful')
    expect(page).toContain('my &lt;tiers&gt;.csv')
    const after = await (await fetch(`${program.url}/coverage-tiers`)).text()
    expect(before).not.toContain('$36')
    expect(after).toContain('$36')
  })

  test('accepts the form of the underwriting page', async () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expect((await post('intent=import', form, '/admin/run-import')).status).toBe(303)
  })

  test.each([
    '?run=999999',
    '?run=x',
    '/bad-rows/1/users',
    '/bad-rows/abc/coverage-tiers',
    '/bad-rows/999999/coverage-tiers',
  ])('has nothing at %s', async (rest) => {
    expect((await get(`/admin/run-import${rest}`)).status).toBe(404)
  })
})

test('a table that has changed since its preview, or since the question of an undo, is not overwritten unasked', async () => {
  const path = '/api/admin/underwriting/industry-fallbacks'
  const call = async (method: string, to: string, body: object) => {
    const headers = { Cookie: cookie, ...json }
    const answer = await fetch(program.url + to, { method, headers, body: JSON.stringify(body) })
    expect(answer.ok).toBe(true)
    return (await answer.json()) as { id: number }
  }
  const send = async (fields: Record<string, string>) => {
    const answer = await post(new URLSearchParams(fields), {}, '/admin/run-import')
    expect(answer.status).toBe(303)
    return answer.headers.get('Location') ?? ''
  }
  const page = async (to: string) => (await get(to)).text()
  expect((await post()).status).toBe(200)
  const { id } = await call('POST', path, { industry_name: 'Diving', risk_level: 'Low' })
  const rowOf = async () =>
    ((await (await get(path)).json()) as { id: number }[]).find((row) => row.id === id)

  const checked = await send({ intent: 'preview', 'bundled-industry-fallbacks': 'yes' })
  const preview = checked.replace(/\D/g, '')
  await call('PUT', `${path}/${id}`, { risk_level: 'High' })
  const pressed = { intent: 'import-checked', preview, idempotency_key: 'the-key-of-the-page' }
  const again = await send(pressed)
  expect(again).not.toBe(checked)
  expect(await send(pressed)).toBe(again) // of a double click
  expect(await rowOf()).toMatchObject({ risk_level: 'High' })
  const shown = await page(again)
  expect(shown).toContain('Nothing was imported')
  expect(shown).toContain(`Changed since preview ${preview}: Industry fallbacks.`)
  expect(shown).toContain('Import these files')

  const imported = await send({ intent: 'import-checked', preview: again.replace(/\D/g, '') })
  expect(await rowOf()).toBeUndefined()
  const undo = { intent: 'undo', run: imported.replace(/\D/g, ''), anyway: '' }
  const { id: taken } = await call('POST', path, { industry_name: 'diving', risk_level: 'Odd' })
  expect(await send(undo)).toBe('/admin/run-import/undo')
  const question = await page('/admin/run-import/undo')
  expect(question).toContain('Industry fallbacks: diving (added)')
  const anyway = /name="anyway" value="([0-9a-f]{64})"/.exec(question)?.[1] ?? ''
  await call('PUT', `${path}/${taken}`, { risk_level: 'Odder' })
  expect(await send({ ...undo, anyway })).toBe('/admin/run-import/undo')
  expect(await rowOf()).toBeUndefined()
  const newer = /name="anyway" value="([^"]+)"/.exec(await page('/admin/run-import/undo'))?.[1] ?? ''
  expect(await send({ ...undo, anyway: newer })).toMatch(/run=\d+$/)
  expect(await rowOf()).toMatchObject({ risk_level: 'High' })
  expect((await post()).status).toBe(200)
})

test('a preview of the tables as they are says that nothing would change, and offers no import', async () => {
  expect((await post()).status).toBe(200)
  const fields = { intent: 'preview', 'bundled-industry-genders': 'yes' }
  const preview = await post(new URLSearchParams(fields), {}, '/admin/run-import')
  const shown = await (await get(preview.headers.get('Location') ?? '')).text()
  expect(shown).toContain('Nothing would change')
  expect(shown).toContain('1 table is as in the file')
  expect(shown).not.toContain('Import these files')
  expect(shown).not.toContain('Undo the last import') // it has changed nothing
  expect(await (await get('/admin/run-import')).text()).not.toContain('wait to be imported')
})
