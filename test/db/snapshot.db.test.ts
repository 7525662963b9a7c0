import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Db } from '../../db/schema'
import { withSnapshot } from '../../db/snapshot'

import { onServer, provideDatabase } from '../support/database'

const provided = provideDatabase()

async function* counts(db: Db) {
  for (;;) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from job_roles`.execute(db)
    yield rows[0]!.count
  }
}

const add = () => provided.db.insertInto('job_roles').values({ role_name: crypto.randomUUID() }).execute()
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

test('all chunks are of one snapshot on a server, and of the current state with a single connection', async () => {
  const pieces = withSnapshot(provided.db, counts)
  const { value: first } = await pieces.next()
  await add()
  expect((await pieces.next()).value).toBe(onServer ? first : Number(first) + 1)
  await pieces.return()
})

test.runIf(onServer)('nothing can be written during a snapshot', async () => {
  const writing = withSnapshot(provided.db, async function* (db) {
    yield await db.insertInto('job_roles').values({ role_name: 'written' }).execute()
  })
  await expect(writing.next()).rejects.toMatchObject({ code: '25006' })
})

test.runIf(onServer)(
  'a stream that is abandoned, or read for too long, releases its connection',
  async () => {
    const limits = { idle: 50, total: 60_000 }
    const left = Array.from({ length: 4 }, () => withSnapshot(provided.db, counts, limits))
    await Promise.all(left.map((pieces) => pieces.next())) // one more than the pool has connections
    await wait(100)
    await expect(left[0]!.next()).rejects.toThrow()

    const slow = withSnapshot(provided.db, counts, { idle: 60_000, total: 100 })
    await slow.next()
    await wait(150)
    await expect(slow.next()).rejects.toThrow()
  },
)
