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
