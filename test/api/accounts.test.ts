import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Db } from '../../db/schema'
import { openDatabase } from '~/db.server'

import { codeOf, person, tokenOf, wrongCode } from '../support/accounts'
import { admin, startProgram, type Program } from '../support/program'
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

async function errorsOf(answer: Response) {
  expect(answer.status).toBe(422)
  const { error } = (await answer.json()) as { error: { path: string; message: string }[] }
  return error.map(({ path, message }) => `${path}: ${message}`)
}

describe('registering', () => {
  test('says nothing of accounts, whether the address is known or not', async () => {
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
  ])('with %j is refused', async (changes, message) => {
    expect(await errorsOf(await call('POST', '/api/auth/register', { ...person, ...changes }))).toEqual([
      message,
    ])
  })

  test('a mismatch is named beside what else is wrong', async () => {
    const fields = { ...person, confirm_password: 'another', occupation: '' }
    expect(await errorsOf(await call('POST', '/api/auth/register', fields))).toEqual(
      expect.arrayContaining([
        'confirm_password: Passwords do not match',
        'occupation: Occupation is required',
      ]),
    )
  })

  test('takes a password of 128 characters, of one kind', async () => {
    const long = { email: 'long@example.com', password: 'y'.repeat(128) }
    expect((await call('POST', '/api/auth/register', { ...person, ...long })).status).toBe(201)
    await signIn(long)
  })
})

describe('the calls of an account', () => {
  const calls = [
    ['POST', '/api/auth/change-password', { current_password: person.password, new_password: 'a new one' }],
    ['PUT', '/api/user/profile', { username: 'Ann', email: person.email }],
    ['POST', '/api/email/send-verification', {}],
    ['POST', '/api/email/verify', { code: '123456' }],
  ] as const

  test.each(calls)('%s %s is for who is signed in, and for the own account', async (method, path, body) => {
    expect((await call(method, path, body)).status).toBe(401)
    for (const field of ['userId', 'user_id']) {
      const answer = await mine(method, path, { ...body, [field]: me.id + 1 })
      expect(answer.status).toBe(403)
      expect(await answer.json()).toEqual({ error: 'You can only act for your own account' })
    }
  })

  test('the profile is replaced, and answered', async () => {
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

  test('the password says what is wrong, and then changes', async () => {
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
    const done = await change({
      userId: String(me.id),
      current_password: person.password,
      new_password: 'a longer one',
    })
    expect(done.status).toBe(200)
    expect(await done.json()).toEqual({ message: 'Password updated successfully!' })
    expect((await call('GET', '/api/auth/me', undefined, elsewhere)).status).toBe(401)
    expect((await mine('GET', '/api/auth/me')).status).toBe(200)
    await signIn({ email: person.email, password: 'a longer one' })
  })

  test('a code is asked for, refused, and listed without its digits', async () => {
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

  test('the code of the mail verifies the address', async () => {
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

  test('answers the same for every address', async () => {
    for (const email of [person.email, 'nobody@example.com']) {
      const byEmail = await recover({ email })
      expect(byEmail.status).toBe(200)
      expect(await byEmail.json()).toEqual({ message: `${sent} The email includes your User ID.` })
      const byId = await recover({ user_id: me.id, email })
      expect(byId.status).toBe(200)
      expect(await byId.json()).toEqual({ message: sent })
    }
  })

  test('says what is missing, and that an id is nobody’s', async () => {
    expect(await errorsOf(await recover({}))).toEqual(['email: Email is required'])
    expect(await errorsOf(await recover({ user_id: '', email: 'x' }))).toEqual([
      'user_id: User ID is required',
      'email: Please enter a valid email address',
    ])
    const unknown = await recover({ user_id: 987_654, email: person.email })
    expect(unknown.status).toBe(404)
    expect(await unknown.json()).toEqual({ error: 'User not found with this ID' })
  })

  test('the link of the mail leads to a new password', async () => {
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

test('an admin reads an account, without its secrets', async () => {
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
