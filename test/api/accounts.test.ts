import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Db } from '../../db/schema'
import { openDatabase } from '~/db.server'

import { codeOf, mailsTo, person, tokenOf, wrongCode } from '../support/accounts'
import { admin, application, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

let program: Program
/** The program's own database. */
let db: Db
let me: { id: number; cookie: string }
let asAdmin: string

beforeAll(async () => {
  const environment = await programDatabase()
  program = await startProgram(environment)
  db = await openDatabase({ url: environment.DATABASE_URL })
  expect((await call('POST', '/api/auth/register', person)).status).toBe(201)
  const cookie = await signIn(person)
  const { user } = await (await call('GET', '/api/auth/me', undefined, cookie)).json()
  me = { id: user.id, cookie }
  asAdmin = await signIn(admin)
})
afterAll(async () => {
  await db.destroy()
  expect(await program.stop()).toBe(0)
})

function call(method: string, path: string, body?: unknown, cookie = '') {
  return fetch(program.url + path, {
    method,
    headers: { Cookie: cookie, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}
const mine = (method: string, path: string, body?: unknown) => call(method, path, body, me.cookie)

async function signIn({ email, password }: { email: string; password: string }) {
  const answer = await call('POST', '/api/auth/login', { email, password })
  expect(answer.status).toBe(200)
  return answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
}

/** Returns a cookie that a response sets, as a browser sends it back. */
function cookieNamed(answer: Response, name: string) {
  const cookie = answer.headers.getSetCookie().find((value) => value.startsWith(`${name}=`))
  return cookie?.split(';')[0] ?? ''
}

async function errorsOf(answer: Response) {
  expect(answer.status).toBe(422)
  const { error } = (await answer.json()) as { error: { path: string; message: string }[] }
  return error.map(({ path, message }) => `${path}: ${message}`)
}

describe('registering', () => {
  test('does not reveal whether the email has an account', async () => {
    const known = await call('POST', '/api/auth/register', { ...person, email: person.email.toUpperCase() })
    const fresh = await call('POST', '/api/auth/register', { ...person, email: 'fresh@example.com' })
    expect([known.status, fresh.status]).toEqual([201, 201])
    const body = { message: 'Registration successful! Please check your email.' }
    expect([await known.json(), await fresh.json()]).toEqual([body, body])
    expect(known.headers.get('Set-Cookie')).toBeNull()
  })

  test('names each field that is missing', async () => {
    expect(await errorsOf(await call('POST', '/api/auth/register', { confirm_password: ' ' }))).toEqual([
      'username: Username is required',
      'email: Email is required',
      'password: Password is required',
      'confirm_password: Confirm password is required',
      'full_address: Full address is required',
      'region_state: State or region is required',
      'occupation: Occupation is required',
    ])
  })

  test.each([
    [{ password: 'seven77' }, 'password: Password must be at least 8 characters'],
    [{ password: 'x'.repeat(129) }, 'password: Password must be at most 128 characters'],
    [{ password: 'password123' }, 'password: This password is too common. Please choose another one.'],
    [{ password: 'Holdfast1' }, 'password: Your password must not be Holdfast. Please choose another one.'],
    [
      { password: 'ann@example.com' },
      'password: Your password must not be your email address. Please choose another one.',
    ],
    [{ confirm_password: 'a diver over water' }, 'confirm_password: Passwords do not match'],
    [{ email: 'ann@example' }, 'email: Please enter a valid email address'],
    [{ username: 'An' }, 'username: Username must be 3 to 50 characters'],
    [{ full_address: '1 St' }, 'full_address: Full address must be 5 to 255 characters'],
    [{ region_state: 'N' }, 'region_state: State or region must be 2 to 100 characters'],
    [{ occupation: 'x'.repeat(101) }, 'occupation: Occupation must be 2 to 100 characters'],
  ])('with %j is rejected', async (changes, message) => {
    expect(await errorsOf(await call('POST', '/api/auth/register', { ...person, ...changes }))).toEqual([
      message,
    ])
  })

  test('reports a mismatch together with the other errors', async () => {
    const fields = { ...person, confirm_password: 'another', occupation: '' }
    expect(await errorsOf(await call('POST', '/api/auth/register', fields))).toEqual(
      expect.arrayContaining([
        'confirm_password: Passwords do not match',
        'occupation: Occupation is required',
      ]),
    )
  })

  test('accepts a password of 128 equal characters', async () => {
    const long = { email: 'long@example.com', password: 'y'.repeat(128) }
    expect((await call('POST', '/api/auth/register', { ...person, ...long })).status).toBe(201)
    await signIn(long)
  })
})

describe('the API of an account', () => {
  const calls = [
    ['POST', '/api/auth/change-password', { current_password: person.password, new_password: 'a new one' }],
    ['PUT', '/api/user/profile', { username: 'Ann', email: person.email }],
    ['POST', '/api/email/send-verification', {}],
    ['POST', '/api/email/verify', { code: '123456' }],
  ] as const

  test.each(calls)('%s %s requires a session and acts on the own account', async (method, path, body) => {
    expect((await call(method, path, body)).status).toBe(401)
    for (const field of ['userId', 'user_id']) {
      const answer = await mine(method, path, { ...body, [field]: me.id + 1 })
      expect(answer.status).toBe(403)
      expect(await answer.json()).toEqual({ error: 'You can only act for your own account' })
    }
  })

  test('the profile is replaced and returned', async () => {
    const fields = { userId: me.id, username: 'Anna', email: person.email, region_state: 'ME' }
    const answer = await mine('PUT', '/api/user/profile', fields)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      message: 'Your profile has been updated successfully.',
      user: { id: me.id, username: 'Anna', region_state: 'ME', occupation: null },
      pending_email: null,
    })
    expect(await (await mine('GET', '/api/auth/me')).json()).toMatchObject({ user: { username: 'Anna' } })
    expect(await errorsOf(await mine('PUT', '/api/user/profile', {}))).toEqual([
      'username: Username is required',
      'email: Email is required',
    ])
  })

  test('a new email requires the current password, in the API and in the form', async () => {
    const fields = { username: 'Anna', email: 'elsewhere@example.com' }
    const form = (more: object) =>
      fetch(`${program.url}/edit-profile`, {
        method: 'POST',
        headers: { Cookie: me.cookie },
        body: new URLSearchParams({ ...fields, ...more }),
        redirect: 'manual',
      })
    expect(await errorsOf(await mine('PUT', '/api/user/profile', fields))).toEqual([
      'current_password: Current password is required',
    ])
    expect(await errorsOf(await mine('PUT', '/api/user/profile', { ...fields, username: 'A' }))).toEqual([
      'username: Username must be 3 to 50 characters',
      'current_password: Current password is required',
    ])
    const wrong = { current_password: 'a wrong password' }
    expect(await errorsOf(await mine('PUT', '/api/user/profile', { ...fields, ...wrong }))).toEqual([
      'current_password: Current password is incorrect',
    ])
    const refused = await form(wrong)
    expect(refused.status).toBe(422)
    const page = await refused.text()
    expect(page).toContain('Current password is incorrect')
    expect(page).not.toContain(wrong.current_password)
    expect((await form({})).status).toBe(422)

    const right = { current_password: person.password }
    const accepted = await mine('PUT', '/api/user/profile', { ...fields, ...right })
    expect(await accepted.json()).toMatchObject({
      user: { email: person.email },
      pending_email: 'elsewhere@example.com',
    })
    const link = /cancel-email-change\?token=[\w-]+/.exec(
      (await mailsTo(db, person.email)).at(-1)?.body_text ?? '',
    )
    expect(link).not.toBeNull()
    const back = await mine('PUT', '/api/user/profile', { username: 'Anna', email: person.email })
    expect(await back.json()).toMatchObject({ pending_email: null })
  })

  test('the account has the times of its creation and last use', async () => {
    const login = await call('POST', '/api/auth/login', person)
    const { user } = (await login.json()) as { user: Record<string, string> }
    const stored = await (
      await call('GET', '/api/auth/me', undefined, cookieNamed(login, 'holdfast_session'))
    ).json()
    expect(stored).toEqual({ user })
    for (const name of ['created_at', 'last_login'])
      expect(user[name]).toBe(new Date(user[name] ?? '').toISOString())
    expect(Date.now() - Date.parse(user.last_login ?? '')).toBeLessThan(60_000)
  })

  test('the password is changed after its errors are corrected', async () => {
    const change = (body: object) => mine('POST', '/api/auth/change-password', body)
    expect(
      await errorsOf(await change({ current_password: person.password, new_password: 'short' })),
    ).toEqual(['new_password: New password must be at least 8 characters long'])
    expect(
      await errorsOf(
        await change({
          current_password: person.password,
          new_password: 'a longer one',
          confirm_new_password: 'another one',
        }),
      ),
    ).toEqual(['confirm_new_password: New password and confirmation do not match'])
    expect(await errorsOf(await change({ current_password: 'wrong', new_password: 'a longer one' }))).toEqual(
      ['current_password: Current password is incorrect'],
    )

    const elsewhere = await signIn(person)
    const before = me.cookie
    const done = await change({
      userId: String(me.id),
      current_password: person.password,
      new_password: 'a longer one',
    })
    expect(done.status).toBe(200)
    expect(await done.json()).toEqual({ message: 'Password updated successfully!' })
    me.cookie = cookieNamed(done, 'holdfast_session')
    for (const ended of [elsewhere, before])
      expect((await call('GET', '/api/auth/me', undefined, ended)).status).toBe(401)
    expect((await mine('GET', '/api/auth/me')).status).toBe(200)
    await signIn({ email: person.email, password: 'a longer one' })
  })

  test('a code is requested, rejected, and listed without its digits', async () => {
    const sent = await mine('POST', '/api/email/send-verification', { userId: me.id })
    expect(sent.status).toBe(200)
    expect(await sent.json()).toEqual({ message: `Verification email sent to ${person.email}.` })
    expect(await errorsOf(await mine('POST', '/api/email/verify', { code: ' ' }))).toEqual([
      'code: Verification code is required',
    ])
    expect(await errorsOf(await mine('POST', '/api/email/verify', { code: 'abcdef' }))).toEqual([
      'code: The code is not correct. Please check it and try again.',
    ])
    const { emails } = await (await mine('GET', '/api/user/emails')).json()
    expect(emails[0]).toMatchObject({ kind: 'verification', recipient: person.email, status: 'pending' })
    expect(emails[0].body).not.toMatch(/\d{6}/)
    expect((await call('GET', '/api/user/emails')).status).toBe(401)
  })

  test('the code in the mail verifies the email', async () => {
    const code = await codeOf(db, person.email)
    expect((await mine('POST', '/api/email/verify', { code: wrongCode(code) })).status).toBe(422)
    const verified = await mine('POST', '/api/email/verify', { userId: me.id, code })
    expect(verified.status).toBe(200)
    expect(await verified.json()).toMatchObject({ user: { id: me.id, email_verified: true } })
    expect(await errorsOf(await mine('POST', '/api/email/send-verification', {}))).toEqual([
      ': Your email address is already verified',
    ])
  })
})

describe('recovery', () => {
  const recover = (body: object) => call('POST', '/api/email/account-recovery', body)
  const sent = 'Recovery email sent! Please check your inbox for instructions to reset your password.'

  test('responds the same for every email', async () => {
    for (const email of [person.email, 'nobody@example.com']) {
      const byEmail = await recover({ email })
      expect(byEmail.status).toBe(200)
      expect(await byEmail.json()).toEqual({ message: `${sent} The email includes your User ID.` })
      const byId = await recover({ user_id: me.id, email })
      expect(byId.status).toBe(200)
      expect(await byId.json()).toEqual({ message: sent })
    }
  })

  test('reports missing fields and an unknown id', async () => {
    expect(await errorsOf(await recover({}))).toEqual(['email: Email is required'])
    expect(await errorsOf(await recover({ user_id: '', email: 'x' }))).toEqual([
      'user_id: User ID is required',
      'email: Please enter a valid email address',
    ])
    const unknown = await recover({ user_id: 987_654, email: person.email })
    expect(unknown.status).toBe(404)
    expect(await unknown.json()).toEqual({ error: 'User not found with this ID' })
  })

  test('the link in the mail leads to a new password', async () => {
    await recover({ email: person.email })
    const token = await tokenOf(db, person.email)
    const path = `/account-recovery/reset?token=${token}`
    const page = await (await fetch(program.url + path)).text()
    expect(page).toContain('name="confirm_new_password"')
    const reset = await fetch(program.url + path, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({
        token,
        new_password: 'the newest of all',
        confirm_new_password: 'the newest of all',
      }),
    })
    expect([reset.status, reset.headers.get('Location')]).toEqual([303, '/login'])
    expect((await mine('GET', '/api/auth/me')).status).toBe(401)
    await signIn({ email: person.email, password: 'the newest of all' })
    expect(await (await fetch(program.url + path)).text()).toContain('This link is no longer valid.')
  })
})

test('an admin reads an account without its secrets', async () => {
  const answer = await call('GET', `/api/admin/users/${me.id}`, undefined, asAdmin)
  expect(answer.status).toBe(200)
  const account = await answer.json()
  expect(account).toMatchObject({ id: me.id, email: person.email, admin: false })
  expect(Object.keys(account)).not.toContain('password_hash')
  for (const id of ['987654', 'x'])
    expect((await call('GET', `/api/admin/users/${id}`, undefined, asAdmin)).status).toBe(404)
})

test.each(['/dashboard', '/edit-profile', '/change-password'])(
  '%s sends a visitor to the login page',
  async (path) => {
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? new URLSearchParams({ username: 'x' }) : undefined
      const answer = await fetch(program.url + path, {
        method,
        redirect: 'manual',
        ...(body ? { body } : {}),
      })
      expect(answer.headers.get('Location'), method).toBe('/login')
    }
  },
)

