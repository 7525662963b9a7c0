import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Db } from '../../db/schema'
import { openDatabase } from '~/db.server'

import { person } from '../support/accounts'
import { createAuthenticator } from '../support/authenticator'
import { startProgram, type Program } from '../support/program'
import { appCode, appKeyIn, recoveryCodesIn } from '../support/second-factor'
import { programDatabase } from '../support/server-database'

let program: Program
let db: Db

beforeAll(async () => {
  const environment = await programDatabase()
  program = await startProgram({ ...environment, RATE_LIMITS: 'on' })
  db = await openDatabase({ url: environment.DATABASE_URL })
})
afterAll(async () => {
  await db.destroy()
  expect(await program.stop()).toBe(0)
})

type Answer = { status: number; target: string | null; body: string; cookies: Record<string, string> }

/** Sends a form, or gets a page, as a browser without JavaScript. */
async function send(
  path: string,
  { cookie = '', form }: { cookie?: string; form?: object } = {},
): Promise<Answer> {
  const response = await fetch(program.url + path, {
    redirect: 'manual',
    headers: { Cookie: cookie },
    ...(form ? { method: 'POST', body: new URLSearchParams({ ...form }) } : {}),
  })
  const cookies = response.headers.getSetCookie().map((value) => [value.split('=')[0], value])
  return {
    status: response.status,
    target: response.headers.get('Location'),
    body: await response.text(),
    cookies: Object.fromEntries(cookies) as Record<string, string>,
  }
}

const pairOf = (answer: Answer, name: string) => answer.cookies[name]?.split(';')[0] ?? ''

