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

test('all pieces are of one state on a server, and of the present one where there is one connection', async () => {
  const pieces = withSnapshot(provided.db, counts)
  const { value: first } = await pieces.next()
  await add()
  expect((await pieces.next()).value).toBe(onServer ? first : Number(first) + 1)
  await pieces.return()
})

test.runIf(onServer)('nothing can be written meanwhile', async () => {
  const writing = withSnapshot(provided.db, async function* (db) {
    yield await db.insertInto('job_roles').values({ role_name: 'written' }).execute()
  })
  await expect(writing.next()).rejects.toMatchObject({ code: '25006' })
})

test.runIf(onServer)('what nobody takes, or takes for too long, gives its connection back', async () => {
  const limits = { piece: 50, whole: 60_000 }
  const left = Array.from({ length: 4 }, () => withSnapshot(provided.db, counts, limits))
  await Promise.all(left.map((pieces) => pieces.next())) // one more than there are connections for
  await wait(100)
  await expect(left[0]!.next()).rejects.toThrow()

  const slow = withSnapshot(provided.db, counts, { piece: 60_000, whole: 100 })
  await slow.next()
  await wait(150)
  await expect(slow.next()).rejects.toThrow()
})
