import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import {
  endOwnSession,
  endSession,
  endSessionsOf,
  listSessions,
  readExpiredSession,
  readExpiredAdminId,
  readSession,
  rememberedFor,
  removeEndedSessions,
  startSession,
} from '~/domain/sessions/sessions.server'

import { provideDatabase } from '../../support/database'

const provided = provideDatabase()
const caller = { remember: false, userAgent: 'A browser', ip: '192.0.2.1' }
let admin: { id: number; admin: boolean }
let member: { id: number; admin: boolean }

beforeAll(async () => {
  await createAdmin(provided.db, { email: 'root@example.com', password: 'a long password' })
  const insert = provided.db
    .insertInto('users')
    .values({ username: 'Ann', email: 'ann@example.com', password_hash: 'x' })
    .returning(['id', 'admin'])
  member = await insert.executeTakeFirstOrThrow()
  admin = await provided.db
    .selectFrom('users')
    .select(['id', 'admin'])
    .where('admin', '=', true)
    .executeTakeFirstOrThrow()
})

const read = (token: string, renew = true) => readSession(provided.db, token, { renew })

/** Moves a session's start or last activity into the past. */
async function age(id: number, changes: { seen?: string; begun?: string }) {
  if (changes.seen)
    await sql`update sessions set last_seen_at = now() - ${changes.seen}::interval where id = ${id}`.execute(
      provided.db,
    )
  if (changes.begun)
    await sql`update sessions set expires_at = expires_at - ${changes.begun}::interval where id = ${id}`.execute(
      provided.db,
    )
}

async function started(account: typeof admin, remember = false) {
  const { token, maxAge } = await startSession(provided.db, account, { ...caller, remember })
  const session = await read(token, false) // activity is stored later, and would overwrite an age
  if (!session) throw new Error('The session did not start')
  return { token, maxAge, id: session.id, user: session.user }
}

