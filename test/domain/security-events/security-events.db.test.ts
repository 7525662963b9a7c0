import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'

import type { Db } from '../../../db/schema'
import { changePassword, changeProfile, createAdmin, register } from '~/domain/accounts/accounts.server'
import { recoverByEmail, recoverById, resetPassword } from '~/domain/accounts/recovery.server'
import { verifyEmail } from '~/domain/accounts/verification.server'
import { enterCode } from '~/domain/pitch-deck/pitch-deck.server'
import { consume } from '~/domain/rate-limits/rate-limits.server'
import {
  countSecurityEvent,
  eraseSecurityEvents,
  listSecurityEvents,
  recordSecurityEvent,
  removeOldSecurityEvents,
  writeCountedEvents,
  type SecurityEventFilter,
} from '~/domain/security-events/security-events.server'
import { startSession } from '~/domain/sessions/sessions.server'
import { withClient } from '~/request-context.server'

import { codeOf, person, site, tokenOf, wrongCode } from '../../support/accounts'
import { provideDatabase } from '../../support/database'

const provided = provideDatabase()
let db: Db
let ann: { id: number; email: string }

/** Each test has its own client: the counting of a client's events depends on its earlier ones. */
let client = { ip: '', userAgent: '', requestId: '' }
let clients = 0

beforeEach(async () => {
  db = provided.db
  clients += 1
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
  client = { ip: `203.0.113.${clients}`, userAgent, requestId: `request-${clients}` }
  await writeCountedEvents(db)
  for (const table of ['security_events', 'rate_limits', 'sent_emails', 'users'] as const)
    await db.deleteFrom(table).execute()
  ann = await account('ann@example.com')
})

async function account(email: string) {
  const values = { username: email.split('@')[0] ?? '', email, password_hash: 'x' }
  return db.insertInto('users').values(values).returning(['id', 'email']).executeTakeFirstOrThrow()
}

const list = (filter: SecurityEventFilter = {}, page = {}) => listSecurityEvents(db, filter, page)
const kinds = async (filter: SecurityEventFilter = {}, page = {}) =>
  (await list(filter, page)).map(({ kind }) => kind)
const asClient = <Result>(work: () => Result) => withClient(client, work)

test('an event has its account, client, time and kind, and no details beyond the list', async () => {
  const details = { by: 'owner', sessions: 2, password: 'secret', path: 'x'.repeat(500) }
  await asClient(() => recordSecurityEvent(db, { kind: 'session ended', accountId: ann.id, details }))
  const [event] = await list()
  expect(event).toMatchObject({
    kind: 'session ended',
    account_id: ann.id,
    username: 'ann',
    email: ann.email,
    actor: null,
    ip_address: client.ip,
    device: 'Firefox on Windows',
    request_id: client.requestId,
    hits: 1,
  })
  expect(event?.details).toEqual({ by: 'owner', sessions: 2, path: 'x'.repeat(200) })
})

test('an entered email is stored as its account or as a keyed hash, never as the email', async () => {
  await recordSecurityEvent(db, { kind: 'sign-in failed', email: 'ANN@example.com' })
  await recordSecurityEvent(db, { kind: 'sign-in failed', email: 'Nobody@Example.com' })
  const { rows } = await sql<{ row: string }>`select to_jsonb(e)::text as row from security_events e`.execute(
    db,
  )
  expect(rows.map(({ row }) => row).join()).not.toMatch(/nobody/i)
  expect(await list({ account: 'ann@example.com' })).toMatchObject([
    { account_id: ann.id, unknown_email: false },
  ])
  expect(await list({ account: 'nobody@example.com' })).toMatchObject([
    { account_id: null, unknown_email: true },
  ])
})

test('a failed write is not an error', async () => {
  await recordSecurityEvent(db, { kind: 'sign-in', accountId: 2_000_000_000 })
  const broken = {
    selectFrom: () => {
      throw new Error('away')
    },
  } as unknown as Db
  await recordSecurityEvent(broken, { kind: 'sign-in failed', email: ann.email })
  expect(await list()).toEqual([])
})

