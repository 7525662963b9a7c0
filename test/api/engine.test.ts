import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { engineSource } from '../support/engine'
import { admin, application, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

const engine = '/api/admin/underwriting'
let program: Program
let cookie = ''

beforeAll(async () => {
  program = await startProgram(await programDatabase())
  const answer = await call('POST', '/api/auth/login', admin)
  cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
})
afterEach(() => save(engineSource))
afterAll(async () => {
  expect(await program.stop()).toBe(0)
})

function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  return fetch(program.url + path, {
    method,
    headers: {
      Cookie: cookie,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}
const save = (code: unknown, more: object = {}) => call('POST', `${engine}/code`, { code, ...more })
const read = async <Body>(path: string) => (await (await call('GET', engine + path)).json()) as Body
const backups = async (query = '') =>
  (await read<{ backups: { filename: string; created: string; size: number }[] }>(`/backups${query}`)).backups
const code = async () => (await read<{ code: string }>('/code')).code
/** Another version. Few texts do: the check of one takes seconds, and the program remembers which have passed. */
const variant = (text: string) => `${engineSource}// ${text}\n`

test('the code can be read, changed, backed up and restored', async () => {
  expect(await code()).toBe(engineSource)
  const before = await backups()
  const saved = await save(variant('one'), { note: 'A remark' })
  expect(saved.status).toBe(200)
  expect(await saved.json()).toMatchObject({ success: true })
  expect(await code()).toBe(variant('one'))

  const [backup, ...older] = await backups()
  expect(older).toEqual(before)
  expect(Object.keys(backup ?? {})).toEqual(['filename', 'created', 'size'])
  expect(backup?.size).toBe(Buffer.byteLength(engineSource))
  expect(backup?.created).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(await read(`/backups/${backup?.filename}`)).toEqual({ code: engineSource })

  const restored = await call('POST', `${engine}/restore/${backup?.filename}`)
  expect(restored.status).toBe(200)
  expect(await restored.json()).toMatchObject({ success: true })
  expect(await code()).toBe(engineSource)
  expect(await backups()).toHaveLength(before.length + 2)
  const [newest, second] = await backups()
  expect(await backups('?limit=1')).toEqual([newest])
  expect((await backups('?sort=id')).at(-1)).toEqual(newest)
  expect(await backups(`?q=${second?.filename}`)).toEqual([second])
  expect((await call('GET', `${engine}/backups?limit=none`)).status).toBe(422)
  expect(await read(`/backups/${newest?.filename}`)).toEqual({ code: variant('one') })
})

test('saving the active code creates no version', async () => {
  const before = await backups()
  const answer = await save(engineSource)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ success: true, backup: null })
  expect(await backups()).toEqual(before)
})

test('a retry with the same key gets the first response, even after another save', async () => {
  const key = { 'Idempotency-Key': crypto.randomUUID() }
  const saveAgain = async (text: string) => call('POST', `${engine}/code`, { code: variant(text) }, key)
  const first = (await (await saveAgain('one')).json()) as { backup: string }
  await save(variant('two'))
  expect(await (await saveAgain('one')).json()).toEqual(first)
  expect((await saveAgain('something else')).status).toBe(409)
  expect(await code()).toBe(variant('two'))

  const restore = () => call('POST', `${engine}/restore/${first.backup}`, undefined, key)
  const restored: unknown = await (await restore()).json()
  await save(variant('two'))
  expect(await (await restore()).json()).toEqual(restored)
  expect(await code()).toBe(variant('two'))
})

test('a change based on another version is rejected', async () => {
  const { hash } = await read<{ hash: string }>('/code')
  expect((await save(variant('one'), { base: hash })).status).toBe(200)
  const late = await save(variant('two'), { base: hash })
  expect(late.status).toBe(409)
  const { error, base } = (await late.json()) as { error: string; base: string }
  expect(error).toContain('has saved another version')
  expect((await save(variant('two'), { base })).status).toBe(200)
})

test('a backup is not restored over a version that the caller has not seen', async () => {
  const { hash: base } = await read<{ hash: string }>('/code')
  await save(variant('one'))
  const [backup] = await backups()
  const late = await call('POST', `${engine}/restore/${backup?.filename}`, { base })
  // The backup has the text of the base, and another version is active.
  expect(late.status).toBe(409)
  const answer = (await late.json()) as { error: string; base: string }
  expect(answer.error).toContain('has put another version in use since you opened this backup')
  expect(await code()).toBe(variant('one'))
  const knowing = await call('POST', `${engine}/restore/${backup?.filename}`, { base: answer.base })
  expect(knowing.status).toBe(200)
  expect(await code()).toBe(engineSource)
})

test('a draft is stored, even if invalid, and never runs', async () => {
  const put = (body: object) => call('PUT', `${engine}/draft`, body)
  const { hash: base } = await read<{ hash: string }>('/code')
  expect(await (await put({ code: 'half of a', note: 'Not yet', base })).json()).toEqual({ kept: true })
  expect(await code()).toBe(engineSource)
  const page = await (await call('GET', '/admin/underwriting/code?edit=yes')).text()
  expect(page).toContain('This is your draft')
  expect(page).toMatch(/<textarea[^>]*>half of a<\/textarea>/)
  expect(page).toMatch(new RegExp(`<textarea name="base"[^>]*>${base}</textarea>`))
  expect(await (await put({ code: engineSource })).json()).toEqual({ kept: false })
  expect(await (await put({})).json()).toEqual({ kept: false })
  expect(await (await call('GET', '/admin/underwriting/code?edit=yes')).text()).not.toContain('your draft')
  const stranger = await fetch(`${program.url}${engine}/draft`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: '{"code":"mine"}',
  })
  expect(stranger.status).toBe(401)
})