describe('a session', () => {
  test('has a token of 256 bits of which only the hash is stored', async () => {
    const { token, id, user } = await started(member)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect((await started(member)).token).not.toBe(token)
    const row = await provided.db
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(token)
    expect(Buffer.from(row.token_hash)).toHaveLength(32)
    expect(user).toMatchObject({ id: member.id, email: 'ann@example.com', admin: false })
    expect(Object.keys(user)).not.toContain('password_hash')
  })

  test('ends after 30 minutes without a request', async () => {
    const { token, id } = await started(admin)
    await age(id, { seen: '29 minutes' })
    expect(await read(token)).not.toBeNull() // and counts as a request
    await age(id, { seen: '29 minutes' })
    expect(await read(token)).not.toBeNull()
    await age(id, { seen: '31 minutes' })
    expect(await read(token)).toBeNull()
  })

  test('is not renewed by a poll', async () => {
    const { token, id } = await started(admin)
    await age(id, { seen: '20 minutes' })
    expect(await read(token, false)).not.toBeNull()
    await age(id, { seen: '31 minutes' })
    expect(await read(token, false)).toBeNull()
    expect(await read(token)).toBeNull()
  })

  test('that is remembered lasts 30 days even when idle; never an admin’s', async () => {
    const remembered = await started(member, true)
    expect(remembered.maxAge).toBe(rememberedFor / 1000)
    await age(remembered.id, { seen: '10 days', begun: '29 days' })
    expect(await read(remembered.token)).not.toBeNull()
    await age(remembered.id, { begun: '2 days' })
    expect(await read(remembered.token)).toBeNull()

    const office = await started(admin, true)
    expect(office.maxAge).toBeNull()
    await age(office.id, { seen: '31 minutes' })
    expect(await read(office.token)).toBeNull()
  })

  test('that is not remembered ends after a day even when active', async () => {
    const { token, id } = await started(member)
    await age(id, { begun: '25 hours' })
    expect(await read(token)).toBeNull()
  })

  test('is ended by its token only, and twice without error', async () => {
    const [one, other] = [await started(member), await started(member)]
    await endSession(provided.db, one.token)
    await endSession(provided.db, one.token)
    expect(await read(one.token)).toBeNull()
    expect(await read(other.token)).not.toBeNull()
  })

  test.each(['', 'x', 'x'.repeat(5000), "' or 1=1 --", '\u0000'])(
    'does not exist for the token %j',
    async (token) => {
      expect(await read(token)).toBeNull()
    },
  )

  test('ends with its account', async () => {
    const { id } = await provided.db
      .insertInto('users')
      .values({ username: 'Ben', email: 'ben@example.com', password_hash: 'x' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { token } = await started({ id, admin: false })
    await provided.db.deleteFrom('users').where('id', '=', id).execute()
    expect(await read(token)).toBeNull()
  })
})

test('ended sessions are deleted, others stay', async () => {
  const live = await started(member)
  const remembered = await started(member, true)
  const idle = await started(member)
  await age(idle.id, { seen: '12 hours 31 minutes' })
  await age(remembered.id, { seen: '3 days' })
  await removeEndedSessions(provided.db)
  const ids = (await provided.db.selectFrom('sessions').select('id').execute()).map(({ id }) => id)
  expect(ids).toContain(live.id)
  expect(ids).toContain(remembered.id)
  expect(ids).not.toContain(idle.id)
})

describe('an expired session', () => {
  const ended = (token: string) => readExpiredSession(provided.db, token)

  test('reports its account and the reason for some hours', async () => {
    const idle = await started(member)
    await age(idle.id, { seen: '31 minutes' })
    const [busy, remembered] = [await started(member), await started(member, true)]
    await age(busy.id, { begun: '25 hours' })
    await age(remembered.id, { begun: '31 days' })
    await removeEndedSessions(provided.db)
    expect(await ended(idle.token)).toEqual({ userId: member.id, reason: 'idle' })
    expect(await ended(busy.token)).toEqual({ userId: member.id, reason: 'expired' })
    expect(await read(idle.token)).toBeNull()
    await age(idle.id, { seen: '12 hours 31 minutes' })
    await removeEndedSessions(provided.db)
    expect(await ended(idle.token)).toBeNull()
  })

  test('reports nothing while it is live, or if it was ended by someone', async () => {
    const [live, remembered, out] = [
      await started(member),
      await started(member, true),
      await started(member),
    ]
    await age(remembered.id, { seen: '3 days' })
    await endSession(provided.db, out.token)
    for (const { token } of [live, remembered, out]) expect(await ended(token)).toBeNull()
    for (const token of ['', 'x']) expect(await ended(token)).toBeNull()
  })
})

describe('an admin’s expired session', () => {
  const lapsed = (token: string) => readExpiredAdminId(provided.db, token)

  test('identifies its admin for twelve hours, and signs nobody in', async () => {
    const { token, id } = await started(admin)
    await age(id, { seen: '31 minutes' })
    await removeEndedSessions(provided.db)
    expect(await lapsed(token)).toBe(admin.id)
    expect(await read(token)).toBeNull()
    await age(id, { seen: '12 hours 31 minutes' })
    expect(await lapsed(token)).toBeNull()
    await removeEndedSessions(provided.db)
    expect(await provided.db.selectFrom('sessions').select('id').where('id', '=', id).execute()).toEqual([])
  })

  test('does so when it reached its maximum lifetime', async () => {
    const { token, id } = await started(admin)
    await age(id, { begun: '1 day' })
    expect(await read(token)).toBeNull()
    expect(await lapsed(token)).toBe(admin.id)
    await age(id, { begun: '13 hours' })
    expect(await lapsed(token)).toBeNull()
  })

  test('identifies nobody if it was ended by someone, or its account is not an admin’s', async () => {
    const [ended, replaced, other] = [await started(admin), await started(admin), await started(member)]
    await age(other.id, { seen: '31 minutes' })
    await endSession(provided.db, ended.token)
    await endSessionsOf(provided.db, admin.id, { except: null })
    for (const { token } of [ended, replaced, other]) expect(await lapsed(token)).toBeNull()
    for (const token of ['', 'x', "' or 1=1 --"]) expect(await lapsed(token)).toBeNull()
  })
})

describe('an account’s list of sessions', () => {
  const windows =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
  let userId = 0
  const start = async (remember = false, userAgent: string | null = null) => {
    const caller = { remember, userAgent, ip: '192.0.2.7' }
    const { token } = await startSession(provided.db, { id: userId, admin: false }, caller)
    const id = (await read(token))?.id ?? 0
    return { id, token }
  }
  const ids = async () => (await listSessions(provided.db, userId)).map(({ id }) => id)

  beforeEach(async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const values = { username: 'Cleo', email, password_hash: 'x' }
    const insert = provided.db.insertInto('users').values(values).returning('id')
    userId = (await insert.executeTakeFirstOrThrow()).id
  })

  test('has only the live sessions, latest activity first', async () => {
    const [first, idle, ended, remembered] = [await start(), await start(), await start(), await start(true)]
    await age(first.id, { seen: '5 minutes' })
    await age(idle.id, { seen: '31 minutes' })
    await age(ended.id, { begun: '25 hours' })
    await age(remembered.id, { seen: '3 days' })
    const last = await start()
    expect(await ids()).toEqual([last.id, first.id, remembered.id])
  })

  test('names each device, and reveals no tokens', async () => {
    const { id } = await start(true, windows)
    const [session, ...others] = await listSessions(provided.db, userId)
    expect(others).toEqual([])
    expect(session).toEqual({
      id,
      created_at: expect.any(Date) as Date,
      last_seen_at: expect.any(Date) as Date,
      expires_at: expect.any(Date) as Date,
      remember: true,
      ip_address: '192.0.2.7',
      device: 'Chrome on Windows',
    })
  })

  test('ends single sessions, but not those of another account', async () => {
    const [one, other] = [await start(), await start()]
    const { id: foreign } = await started(member)
    expect(await endOwnSession(provided.db, userId, foreign)).toBe(false)
    expect(await endOwnSession(provided.db, userId, one.id)).toBe(true)
    expect(await endOwnSession(provided.db, userId, one.id)).toBe(false)
    expect(await ids()).toEqual([other.id])
    expect(await read(one.token)).toBeNull()
    const all = await provided.db.selectFrom('sessions').select('id').execute()
    expect(all.map(({ id }) => id)).toContain(foreign)
  })

  test('ends all sessions except one', async () => {
    const [, current] = [await start(), await start(), await start(true)]
    await endSessionsOf(provided.db, userId, { except: current.id })
    expect(await ids()).toEqual([current.id])
  })
})