describe('many events', () => {
  test('of rejected requests are counted in one row per client, account and hour', async () => {
    const denied = (path: string, accountId: number | null = null) =>
      asClient(() => countSecurityEvent({ kind: 'access denied', accountId, details: { path } }))
    for (let count = 0; count < 20; count += 1) denied('/admin')
    await writeCountedEvents(db)
    for (let count = 0; count < 10; count += 1) denied('/admin/database')
    denied('/admin', ann.id)
    await writeCountedEvents(db)
    expect(await list()).toMatchObject([
      { account_id: ann.id, hits: 1 },
      { account_id: null, hits: 30, ip_address: client.ip, details: { path: '/admin' } },
    ])
  })

  test('of another kind get fifty rows of their own before they are counted', async () => {
    for (let count = 0; count < 60; count += 1)
      await asClient(() => recordSecurityEvent(db, { kind: 'sign-in failed', email: ann.email }))
    await writeCountedEvents(db)
    const events = await list()
    expect(events).toHaveLength(51)
    expect(events[0]).toMatchObject({ hits: 10, account_id: ann.id, ip_address: client.ip })
  })
})

describe('a filter', () => {
  const write = async () => {
    const bob = await account('bob@example.com')
    await asClient(() => recordSecurityEvent(db, { kind: 'sign-in', accountId: ann.id }))
    await recordSecurityEvent(db, { kind: 'sign-out', accountId: bob.id })
    await recordSecurityEvent(db, { kind: 'sign-in failed', email: 'nobody@example.com' })
    return bob
  }

  test('matches kind, account and IP address, and a search matches any of them', async () => {
    const bob = await write()
    expect(await kinds()).toEqual(['sign-in failed', 'sign-out', 'sign-in'])
    expect(await kinds({ kind: 'sign-out' })).toEqual(['sign-out'])
    expect(await kinds({ account: String(ann.id) })).toEqual(['sign-in'])
    expect(await kinds({ account: 'BOB@example.com' })).toEqual(['sign-out'])
    expect(await kinds({ account: 'bo' })).toEqual(['sign-out'])
    expect(await kinds({ account: 'bob@exam' })).toEqual(['sign-out'])
    expect(await kinds({ account: 'example' })).toEqual(['sign-out', 'sign-in'])
    expect(await kinds({ account: '%' })).toEqual([])
    expect(await kinds({ account: '99999999999' })).toEqual([])
    expect(await kinds({ ip: client.ip })).toEqual(['sign-in'])
    expect(await kinds({ ip: client.ip, account: String(bob.id) })).toEqual([])
    for (const [search, expected] of [
      ['sign-in', 'sign-in'],
      [client.ip, 'sign-in'],
      [String(bob.id), 'sign-out'],
      ['nobody@example.com', 'sign-in failed'],
    ] as const)
      expect(await kinds({ search }), search).toEqual([expected])
    expect(await kinds({ search: "'; drop table users; --" })).toEqual([])
  })

  test('includes whole days, and pages by id', async () => {
    await write()
    await sql`update security_events set created_at = '2026-03-02T23:59:59Z' where kind = 'sign-in'`.execute(
      db,
    )
    expect(await kinds({ from: '2026-03-02', to: '2026-03-02' })).toEqual(['sign-in'])
    expect(await kinds({ to: '2026-03-01' })).toEqual([])
    const [first] = await list({}, { limit: 1 })
    await recordSecurityEvent(db, { kind: 'sign-up', accountId: ann.id })
    expect(await kinds({}, { limit: 2, cursor: first?.id })).toEqual(['sign-out', 'sign-in'])
    expect(await kinds({}, { limit: 1, oldestFirst: true })).toEqual(['sign-in'])
  })
})

test('deletes events after 180 days, and with their account', async () => {
  for (const kind of ['sign-in', 'sign-out'] as const)
    await recordSecurityEvent(db, { kind, accountId: ann.id })
  await sql`update security_events set created_at = now() - interval '181 days' where kind = 'sign-in'`.execute(
    db,
  )
  await sql`update security_events set created_at = now() - interval '179 days' where kind = 'sign-out'`.execute(
    db,
  )
  await removeOldSecurityEvents(db)
  expect(await kinds()).toEqual(['sign-out'])
  await eraseSecurityEvents(db, ann)
  expect(await kinds()).toEqual([])
})