describe('a code that', () => {
  test.each([
    ['is empty', '', [{ path: 'code', message: 'Cannot save empty code.' }]],
    ['is blank', '  \n', [{ path: 'code', message: 'Cannot save empty code.' }]],
    ['is an object', { a: 1 }, [{ path: 'code', message: 'Cannot save empty code.' }]],
    [
      'is longer than it may be',
      '/'.repeat(256 * 1024 + 1),
      [{ path: 'code', message: 'The code is too long: at most 256 KB can be saved' }],
    ],
    [
      'holds half of a character',
      '// \ud800',
      [{ path: 'code', message: 'Line 1, column 4: half of a character cannot be saved' }],
    ],
    [
      'does not parse',
      'function underwrite(input) {\n  return ;;)\n}',
      /^Line (2), column (12): unexpected token/,
    ],
    ['loops for ever', 'function underwrite(input) {\n  for (;;) {}\n}', /^Line (1), column (1): .*too long/],
    ['gives no result', 'function underwrite(input) {\n  return {}\n}', /^Line (1), column (1): .*not valid/],
  ])('%s is rejected, and nothing changes', async (_, source, error) => {
    const before = await backups()
    const answer = await save(source)
    expect(answer.status).toBe(422)
    const body = (await answer.json()) as { error: unknown }
    if (error instanceof RegExp) {
      const [, line, column] = error.exec(String(body.error)) ?? []
      expect(body).toEqual({ error: expect.any(String), line: Number(line), column: Number(column) })
    } else expect(body).toEqual({ error })
    expect(await code()).toBe(engineSource)
    expect(await backups()).toEqual(before)
  })

  test('only harms itself: the site serves other requests', async () => {
    const bombs = [
      'function underwrite() { while (true) {} }',
      'function underwrite() { return new Array(1e9) + "" }',
      'function underwrite() { var t = "x"; while (true) t += t }',
      'function underwrite() { return underwrite() }',
    ]
    let refused = 0
    const saving = Promise.all(
      bombs.map(async (bomb) => {
        expect((await save(bomb)).status).toBe(422)
        refused += 1
      }),
    )
    let answered = 0
    do {
      expect((await call('GET', '/faq')).status).toBe(200)
      answered += 1
    } while (refused < bombs.length)
    await saving
    expect(answered).toBeGreaterThan(3)
    const { id } = (await (await call('POST', '/api/quote-submissions', application)).json()) as {
      id: number
    }
    const run = async () => (await call('POST', `${engine}/quote`, { quote_id: id })).status
    await expect.poll(run).toBe(201)
  })
})

test.each([
  ['nothing.js', 404],
  ["x'%20or%201=1", 404],
  ['x'.repeat(3000), 404],
  ['%F0%9F%92%A3', 404],
  ['__proto__', 404],
  // The server rejects paths that no file of the site can have.
  ['..%2F..%2Fetc%2Fpasswd', 400],
  ['..%5C..%5Csecret', 400],
  ['engine%00.js', 400],
])('the backup %s does not exist', async (filename, status) => {
  for (const [method, path] of [
    ['GET', 'backups'],
    ['POST', 'restore'],
  ] as const) {
    const answer = await call(method, `${engine}/${path}/${filename}`)
    expect(answer.status).toBe(status)
    if (status === 404) expect(Object.keys((await answer.json()) as object)).toEqual(['error'])
  }
})

test('other methods are rejected', async () => {
  for (const [method, path, allow] of [
    ['PUT', '/code', 'GET, HEAD, POST'],
    ['POST', '/backups', 'GET, HEAD'],
    ['DELETE', '/backups/x.js', 'GET, HEAD'],
    ['GET', '/restore/x.js', 'POST'],
  ] as const) {
    const answer = await call(method, engine + path, method === 'GET' ? undefined : {})
    expect([path, answer.status, answer.headers.get('Allow')]).toEqual([path, 405, allow])
  }
})
