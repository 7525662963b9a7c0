import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Db } from '../../db/schema'
import { openDatabase } from '~/db.server'
import { honeypotName } from '~/ui/honeypot'

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
  await program.stop()
})

function join(path: string, fields: Record<string, string>, cookie = '') {
  return fetch(program.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: cookie },
    body: new URLSearchParams({ intent: 'waitlist', interest_level: 'interested', ...fields }),
  })
}

const entryOf = (email: string) =>
  db.selectFrom('waitlist_submissions').selectAll().where('email', '=', email).executeTakeFirst()

test('an entry from the home page names no source', async () => {
  await join('/', { name: 'Ida', email: 'ida@example.com' })
  expect(await entryOf('ida@example.com')).toMatchObject({ referral_source: null })
})

test('the campaign of a visitor is stored with a later waitlist entry', async () => {
  const landing = await fetch(`${program.url}/faq?utm_source=radio&utm_medium=spot&utm_campaign=spring&x=y`)
  const cookie = landing.headers.get('Set-Cookie') ?? ''
  expect(cookie).toMatch(/HttpOnly; SameSite=Lax/)
  const joined = await join('/contact', { name: 'Uma', email: 'uma@example.com' }, cookie.split(';')[0])
  expect([joined.status, joined.headers.get('Location')]).toEqual([
    303,
    '/contact?sent=waitlist#waitlist-form',
  ])
  expect(await entryOf('uma@example.com')).toMatchObject({
    utm_source: 'radio',
    utm_medium: 'spot',
    utm_campaign: 'spring',
    referral_source: 'website',
    status: 'Pending',
    ip_address: '127.0.0.1',
  })
})

test('a visitor without a campaign, or with a forged cookie, has none', async () => {
  await join('/', { name: 'Vera', email: 'vera@example.com' }, 'campaign=eyJ1dG1fc291cmNlIjoieCJ9')
  expect(await entryOf('vera@example.com')).toMatchObject({ utm_source: null, utm_campaign: null })
})

test('a bot that fills in every field is thanked and not stored', async () => {
  for (const path of ['/', '/contact']) {
    const answer = await join(path, {
      name: 'Bot',
      email: 'bot@example.com',
      [honeypotName]: 'https://spam.example',
    })
    expect(answer.status).toBe(303)
  }
  expect(await entryOf('bot@example.com')).toBeUndefined()
})

test('the same form sent twice is one entry', async () => {
  const fields = { name: 'Twice', email: 'twice@example.com', idempotency_key: crypto.randomUUID() }
  await Promise.all([join('/', fields), join('/', fields), join('/', fields)])
  const rows = await db
    .selectFrom('waitlist_submissions')
    .select('id')
    .where('email', '=', fields.email)
    .execute()
  expect(rows).toHaveLength(1)
})
