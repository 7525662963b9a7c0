import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'

import type { Db } from '../../../db/schema'
import { register } from '~/domain/accounts/accounts.server'
import { noteDevice, removeOldDevices } from '~/domain/sessions/known-devices.server'

import { mailsTo, person, site } from '../../support/accounts'
import { provideDatabase } from '../../support/database'

const provided = provideDatabase()
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
const home = { isKnown: false, userAgent: chrome, ip: '192.0.2.1' }
let db: Db
let count = 0
let user: { id: number; email: string; email_verified: boolean }

const logIn = (device: Partial<typeof home> = {}) => noteDevice(db, user, { ...home, ...device }, { site })
const notices = async () =>
  (await mailsTo(db, user.email))
    .filter(({ kind }) => kind === 'new device')
    .map(({ body_text }) => body_text)

beforeEach(async () => {
  db = provided.db
  const email = `device${(count += 1)}@example.com`
  await register(db, { ...person, email }, { site, ip: null, key: null })
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  user = { id, email, email_verified: true }
})

test('the first device is not reported; a new one is, once, with what to do', async () => {
  await logIn()
  await logIn()
  expect(await notices()).toEqual([])
  for (let login = 0; login < 3; login += 1) await logIn({ userAgent: safari, ip: '198.51.100.7' })
  const [mail, ...more] = await notices()
  expect(more).toEqual([])
  expect(mail).toContain('Device: Safari on iOS')
  expect(mail).toContain('IP address: 198.51.100.7')
  expect(mail).toMatch(/Time: \w{3} \d\d, \d{4} \d\d:\d\d [AP]M \(UTC\)/i)
  expect(mail).toContain(`${site.appUrl}/account-recovery`)
  expect(mail).toContain(`${site.appUrl}/dashboard#sessions`)
  await logIn()
  expect(await notices()).toHaveLength(1)
})

test('a browser with its cookie is known wherever it is used', async () => {
  await logIn()
  await logIn({ ip: '203.0.113.9', isKnown: true })
  await logIn({ ip: '203.0.113.9' })
  expect(await notices()).toEqual([])
})

test('two logins at once from a new device are one device', async () => {
  await logIn()
  await Promise.all([1, 2, 3].map(() => logIn({ userAgent: safari })))
  expect(await notices()).toHaveLength(1)
})

test('whoever varies the browser and the IP sends five mails a day, and no text of their own', async () => {
  await logIn()
  for (let number = 1; number <= 9; number += 1)
    await logIn({ userAgent: `<b>visit http://evil.example</b> ${number}`, ip: `203.0.113.${number}` })
  const mails = await notices()
  expect(mails).toHaveLength(5)
  expect(mails.join()).toContain('Device: Unknown device')
  expect(mails.join()).not.toContain('evil')
})

test('an address that is not verified gets few mails, and an unknown IP is not named', async () => {
  await logIn()
  user.email_verified = false
  await logIn({ ip: null as unknown as string, userAgent: null as unknown as string })
  expect((await notices()).join()).not.toContain('IP address')
  expect(await notices()).toHaveLength(1)
})

test('devices are stored as hashes, apart for each account, and forgotten after a year', async () => {
  const first = user
  await logIn()
  const email = `device${(count += 1)}@example.com`
  await register(db, { ...person, email }, { site, ip: null, key: null })
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  user = { id, email, email_verified: true }
  await logIn()
  const rows = await db
    .selectFrom('known_devices')
    .selectAll()
    .where('user_id', 'in', [first.id, id])
    .execute()
  expect(new Set(rows.map(({ device_hash }) => Buffer.from(device_hash).toString('hex'))).size).toBe(2)

  await sql`update known_devices set last_seen_at = now() - interval '401 days' where user_id = ${id}`.execute(
    db,
  )
  await removeOldDevices(db)
  const left = await db.selectFrom('known_devices').select('user_id').execute()
  expect(left.map(({ user_id }) => user_id)).toContain(first.id)
  expect(left.map(({ user_id }) => user_id)).not.toContain(id)
})
