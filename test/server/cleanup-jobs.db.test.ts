import { expect, test, vi } from 'vitest'

import { log } from '~/log.server'
import { runCleanupJobs } from '~/server/cleanup-jobs.server'

import { provideDatabase } from '../support/database'

const provided = provideDatabase()

test('each cleanup job that fails is logged by its name, and the others run', async () => {
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => {})
  const [one, other] = [new Error('one'), new Error('other')]
  let ran = 0
  async function removeOne() {
    return Promise.reject(one)
  }
  async function removeOther() {
    return Promise.reject(other)
  }
  async function removeLast() {
    ran += 1
    return Promise.resolve()
  }
  await runCleanupJobs(provided.db, [removeOne, removeOther, removeLast])
  expect(ran).toBe(1)
  expect(warn.mock.calls).toEqual([
    [{ err: one, job: 'removeOne' }, 'a cleanup job failed'],
    [{ err: other, job: 'removeOther' }, 'a cleanup job failed'],
  ])
  warn.mockClear()
  await runCleanupJobs(provided.db)
  expect(warn).not.toHaveBeenCalled()
})

test('an expired link of a recovery is deleted, a valid one stays', async () => {
  const { db } = provided
  const { id: userId } = await db
    .insertInto('users')
    .values({ username: 'Ann', email: 'ann@example.com', password_hash: 'none' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const link = (name: string, minutes: number) => ({
    user_id: userId,
    token_hash: Buffer.from(name),
    expires_at: new Date(Date.now() + minutes * 60_000),
  })
  await db
    .insertInto('account_recoveries')
    .values([link('expired', -1), link('valid', 10)])
    .execute()
  await runCleanupJobs(db)
  const rows = await db.selectFrom('account_recoveries').select('token_hash').execute()
  expect(rows.map(({ token_hash }) => Buffer.from(token_hash).toString())).toEqual(['valid'])
})