describe('an ended session', () => {
  const page = (path: string, cookie: string, init: RequestInit = {}) =>
    fetch(program.url + path, { redirect: 'manual', ...init, headers: { Cookie: cookie, ...init.headers } })
  const login = (path: string, account: object, cookie: string) =>
    page(path, cookie, { method: 'POST', body: new URLSearchParams({ ...account }) })
  const signedOut = 'You were logged out after 30 minutes without activity'

  async function newMember() {
    const account = { ...person, email: `${crypto.randomUUID()}@example.com` }
    await call('POST', '/api/auth/register', account)
    return account
  }
  /** The cookie of a session that was last used 31 minutes ago. */
  async function idleSession(account: { email: string; password: string }) {
    const cookie = await signIn(account)
    await sql`update sessions set last_seen_at = now() - interval '31 minutes'
      where id = (select max(id) from sessions)`.execute(db)
    return cookie
  }

  test('that expired leads to the login page, which explains it, and back after the login', async () => {
    const account = await newMember()
    for (const method of ['GET', 'POST']) {
      const cookie = await idleSession(account)
      const sent = await page('/edit-profile?from=here', cookie, { method })
      expect(sent.headers.get('Location'), method).toBe('/login')
      const returnCookie = cookieNamed(sent, 'holdfast_return')
      expect(await (await page('/login', `${cookie}; ${returnCookie}`)).text()).toContain(signedOut)

      const welcome = await login('/login', account, `${cookie}; ${returnCookie}`)
      expect(welcome.headers.get('Location')).toBe('/login?welcome=yes')
      const signedIn = `${cookieNamed(welcome, 'holdfast_session')}; ${returnCookie}`
      const next = await page('/login?welcome=yes', signedIn)
      expect(await next.text()).toContain('1.5;url=/edit-profile?from=here')
      const back = await page('/login', signedIn)
      expect(back.headers.get('Location')).toBe('/edit-profile?from=here')
      const out = await page('/logout', signedIn, { method: 'POST' })
      expect(cookieNamed(out, 'holdfast_return')).toBe('holdfast_return=')
    }
  })

  test('does not redirect another user', async () => {
    const sent = await page('/edit-profile', await idleSession(await newMember()))
    const returnCookie = cookieNamed(sent, 'holdfast_return')
    const other = await signIn(await newMember())
    expect(await (await page('/login?welcome=yes', `${other}; ${returnCookie}`)).text()).toContain(
      '1.5;url=/dashboard"',
    )
  })

  test('that was lost in the back office leads back to its page, for an admin alone', async () => {
    const target = '/login?redirectTo=%2Fadmin%2Fsubmissions'
    const afterLogin = async (account: { email: string; password: string }, cookies: string) => {
      const welcome = await login(target, account, cookies)
      const signedIn = `${cookieNamed(welcome, 'holdfast_session')}; ${cookies}`
      return page(welcome.headers.get('Location') ?? '', signedIn)
    }
    const endedElsewhere = await signIn(admin)
    await sql`delete from sessions where id = (select max(id) from sessions)`.execute(db)
    for (const [method, cookie] of [
      ['GET', await idleSession(admin)],
      ['POST', await idleSession(admin)],
      ['GET', endedElsewhere],
      ['POST', ''],
    ] as const) {
      const sent = await page('/admin/work?with=me', cookie, { method })
      expect(sent.headers.get('Location')).toBe(target)
      const returnCookie = cookieNamed(sent, 'holdfast_return')
      const wrong = await login(target, { ...admin, password: 'not this one' }, returnCookie)
      expect(await wrong.text()).toContain('action="/login?redirectTo=%2Fadmin%2Fsubmissions"')
      const moved = await afterLogin(admin, returnCookie)
      expect(await moved.text()).toContain('1.5;url=/admin/work?with=me"')
    }
    // The router asks for data without a cookie: the browser dropped it when the session ended.
    const byScript = await page('/admin/work?with=me', '', { headers: { 'Sec-Fetch-Dest': 'empty' } })
    expect(await (await afterLogin(admin, cookieNamed(byScript, 'holdfast_return'))).text()).toContain(
      '1.5;url=/admin/work?with=me"',
    )
    const ended = await page('/admin/work', '', { method: 'POST' })
    const member = await afterLogin(await newMember(), cookieNamed(ended, 'holdfast_return'))
    expect(await member.text()).toContain('1.5;url=/dashboard"')
    const visit = await page('/admin/audit', '')
    expect(cookieNamed(visit, 'holdfast_return')).toBe('')
    expect(await (await afterLogin(admin, '')).text()).toContain('1.5;url=/admin/submissions"')
  })

  test.each([
    ['by its owner', 'That page needs a login.'],
    ['elsewhere', 'Your session has ended. Please log in again.'],
    ['never begun', 'That page needs a login.'],
  ])('%s is not reported as idle, and the login leads back all the same', async (how, words) => {
    const account = await newMember()
    let cookie = how === 'never begun' ? '' : await signIn(account)
    if (how === 'elsewhere')
      await sql`delete from sessions where id = (select max(id) from sessions)`.execute(db)
    if (how === 'by its owner') {
      await call('POST', '/api/auth/logout', undefined, cookie)
      cookie = '' // as the response said
    }
    const sent = await page('/edit-profile?from=here', cookie)
    expect(sent.headers.get('Location')).toBe('/login')
    const returnCookie = cookieNamed(sent, 'holdfast_return')
    const shown = await (await page('/login', `${cookie}; ${returnCookie}`)).text()
    expect(shown).toContain(`${words} You then come back to where you were.`)
    expect(shown).not.toContain(signedOut)
    expect(await (await page('/login', '')).text()).not.toContain('That page needs a login.')

    const welcome = await login('/login', account, returnCookie)
    const signedIn = `${cookieNamed(welcome, 'holdfast_session')}; ${returnCookie}`
    expect(await (await page('/login?welcome=yes', signedIn)).text()).toContain(
      '1.5;url=/edit-profile?from=here"',
    )
  })

  test('keeps the profile that was sent too late, for its owner alone, and shows it once', async () => {
    const account = await newMember()
    const fields = { ...account, occupation: 'Pearl <diver>', current_password: 'a diver under water' }
    const cookie = await idleSession(account)
    const post = (session: string, body: object) =>
      page('/edit-profile', session, { method: 'POST', body: new URLSearchParams({ ...body }) })
    const sent = await post(cookie, fields)
    const unsaved = cookieNamed(sent, 'holdfast_unsaved')
    expect(decodeURIComponent(unsaved)).not.toContain('water')
    const returnCookie = cookieNamed(sent, 'holdfast_return')
    const kept = 'What you typed is kept.'
    expect(await (await page('/login', `${unsaved}; ${returnCookie}`)).text()).toContain(kept)
    expect(await (await page('/login', returnCookie)).text()).not.toContain(kept)

    const signedIn = `${await signIn(account)}; ${unsaved}`
    const shown = await page('/edit-profile', signedIn)
    expect(cookieNamed(shown, 'holdfast_unsaved'), 'shown once').toBe('holdfast_unsaved=')
    const back = await shown.text()
    expect(back).toContain('value="Pearl &lt;diver&gt;"')
    expect(back).toContain('What you typed before you were logged out is back. It is not saved yet.')
    const elsewhere = await page('/dashboard', signedIn)
    expect(cookieNamed(elsewhere, 'holdfast_unsaved')).toBe('')
    expect(await elsewhere.text()).not.toContain('Pearl')
    const other = `${await signIn(await newMember())}; ${unsaved}`
    expect(await (await page('/edit-profile', other)).text()).not.toContain('Pearl')

    expect((await post(signedIn, { ...fields, occupation: 'Pearl diver' })).status).toBe(303)
    const noise = randomBytes(3000).toString('base64')
    const long = await post(await idleSession(account), { ...fields, occupation: noise })
    expect([long.headers.get('Location'), cookieNamed(long, 'holdfast_unsaved')]).toEqual(['/login', ''])
    const said = await page('/login', cookieNamed(long, 'holdfast_flash'))
    expect(await said.text()).toContain('so nothing was changed')
  })

  test('does not save a profile over one that was saved since its form was opened, until it is sent again', async () => {
    const account = await newMember()
    const session = await signIn(account)
    const seenIn = (html: string) => /<textarea name="seen"[^>]*>(\w+)</.exec(html)?.[1] ?? ''
    const seen = seenIn(await (await page('/edit-profile', session)).text())
    const post = (fields: Record<string, string>) => {
      const profile = { ...account, full_address: '', region_state: 'Ohio', ...fields }
      return page('/edit-profile', session, { method: 'POST', body: new URLSearchParams(profile) })
    }
    expect((await post({ seen, occupation: 'Diver' })).status).toBe(303)
    expect((await post({ seen, occupation: 'Diver' })).status, 'a retry').toBe(303)

    const refused = await post({ seen, occupation: 'Baker' })
    const html = await refused.text()
    expect(refused.status).toBe(409)
    expect(html).toContain('Since you opened this form, your profile was saved with other values')
    expect(html).toMatch(/<li>Occupation(?:<!-- -->)?: (?:<!-- -->)?Diver/)
    expect(html).toContain('value="Baker"')
    expect(await (await page('/dashboard', session)).text()).toContain('Diver')

    expect((await post({ seen: seenIn(html), occupation: 'Baker' })).status).toBe(303)
    expect(await (await page('/dashboard', session)).text()).toContain('Baker')
  })

  test('leads back to the page of a form whose target is another', async () => {
    const headers = { Referer: `${program.url}/admin/underwriting/offer/1?from=work` }
    const target = '/admin/underwriting/result/1'
    const returnOf = async (referer: object) =>
      cookieNamed(await page(target, '', { method: 'POST', headers: { ...referer } }), 'holdfast_return')
    const next = async (returnCookie: string) => {
      const signedIn = `${await signIn(admin)}; ${returnCookie}`
      const back = await page('/login?redirectTo=%2Fadmin%2Fsubmissions', signedIn)
      return back.headers.get('Location')
    }
    expect(await next(await returnOf(headers))).toBe('/admin/underwriting/offer/1?from=work')
    for (const Referer of ['https://elsewhere.invalid/admin/work', `${program.url}/contact`, 'no url'])
      expect(await next(await returnOf({ Referer })), Referer).toBe(target)
  })

  test('keeps an answer of an applicant that was sent too late', async () => {
    const account = await newMember()
    const session = await signIn(account)
    const applied = await call(
      'POST',
      '/api/quote-submissions',
      { ...application, quote_email: account.email },
      session,
    )
    const quote = (await applied.json()) as { id: number }
    await page(`/admin/underwriting/ask/${quote.id}`, await signIn(admin), {
      method: 'POST',
      body: new URLSearchParams({ message: 'Where do you dive?' }),
    })
    const { id } = await db
      .selectFrom('applicant_questions')
      .select('id')
      .where('quote_submission_id', '=', quote.id)
      .executeTakeFirstOrThrow()
    const path = `/dashboard/questions/${id}`
    const post = (cookie: string) =>
      page(path, cookie, { method: 'POST', body: new URLSearchParams({ answer: 'In the <North> Sea.' }) })
    const late = await post(await idleSession(account))
    const signedIn = `${await signIn(account)}; ${cookieNamed(late, 'holdfast_unsaved')}`
    const shown = await page(path, signedIn)
    expect(cookieNamed(shown, 'holdfast_unsaved')).toBe('holdfast_unsaved=')
    expect(await shown.text()).toContain('In the &lt;North&gt; Sea.')
    expect((await post(signedIn)).status).toBe(303)
  })

  test('keeps what an admin typed about an application and its referred result, and to its applicant, and shows it once', async () => {
    const answers = { ...application, children_count: 3, family_size: 3 }
    const quote = (await (await call('POST', '/api/quote-submissions', answers)).json()) as { id: number }
    const ran = await call('POST', '/api/admin/underwriting/quote', { quote_id: quote.id }, asAdmin)
    const { result } = (await ran.json()) as { result: { id: number } }
    const written = await call('POST', '/api/contact-submissions', {
      name: 'Ann Doe',
      email: 'ann@example.com',
      inquiry_type: 'Other',
      message: 'When does it begin?',
    })
    const contact = (await written.json()) as { id: number }
    const decision = {
      intent: 'decide',
      verdict: 'accepted',
      reason: 'confirmed',
      words: 'Typed <too> late.',
    }
    for (const [path, fields] of [
      [
        `/admin/submissions/quotes/${quote.id}`,
        { status: 'In review', note: 'Typed <too> late.', read_status: 'In review', read_note: '' },
      ],
      [
        '/admin/underwriting/state-rules',
        { intent: 'save', state: 'CA', factor: 'credit_score', source: 'Typed <too> late.', note: '' },
      ],
      [
        '/admin/underwriting?tab=coverage-tiers&add=job-roles',
        { intent: 'create', collection: 'job-roles', role_name: 'Typed <too> late.' },
      ],
      [`/admin/underwriting/result/${result.id}`, decision],
      [`/admin/underwriting/ask/${quote.id}`, { message: 'Typed <too> late.' }],
      [
        `/admin/submissions/contacts/${contact.id}/reply`,
        { subject: 'Re: Other', message: 'Typed <too> late.' },
      ],
      [
        `/admin/underwriting/correct/${quote.id}`,
        { employment_length: '3', reason: 'Typed <too> late.', seen: '0' },
      ],
    ] as const) {
      const post = async (session: string) =>
        page(path, session, { method: 'POST', body: new URLSearchParams({ ...fields }) })
      const ended = await signIn(admin)
      await page('/logout', ended, { method: 'POST' })
      for (const session of [ended, await idleSession(admin)]) {
        const late = await post(session)
        expect(late.headers.get('Location')).toBe('/login?redirectTo=%2Fadmin%2Fsubmissions')
        const signedIn = `${await signIn(admin)}; ${cookieNamed(late, 'holdfast_unsaved')}`
        const shown = await page(path, signedIn)
        expect(cookieNamed(shown, 'holdfast_unsaved')).toBe('holdfast_unsaved=')
        const back = await shown.text()
        expect(back).toContain('Typed &lt;too&gt; late.')
        expect(back).toContain('What you typed before you were logged out is back. It is not saved yet.')
        if (session !== ended) expect((await post(signedIn)).status).toBe(303)
      }
    }
  })
})

