import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import {
  endSession,
  readSession,
  rememberedFor,
  removeEndedSessions,
  startSession,
} from '~/domain/sessions/sessions.server'

import { provideDatabase } from '../../support/database'

const provided = provideDatabase()
const caller = { remember: false, userAgent: 'A browser', address: '192.0.2.1' }
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

/** Makes a session look as if it had begun or been used that much earlier. */
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
  const session = await read(token)
  if (!session) throw new Error('The session did not start')
  return { token, maxAge, id: session.id, user: session.user }
}

describe('a session', () => {
  test('has a token of 256 bits of which only the hash is kept', async () => {
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

  test('that is remembered lasts 30 days, however idle; never an admin’s', async () => {
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

  test('that is not remembered ends after a day, however busy', async () => {
    const { token, id } = await started(member)
    await age(id, { begun: '25 hours' })
    expect(await read(token)).toBeNull()
  })

  test('is ended by its token alone, and twice is no error', async () => {
    const [one, other] = [await started(member), await started(member)]
    await endSession(provided.db, one.token)
    await endSession(provided.db, one.token)
    expect(await read(one.token)).toBeNull()
    expect(await read(other.token)).not.toBeNull()
  })

  test.each(['', 'x', 'x'.repeat(5000), "' or 1=1 --", '\u0000'])(
    'is nobody’s with the token %j',
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

test('sessions that have ended are removed, others stay', async () => {
  const live = await started(member)
  const kept = await started(member, true)
  const idle = await started(member)
  await age(idle.id, { seen: '31 minutes' })
  await age(kept.id, { seen: '3 days' })
  await removeEndedSessions(provided.db)
  const ids = (await provided.db.selectFrom('sessions').select('id').execute()).map(({ id }) => id)
  expect(ids).toContain(live.id)
  expect(ids).toContain(kept.id)
  expect(ids).not.toContain(idle.id)
})
