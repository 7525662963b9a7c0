import { beforeEach, expect, test } from 'vitest'

import { maxViews, recordView, sessionActivity, storeActivity } from '~/domain/sessions/activity.server'
import { endSession, readSession, startSession } from '~/domain/sessions/sessions.server'

import { provideDatabase } from '../../support/database'

const provided = provideDatabase()
let session = { id: 0, token: '' }

beforeEach(async () => {
  const email = `${crypto.randomUUID()}@example.com`
  const values = { username: 'Cleo', email, password_hash: 'x' }
  const { id } = await provided.db
    .insertInto('users')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  session = await begin(id)
})

async function begin(userId: number) {
  const caller = {
    remember: false,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
    ip: '192.0.2.7',
  }
  const { token } = await startSession(provided.db, { id: userId, admin: false }, caller)
  return { id: (await readSession(provided.db, token, { renew: true }))?.id ?? 0, token }
}

test('a session lists its page views, newest first, and its origin', async () => {
  recordView(provided.db, session.id, '/dashboard')
  recordView(provided.db, session.id, '/faq')
  const activity = await sessionActivity(provided.db, session.id)
  expect(activity).toMatchObject({
    page_views: 2,
    ip_address: '192.0.2.7',
    program: 'Firefox',
    system: 'Linux',
  })
  expect(activity?.views.map(({ path }) => path)).toEqual(['/faq', '/dashboard'])
})

test('all views are counted, the newest are stored, and other sessions are unaffected', async () => {
  const other = await begin((await readSession(provided.db, session.token, { renew: true }))?.user.id ?? 0)
  recordView(provided.db, other.id, '/other')
  for (let number = 1; number <= maxViews + 5; number += 1)
    recordView(provided.db, session.id, `/page/${number}`)
  const activity = await sessionActivity(provided.db, session.id)
  expect(activity?.page_views).toBe(maxViews + 5)
  expect(activity?.views.map(({ path }) => path)).toEqual(
    Array.from({ length: maxViews }, (_, index) => `/page/${maxViews + 5 - index}`),
  )
  expect((await sessionActivity(provided.db, other.id))?.views).toHaveLength(1)
})

test('a long path is truncated', async () => {
  recordView(provided.db, session.id, `/${'x'.repeat(5_000)}`)
  expect((await sessionActivity(provided.db, session.id))?.views[0]?.path).toHaveLength(200)
})

test('an ended session stores no views and leaves none', async () => {
  recordView(provided.db, session.id, '/dashboard')
  await storeActivity(provided.db)
  await endSession(provided.db, session.token)
  recordView(provided.db, session.id, '/faq')
  expect(await sessionActivity(provided.db, session.id)).toBeNull()
  const remaining = await provided.db
    .selectFrom('session_views')
    .select('id')
    .where('session_id', '=', session.id)
    .execute()
  expect(remaining).toEqual([])
})

test('activity is stored within a second, and only then', async () => {
  const lastSeen = async () => {
    const { last_seen_at } = await provided.db
      .selectFrom('sessions')
      .select('last_seen_at')
      .where('id', '=', session.id)
      .executeTakeFirstOrThrow()
    return last_seen_at.getTime()
  }
  await storeActivity(provided.db)
  const before = await lastSeen()
  await readSession(provided.db, session.token, { renew: true })
  expect(await lastSeen()).toBe(before)
  await expect.poll(lastSeen).toBeGreaterThan(before)
})

test('many sessions are stored at once, each with its own views in order', async () => {
  const { user } = (await readSession(provided.db, session.token, { renew: false }))!
  const sessions = await Promise.all(Array.from({ length: 20 }, () => begin(user.id)))
  for (const path of ['/first', '/second'])
    for (const { id } of [...sessions].reverse()) recordView(provided.db, id, path)
  await storeActivity(provided.db)
  for (const { id } of sessions) {
    const activity = await sessionActivity(provided.db, id)
    expect(activity?.page_views).toBe(2)
    expect(activity?.views.map(({ path }) => path)).toEqual(['/second', '/first'])
  }
})
