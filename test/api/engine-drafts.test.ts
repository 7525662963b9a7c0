import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openDatabase } from '~/db.server'

import { engineSource } from '../support/engine'
import { admin, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

/* Input that is sent after the session has expired. */

const page = '/admin/underwriting/code'
const route = encodeURIComponent('routes/admin+/underwriting+/code/route')
let environment: Record<string, string>
let program: Program
let cookie = ''

beforeAll(async () => {
  environment = await programDatabase()
  program = await startProgram(environment)
})
afterAll(() => program.stop())

async function signIn() {
  const answer = await fetch(`${program.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(admin),
  })
  cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
}

/** Moves the last activity of every session into the past. */
async function later(minutes: number) {
  const db = await openDatabase({ url: environment.DATABASE_URL })
  await sql`update sessions set last_seen_at = last_seen_at - ${`${minutes} minutes`}::interval`.execute(db)
  await db.destroy()
}

const get = async (path: string) =>
  (await fetch(program.url + path, { headers: { Cookie: cookie }, redirect: 'manual' })).text()

function post(fields: Record<string, string>, { path = page, headers = {} } = {}) {
  return fetch(program.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookie, ...headers },
    body: new URLSearchParams(fields),
  })
}

const wayBack = `/login?redirectTo=${encodeURIComponent(`${page}?edit=yes`)}`
const draft = (text: string) => ({ intent: 'save', code: `${engineSource}// ${text}\n`, note: `Of ${text}` })

describe('a draft that is sent when the session has just expired', () => {
  test.each([
    ['natively', page, 303],
    ['by a script', `${page}?edit=yes&_data=${route}`, 204],
  ])('%s is restored after the next login', async (how, path, status) => {
    await signIn()
    await later(31)
    const answer = await post(draft(how), { path })
    expect(answer.status).toBe(status)
    expect(answer.headers.get(status === 204 ? 'X-Remix-Redirect' : 'Location')).toBe(wayBack)
    // It is not shown without a login.
    expect(await get(`${page}?edit=yes`)).not.toContain(how)
    expect(await get(`${page}?edit=yes&_data=${route}`)).not.toContain(how)

    await signIn()
    const editor = await get(`${page}?edit=yes`)
    expect(editor).toContain('This is your draft')
    expect(editor).toContain(`// ${how}\n</textarea>`)
    expect(editor).toContain(`value="Of ${how}"`)
    const { code } = JSON.parse(await get('/api/admin/underwriting/code')) as { code: string }
    expect(code).toBe(engineSource)
    await post({ intent: 'cancel' })
    expect(await get(page)).not.toContain('You have a draft')
  })

  test('is not stored from another site, nor for a session that was ended or expired long ago', async () => {
    const loginUrl = '/login?redirectTo=%2Fadmin%2Fsubmissions'
    await signIn()
    await later(31)
    const foreign = await post(draft('foreign'), { headers: { Origin: 'https://evil.example' } })
    expect(foreign.status).toBe(403)
    await later(13 * 60)
    expect((await post(draft('stale'))).headers.get('Location')).toBe(loginUrl)
    await signIn()
    await fetch(`${program.url}/api/auth/logout`, { method: 'POST', headers: { Cookie: cookie } })
    expect((await post(draft('signed out'))).headers.get('Location')).toBe(loginUrl)
    cookie = ''
    expect((await post(draft('anybody'))).headers.get('Location')).toBe(loginUrl)
    await signIn()
    expect(await get(page)).not.toContain('You have a draft')
  })
})