describe('an account records', () => {
  const signedUp = { ...person, email: 'new@example.com' }
  const key = () => ({ scope: '/signup', key: crypto.randomUUID() })
  const signUp = (idempotency = key()) => register(db, signedUp, { site, ip: client.ip, key: idempotency })
  const own = () => kinds({ account: signedUp.email }, { oldestFirst: true })
  const user = () =>
    db.selectFrom('users').selectAll().where('email', '=', signedUp.email).executeTakeFirstOrThrow()

  test('its sign-up, and the verification and change of its email', async () => {
    const once = key()
    await signUp(once)
    const code = await codeOf(db, signedUp.email)
    await signUp(once) // a retry
    await signUp()
    const { id } = await user()
    await verifyEmail(db, id, wrongCode(code), { site })
    await verifyEmail(db, id, code, { site })
    expect(await own()).toEqual(['sign-up', 'sign-up', 'verification failed', 'email verified'])
    expect((await list({ kind: 'sign-up' })).map(({ details }) => details)).toEqual([
      { outcome: 'address in use' },
      { outcome: 'created' },
    ])
  })

  test('password changes, with the number of sessions ended, and resets by mail', async () => {
    await signUp()
    const { id, email } = await user()
    const begin = () => startSession(db, { id, admin: false }, { remember: false, userAgent: null, ip: null })
    await begin()
    const passwords = { current_password: person.password, new_password: 'a walker on the shore' }
    await changePassword(db, { id, email }, { ...passwords, current_password: 'wrong' }, { site, session: 0 })
    await changePassword(db, { id, email }, passwords, { site, session: 0 })
    expect(await own()).toEqual(['sign-up', 'password check failed', 'password changed', 'session ended'])
    expect(await list({ kind: 'session ended' })).toMatchObject([
      { details: { by: 'password change', sessions: 1 } },
    ])
    await recoverByEmail(db, email, { site, ip: null })
    await recoverByEmail(db, 'nobody@example.com', { site, ip: null })
    await recoverById(db, { user_id: String(id), email: 'nobody@example.com' }, { site, ip: null })
    const password = 'a runner on the hills'
    await resetPassword(db, { token: await tokenOf(db, email), password }, { site, session: null })
    await resetPassword(db, { token: 'nonsense', password }, { site, session: null })
    expect((await own()).slice(4)).toEqual(['reset requested', 'reset requested', 'password reset'])
    expect(await kinds({ account: 'nobody@example.com' })).toEqual(['reset requested'])
  })

  test('email changes: requested, cancelled and completed', async () => {
    await signUp()
    const { id, email } = await user()
    const profile = { username: 'Ann', full_address: null, region_state: null, occupation: null }
    const owner = { id, email, email_verified: false }
    const change = (to: string, current_password = person.password) =>
      changeProfile(db, owner, { ...profile, email: to, current_password }, { site })
    await change('other@example.com', 'a wrong password')
    await change('other@example.com')
    await change(email)
    await change(email)
    await change('third@example.com')
    await verifyEmail(db, id, await codeOf(db, 'third@example.com'), { site })
    expect(await kinds({ account: String(id) }, { oldestFirst: true })).toEqual([
      'sign-up',
      'password check failed',
      'email change requested',
      'email change cancelled',
      'email change requested',
      'email changed',
    ])
  })
})

test('records deck codes, new administrators and limits', async () => {
  await asClient(() => enterCode(db, 'nonsense', { ip: client.ip }))
  await createAdmin(db, { email: 'root@example.com', password: person.password })
  await createAdmin(db, { email: 'root@example.com', password: person.password })
  for (let count = 0; count < 62; count += 1)
    await asClient(() => consume(db, 'contact', client.ip).catch(() => null))
  await writeCountedEvents(db)
  expect(await list()).toMatchObject([
    { kind: 'limit reached', hits: 2, details: { limit: 'contact' }, ip_address: client.ip },
    { kind: 'admin created', email: 'root@example.com', details: { by: 'command' } },
    { kind: 'deck code failed', ip_address: client.ip },
  ])
})