describe('a stale page of the dashboard', () => {
  test.each([
    ['resend', 'Failed to send verification email: Your email address is already verified'],
    ['nonsense', 'This could not be done. Please try again.'],
  ])('gets an error message (%s)', async (intent, words) => {
    const answer = await fetch(`${program.url}/dashboard`, {
      method: 'POST',
      headers: { Cookie: asAdmin },
      body: new URLSearchParams({ intent, code: '123456' }),
    })
    expect(answer.status).toBe(422)
    const [shown] = (await answer.text()).split('window.__remixContext')
    expect(shown).toContain(words)
  })
})

test('a browser that verified the email is trusted for its account', async () => {
  const account = { ...person, email: `${crypto.randomUUID()}@example.com` }
  await call('POST', '/api/auth/register', account)
  const cookie = await signIn(account)
  const code = await codeOf(db, account.email)
  const verified = await call('POST', '/api/email/verify', { code }, cookie)
  expect(cookieNamed(verified, 'known_device')).not.toBe('')

  await call('POST', '/api/email/account-recovery', { email: account.email })
  const token = await tokenOf(db, account.email)
  const password = 'the newest of all'
  const reset = await fetch(`${program.url}/account-recovery/reset`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ token, new_password: password, confirm_new_password: password }),
  })
  expect(reset.status).toBe(303)
  expect(cookieNamed(reset, 'known_device')).not.toBe('')
})