async function call(body: object) {
  const response = await fetch(`${program.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { user?: object; error?: string; second_factor?: boolean }
  return { status: response.status, answer, cookies: response.headers.getSetCookie() }
}

async function register() {
  const account = { ...person, email: `${crypto.randomUUID()}@example.com` }
  expect((await send('/api/auth/register', { form: account })).status).toBe(201)
  return { email: account.email, password: account.password }
}

/** An account with an authenticator app, set up by the page with the code of now: the next one is accepted early. */
async function withApp() {
  const credentials = await register()
  const login = await send('/login', { form: credentials })
  const session = pairOf(login, 'holdfast_session')
  await send('/two-step-login', { cookie: session, form: { intent: 'start-app' } })
  const key = appKeyIn((await send('/two-step-login', { cookie: session })).body)
  const code = appCode(key)
  const done = await send('/two-step-login', { cookie: session, form: { intent: 'confirm-app', code } })
  expect(done.status).toBe(200)
  const codes = recoveryCodesIn(done.body)
  expect(codes).toHaveLength(10)
  return { credentials, session, key, codes }
}

describe('the login call', () => {
  test('answers as ever for an account without a second factor', async () => {
    const credentials = await register()
    const { status, answer } = await call(credentials)
    expect([status, Object.keys(answer)]).toEqual([200, ['user']])
    expect(Object.keys(answer.user ?? {}).sort()).toEqual([
      'admin',
      'created_at',
      'email',
      'email_verified',
      'full_address',
      'id',
      'last_login',
      'occupation',
      'region_state',
      'username',
    ])
  })

  test('takes the code of the app or a recovery code, each once, and says so without one', async () => {
    const { credentials, key, codes } = await withApp()
    const without = await call(credentials)
    expect(without).toMatchObject({ status: 401, answer: { second_factor: true }, cookies: [] })
    expect(without.answer.error).toContain('code')
    expect(without.answer.user).toBeUndefined()
    const code = appCode(key, 1)
    expect(await call({ ...credentials, code: '000000' })).toMatchObject({ status: 401, cookies: [] })
    expect((await call({ ...credentials, code })).status).toBe(200)
    expect(await call({ ...credentials, code })).toMatchObject({
      status: 401,
      answer: { second_factor: true },
    })
    expect((await call({ ...credentials, code: codes[0] })).status).toBe(200)
    expect((await call({ ...credentials, code: codes[0] })).status).toBe(401)
    const wrongPassword = await call({ ...credentials, password: 'not the password', code: codes[1] })
    expect(wrongPassword).toMatchObject({
      status: 401,
      answer: { error: 'Invalid email or password. Please try again.' },
    })
    expect(wrongPassword.answer.second_factor).toBeUndefined()
    expect((await call({ ...credentials, code: codes[1] })).status).toBe(200)
  })

  test('limits wrong codes, and still takes a recovery code', async () => {
    const { credentials, key, codes } = await withApp()
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await call({ ...credentials, code: '000000' })).status).toBe(401)
    const limited = await call({ ...credentials, code: appCode(key, 1) })
    expect([limited.status, limited.answer.user]).toEqual([429, undefined])
    expect((await call({ ...credentials, code: codes[0] })).status).toBe(200)
  })
})

describe('the login page', () => {
  test('asks for the second step, and grants nothing until it is done, in this browser, once', async () => {
    const { credentials, key } = await withApp()
    const first = await send('/login?redirectTo=%2Fget-a-quote', {
      form: { ...credentials, remember_me: 'yes' },
    })
    expect([first.status, first.target]).toEqual([303, '/login/code?redirectTo=%2Fget-a-quote'])
    expect(Object.keys(first.cookies)).toEqual(['holdfast_login'])
    const pending = pairOf(first, 'holdfast_login')
    for (const path of ['/dashboard', '/two-step-login', '/change-password', '/admin', '/api/user/data']) {
      const answer = await send(path, { cookie: pending })
      expect([path, answer.status === 401 || answer.target?.startsWith('/login')]).toEqual([path, true])
    }
    expect((await send('/api/auth/me', { cookie: pending })).status).toBe(401)
    const stolen = pending.replace('holdfast_login=', 'holdfast_session=')
    expect((await send('/api/auth/me', { cookie: stolen })).status).toBe(401)

    const form = { code: appCode(key, 1) }
    const elsewhere = await send('/login/code', { form })
    expect([elsewhere.target, pairOf(elsewhere, 'holdfast_session')]).toEqual(['/login', ''])
    expect((await send('/login/code', { cookie: pending, form: { code: '' } })).status).toBe(422)
    const wrong = await send('/login/code', { cookie: pending, form: { code: '000000' } })
    expect([wrong.status, wrong.body.includes('The code is not correct.')]).toEqual([422, true])
    const done = await send('/login/code?redirectTo=%2Fget-a-quote', { cookie: pending, form })
    expect([done.status, done.target]).toEqual([303, '/login?welcome=yes'])
    expect(done.cookies.holdfast_session).toMatch(/Max-Age=2592000/)
    expect(done.cookies.holdfast_login).toMatch(/Max-Age=0/)
    expect((await send('/api/auth/me', { cookie: pairOf(done, 'holdfast_session') })).status).toBe(200)
    const again = await send('/login/code', { cookie: pending, form: { code: appCode(key, 1) } })
    expect([again.target, pairOf(again, 'holdfast_session')]).toEqual(['/login', ''])
    const login = await send('/login', { cookie: pairOf(again, 'holdfast_flash') })
    expect(login.body).toContain('The second step was done already, or not within 10 minutes.')
  })

  test('takes a recovery code, and never leads to another site', async () => {
    const { credentials, codes } = await withApp()
    const first = await send('/login?redirectTo=https%3A%2F%2Fevil.example', { form: credentials })
    expect(first.target).toBe('/login/code?redirectTo=%2Fdashboard')
    const done = await send('/login/code?redirectTo=%2F%2Fevil.example', {
      cookie: pairOf(first, 'holdfast_login'),
      form: { intent: 'recovery-code', recovery_code: codes[0] },
    })
    expect(done.target).toBe('/login?welcome=yes')
    expect(done.cookies.holdfast_session).not.toContain('Max-Age')
  })

  test('records a login and its device after the second step only', async () => {
    const { credentials, codes } = await withApp()
    const events = async () => {
      const { rows } = await sql<{ kind: string }>`select kind from security_events e join users u
        on u.id = e.account_id where u.email = ${credentials.email} order by e.id`.execute(db)
      return rows.map(({ kind }) => kind).slice(-1)
    }
    const first = await send('/login', { form: credentials })
    expect(await events()).toEqual(['second factor changed'])
    const form = { intent: 'recovery-code', recovery_code: codes[0] }
    await send('/login/code', { cookie: pairOf(first, 'holdfast_login'), form })
    expect(await events()).toEqual(['sign-in'])
  })
})

describe('the page of the second factor', () => {
  test('changes nothing and shows no key without the password, some time after the login', async () => {
    const { credentials, session: cookie, codes } = await withApp()
    await send('/two-step-login', { cookie, form: { intent: 'start-app' } })
    expect(appKeyIn((await send('/two-step-login', { cookie })).body)).not.toBe('')
    await sql`update sessions set proven_at = now() - interval '16 minutes' where user_id in
      (select id from users where email = ${credentials.email})`.execute(db)
    const page = await send('/two-step-login', { cookie })
    expect([appKeyIn(page.body), page.body.includes('First, your password')]).toEqual(['', true])
    for (const intent of [
      'start-app',
      'confirm-app',
      'renew-codes',
      'turn-off',
      'cancel-app',
      'constructor',
    ]) {
      const refused = await send('/two-step-login', { cookie, form: { intent, code: '000000' } })
      expect([intent, refused.status, recoveryCodesIn(refused.body)]).toEqual([intent, 422, []])
    }
    const wrong = { intent: 'prove', current_password: 'not the password' }
    expect((await send('/two-step-login', { cookie, form: wrong })).status).toBe(422)
    const right = { intent: 'prove', current_password: credentials.password }
    expect((await send('/two-step-login', { cookie, form: right })).status).toBe(303)
    expect((await call({ ...credentials, code: codes[0] })).status).toBe(200)
    expect((await send('/two-step-login', { cookie, form: { intent: 'turn-off' } })).status).toBe(303)
    expect((await call(credentials)).status).toBe(200)
  })

  test('shows recovery codes once', async () => {
    const { session: cookie } = await withApp()
    const made = await send('/two-step-login', { cookie, form: { intent: 'renew-codes' } })
    expect(recoveryCodesIn(made.body)).toHaveLength(10)
    expect(recoveryCodesIn((await send('/two-step-login', { cookie })).body)).toEqual([])
  })
})

describe('a passkey', () => {
  /** An account with a passkey, added by the page. */
  async function withPasskey() {
    const credentials = await register()
    const session = pairOf(await send('/login', { form: credentials }), 'holdfast_session')
    const device = createAuthenticator(program.url)
    const asked = await options('/api/user/passkey-options', session)
    const form = { intent: 'add-passkey', name: 'My phone', credential: device.create(asked.options) }
    const added = await send('/two-step-login', { cookie: `${session}; ${asked.cookie}`, form })
    expect([added.status, recoveryCodesIn(added.body).length]).toEqual([200, 10])
    return { credentials, session, device }
  }

  async function options(path: string, cookie: string, form: Record<string, string> = {}) {
    const answer = await send(path, { cookie, form })
    const options = JSON.parse(answer.body) as { challenge: string; error?: string }
    return { status: answer.status, options, cookie: pairOf(answer, 'holdfast_challenge') }
  }

  test('logs in by itself, in the browser that has asked, once', async () => {
    const { device } = await withPasskey()
    const asked = await options('/api/auth/passkey-options', '')
    const form = { intent: 'passkey', credential: device.get(asked.options), remember_me: 'yes' }
    expect((await send('/login', { form })).status).toBe(422)
    const done = await send('/login?redirectTo=%2Ffaq', { cookie: asked.cookie, form })
    expect([done.status, done.target]).toEqual([303, '/login?welcome=yes'])
    expect(done.cookies.holdfast_session).toMatch(/Max-Age=2592000/)
    const again = await send('/login', { cookie: asked.cookie, form })
    expect([again.status, again.cookies]).toEqual([422, {}])
    expect(again.body).toContain('This passkey is not known here')
  })

  test('is a second step in the browser that has given the password, and a password alone is not enough', async () => {
    const { credentials, device } = await withPasskey()
    expect((await call(credentials)).answer.second_factor).toBe(true)
    expect((await options('/api/auth/passkey-options', '', { step: 'second' })).status).toBe(401)
    const pending = pairOf(await send('/login', { form: credentials }), 'holdfast_login')
    const page = await send('/login/code', { cookie: pending })
    expect(page.body).not.toContain('Code from your authenticator app')
    const asked = await options('/api/auth/passkey-options', pending, { step: 'second' })
    const form = { intent: 'passkey', credential: device.get(asked.options, { verified: false }) }
    expect((await send('/login/code', { cookie: pending, form })).status).toBe(422)
    expect((await send('/login/code', { cookie: asked.cookie, form })).target).toBe('/login')
    const done = await send('/login/code', { cookie: `${pending}; ${asked.cookie}`, form })
    expect([done.status, pairOf(done, 'holdfast_session') !== '']).toEqual([303, true])
  })

  test('of one account is not the second step of another', async () => {
    const { device } = await withPasskey()
    const { credentials } = await withPasskey()
    const pending = pairOf(await send('/login', { form: credentials }), 'holdfast_login')
    const asked = await options('/api/auth/passkey-options', pending, { step: 'second' })
    const form = { intent: 'passkey', credential: device.get(asked.options) }
    const refused = await send('/login/code', { cookie: `${pending}; ${asked.cookie}`, form })
    expect([refused.status, pairOf(refused, 'holdfast_session')]).toEqual([422, ''])
  })

  test('is added and removed only with the password just given', async () => {
    const { credentials, session } = await withPasskey()
    await sql`update sessions set proven_at = now() - interval '16 minutes' where user_id in
      (select id from users where email = ${credentials.email})`.execute(db)
    expect((await options('/api/user/passkey-options', session)).status).toBe(409)
    for (const intent of ['add-passkey', 'remove-passkey', 'remove-app'])
      expect(
        (await send('/two-step-login', { cookie: session, form: { intent, passkey_id: '1' } })).status,
      ).toBe(422)
    expect((await call(credentials)).answer.second_factor).toBe(true)
  })
})
