import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Db } from '../../db/schema'
import { openDatabase } from '~/db.server'

import { mailsTo, person } from '../support/accounts'
import { startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

let program: Program
let db: Db

beforeAll(async () => {
  const environment = await programDatabase()
  program = await startProgram(environment)
  db = await openDatabase({ url: environment.DATABASE_URL })
})
afterAll(async () => {
  await db.destroy()
  expect(await program.stop()).toBe(0)
})

async function register() {
  const account = { ...person, email: `${crypto.randomUUID()}@example.com` }
  const answer = await fetch(`${program.url}/api/auth/register`, {
    method: 'POST',
    body: new URLSearchParams(account),
  })
  expect(answer.status).toBe(201)
  return account
}

/** Logs in by the page, and returns the cookie that the browser is known by. */
async function logIn({ email, password }: typeof person, userAgent: string, cookie = '') {
  const answer = await fetch(`${program.url}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'User-Agent': userAgent, Cookie: cookie },
    body: new URLSearchParams({ email, password }),
  })
  expect(answer.status).toBe(303)
  return (
    answer.headers
      .getSetCookie()
      .find((value) => value.startsWith('known_device='))
      ?.split(';')[0] ?? ''
  )
}
const notices = async (email: string) =>
  (await mailsTo(db, email)).filter(({ kind }) => kind === 'new device').length

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'

test('a login in another browser is reported to the owner, and the first one is not', async () => {
  const account = await register()
  await logIn(account, 'a program')
  expect(await notices(account.email)).toBe(0)
  await logIn(account, firefox)
  expect(await notices(account.email)).toBe(1)
})

test('a shared browser stays known to each account that logs in', async () => {
  const [ann, ben] = [await register(), await register()]
  let cookie = ''
  for (const account of [ann, ben]) {
    await logIn(account, 'a program')
    cookie = await logIn(account, firefox, cookie)
  }
  expect([await notices(ann.email), await notices(ben.email)]).toEqual([1, 1])
  for (const browser of ['another name', 'a third name'])
    for (const account of [ann, ben, ann]) cookie = await logIn(account, browser, cookie)
  expect([await notices(ann.email), await notices(ben.email)]).toEqual([1, 1])
  expect(cookie).not.toContain('example.com')
})

test('the cookie of one account does not make the browser known to another', async () => {
  const [ann, ben] = [await register(), await register()]
  const cookie = await logIn(ann, 'a program')
  await logIn(ben, 'a program')
  await logIn(ben, firefox, cookie)
  expect(await notices(ben.email)).toBe(1)
})
