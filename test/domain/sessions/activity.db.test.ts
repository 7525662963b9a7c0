import { beforeEach, expect, test } from 'vitest'

import { recordView, sessionActivity, maxViews } from '~/domain/sessions/activity.server'
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
  await recordView(provided.db, session.id, '/dashboard')
  await recordView(provided.db, session.id, '/faq')
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
  await recordView(provided.db, other.id, '/other')
  for (let number = 1; number <= maxViews + 5; number += 1)
    await recordView(provided.db, session.id, `/page/${number}`)
  const activity = await sessionActivity(provided.db, session.id)
  expect(activity?.page_views).toBe(maxViews + 5)
  expect(activity?.views.map(({ path }) => path)).toEqual(
    Array.from({ length: maxViews }, (_, index) => `/page/${maxViews + 5 - index}`),
  )
  expect((await sessionActivity(provided.db, other.id))?.views).toHaveLength(1)
})

test('a long path is truncated', async () => {
  await recordView(provided.db, session.id, `/${'x'.repeat(5_000)}`)
  expect((await sessionActivity(provided.db, session.id))?.views[0]?.path).toHaveLength(200)
})

test('an ended session stores no views and leaves none', async () => {
  await recordView(provided.db, session.id, '/dashboard')
  await endSession(provided.db, session.token)
  await recordView(provided.db, session.id, '/faq')
  expect(await sessionActivity(provided.db, session.id)).toBeNull()
  const remaining = await provided.db
    .selectFrom('session_views')
    .select('id')
    .where('session_id', '=', session.id)
    .execute()
  expect(remaining).toEqual([])
})
