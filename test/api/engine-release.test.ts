import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { engineSource } from '../support/engine'
import { admin, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

const api = '/api/admin/underwriting'
const second = { email: 'second@example.com', password: admin.password }
const folder = mkdtempSync(join(tmpdir(), 'engine-release-'))
let program: Program
let author = ''
let other = ''

/** Each start creates its admin, if there is no such account: two starts, two admins. */
beforeAll(async () => {
  const environment = { ...(await programDatabase()), DATA_DIR: folder, RELEASE_BY: 'two' }
  await (await startProgram({ ...environment, ADMIN_EMAIL: second.email })).stop()
  program = await startProgram(environment)
  author = await signIn(admin)
  other = await signIn(second)
})
afterAll(async () => {
  expect(await program.stop()).toBe(0)
  rmSync(folder, { recursive: true, force: true })
})

async function signIn(account: typeof admin) {
  const answer = await post('/api/auth/login', '', account)
  return answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
}

function post(path: string, cookie: string, fields: Record<string, string>, type = 'application/json') {
  return fetch(program.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookie, 'Content-Type': type },
    body: type === 'application/json' ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
  })
}
const decide = (id: number, cookie: string, fields: Record<string, string>) =>
  post(`/admin/underwriting/proposal/${id}`, cookie, fields, 'application/x-www-form-urlencoded')
const get = async (path: string, cookie: string) =>
  (await fetch(program.url + path, { headers: { Cookie: cookie } })).text()
const code = async () => (JSON.parse(await get(`${api}/code`, author)) as { code: string }).code

async function propose(text: string) {
  const answer = await post(`${api}/code`, author, {
    code: `${engineSource}// ${text}\n`,
    note: `Why ${text}`,
  })
  const body = (await answer.json()) as { message: string; proposed: { id: number; filename: string } }
  return { status: answer.status, ...body }
}

test('a saved code and a restored backup wait for another admin, who releases the one and rejects the other', async () => {
  const { status, message, proposed } = await propose('one')
  expect(status).toBe(202)
  expect(message).toBe('Your version was proposed. It is not in use: another admin must approve it.')
  expect(await code()).toBe(engineSource)
  for (const tab of ['code', 'code?tab=backups', 'tables', 'tests']) {
    const page = await get(`/admin/underwriting/${tab}`, other)
    for (const text of [`Proposed: ${proposed.filename}`, 'Why one', 'Administrator', '// one'])
      expect(page, tab).toContain(text)
  }

  expect((await decide(proposed.id, author, { intent: 'release' })).status).toBe(403)
  expect(await code()).toBe(engineSource)
  const released = await decide(proposed.id, other, { intent: 'release' })
  expect(released.status).toBe(303)
  expect(await code()).toBe(`${engineSource}// one\n`)
  expect((await decide(proposed.id, other, { intent: 'release' })).status).toBe(409)

  const { backups } = JSON.parse(await get(`${api}/backups`, author)) as { backups: { filename: string }[] }
  const answer = await post(`${api}/restore/${backups[0]?.filename}`, author, {})
  expect(answer.status).toBe(202)
  const { proposed: restored } = (await answer.json()) as { proposed: { id: number } }
  // Enter in the reason presses the first button: it decides nothing.
  const form = (await get(`/admin/underwriting/proposal/${restored.id}`, other)).split('decision_note')[0]
  expect(/<button(?![^]*<button)[^>]*>/.exec(form ?? '')?.[0]).toMatch(/type="submit".* disabled/)
  const silent = await decide(restored.id, other, { intent: 'reject', decision_note: '' })
  expect(silent.status).toBe(422)
  expect(await silent.text()).toContain('Say why the version is rejected')
  expect((await decide(restored.id, other, { intent: 'reject', decision_note: 'Not now' })).status).toBe(303)
  expect(await get(`/admin/underwriting/proposal/${restored.id}`, author)).toContain('Not now')
  expect(await code()).toBe(`${engineSource}// one\n`)
})

test('a proposed version is run over all quotes from its page', async () => {
  const { proposed } = await propose('two')
  expect(await get(`/admin/underwriting/proposal/${proposed.id}`, other)).toContain('Run over all quotes')
  const started = await decide(proposed.id, other, { intent: 'impact' })
  expect(started.status).toBe(303)
  const page = started.headers.get('Location') ?? ''
  expect(page).toMatch(/^\/admin\/underwriting\/impact\/\d+$/)
  await expect.poll(() => get(`${api}/impact-progress`, other)).toBe('null')
  const text = await get(page, other)
  expect(text).toContain(`The proposed version ${proposed.filename}`)
  expect(text).toContain('None of 0 quotes gets another decision.')
  expect((await decide(proposed.id, author, { intent: 'withdraw' })).status).toBe(303)
})

test('its author withdraws a proposed version, and nobody else does', async () => {
  const { proposed } = await propose('two')
  expect((await decide(proposed.id, other, { intent: 'withdraw' })).status).toBe(403)
  expect((await decide(proposed.id, author, { intent: 'withdraw' })).status).toBe(303)
  expect(await get('/admin/underwriting/code', author)).not.toContain(proposed.filename)
  expect((await decide(999_999, author, { intent: 'withdraw' })).status).toBe(404)
})