test('a sign-up shows its email and sends the mail again, also if the email has an account', async () => {
  for (const email of [person.email, `${crypto.randomUUID()}@example.com`]) {
    const fields = { ...person, email, confirm_password: person.password }
    const post = (body: object, cookie = '') =>
      fetch(`${program.url}/signup`, {
        method: 'POST',
        redirect: 'manual',
        headers: { Cookie: cookie },
        body: new URLSearchParams({ ...body }),
      })
    const signedUp = await post(fields)
    const cookie = cookieNamed(signedUp, 'holdfast_signup')
    const location = signedUp.headers.get('Location') ?? ''
    const panel = await fetch(program.url + location, { headers: { Cookie: cookie } })
    expect(await panel.text()).toContain(email)
    expect(await (await fetch(program.url + location)).text()).not.toContain(email)
    const before = (await mailsTo(db, email)).length
    const again = await post({ intent: 'resend' }, cookie)
    expect([again.status, again.headers.get('Location')]).toEqual([303, location])
    expect(await mailsTo(db, email)).toHaveLength(before + 1)
    expect((await post({ intent: 'resend' })).headers.get('Location')).toBe('/signup')
  }
})

test('a sign-up with a mistyped provider is told so, and corrected in the profile of the account', async () => {
  const id = crypto.randomUUID()
  const [typed, meant] = [`${id}@gmial.com`, `${id}@gmail.com`]
  const signedUp = await fetch(`${program.url}/signup`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...person, email: typed, confirm_password: person.password }),
  })
  expect(signedUp.status).toBe(303) // it is taken at the first sending
  const cookie = cookieNamed(signedUp, 'holdfast_signup')
  const panel = await fetch(`${program.url}/signup?sent=registration`, { headers: { Cookie: cookie } })
  expect(await panel.text()).toContain(`Did you mean ${meant}?`)

  const profile = `${program.url}/edit-profile?email=correct`
  const visit = await fetch(profile, { redirect: 'manual' })
  expect(visit.headers.get('Location')).toMatch(/^\/login/)
  const login = await fetch(`${program.url}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookieNamed(visit, 'holdfast_return') },
    body: new URLSearchParams({ email: typed, password: person.password }),
  })
  const session = { Cookie: cookieNamed(login, 'holdfast_session') }
  const page = await (await fetch(profile, { headers: session })).text()
  expect(page).toContain(`value="${meant}"`)
  expect(await (await fetch(`${program.url}/edit-profile`, { headers: session })).text()).not.toContain(meant)
  const { username, full_address, region_state, occupation } = person
  const corrected = await fetch(`${program.url}/edit-profile`, {
    method: 'POST',
    redirect: 'manual',
    headers: session,
    body: new URLSearchParams({
      username,
      full_address,
      region_state,
      occupation,
      email: meant,
      current_password: person.password,
    }),
  })
  expect(corrected.status).toBe(303)
  expect((await mailsTo(db, meant)).map(({ kind }) => kind)).toEqual(['verification'])
})

test('password managers and security researchers find their well-known URLs', async () => {
  const change = await fetch(`${program.url}/.well-known/change-password`, { redirect: 'manual' })
  expect([change.status, change.headers.get('Location')]).toEqual([302, '/change-password'])
  const security = await fetch(`${program.url}/.well-known/security.txt`)
  expect(security.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  const text = await security.text()
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m)
  expect(Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')).toBeGreaterThan(Date.now())
})
