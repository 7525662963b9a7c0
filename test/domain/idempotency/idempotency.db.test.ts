import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Db } from '../../../db/schema'
import {
  IdempotencyConflict,
  once,
  onceUnlessRefused,
  removeOldKeys,
} from '~/domain/idempotency/idempotency.server'

import { provideDatabase } from '../../support/database'

const provided = provideDatabase()
const content = { a: 1, b: ['x'] }

/** Work that counts its runs. */
async function act(trx: Db) {
  const role_name = `Role ${crypto.randomUUID()}`
  return trx
    .insertInto('job_roles')
    .values({ role_name })
    .returning(['role_name', 'id'])
    .executeTakeFirstOrThrow()
}
const count = async () =>
  (await sql<{ n: number }>`select count(*) as n from job_roles`.execute(provided.db)).rows[0]?.n
const newKey = () => ({ scope: 'test', key: crypto.randomUUID() })

test('a retry gets the first result, and nothing runs twice', async () => {
  const key = newKey()
  const first = await once(provided.db, key, content, act)
  const done = await count()
  expect(first.repeated).toBe(false)
  const second = await once(provided.db, key, { b: ['x'], a: 1 }, act)
  expect(second.repeated).toBe(true)
  expect(JSON.stringify(second.result)).toBe(JSON.stringify(first.result)) // in the same order
  expect(await count()).toBe(done)
})

test('ten concurrent calls run it once', async () => {
  const key = newKey()
  const before = (await count()) ?? 0
  const all = await Promise.all(Array.from({ length: 10 }, () => once(provided.db, key, content, act)))
  expect(new Set(all.map(({ result }) => result.id)).size).toBe(1)
  expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1)
  expect(await count()).toBe(before + 1)
})

test('a key that is reused with different content is rejected', async () => {
  const key = newKey()
  await once(provided.db, key, content, act)
  await expect(once(provided.db, key, { ...content, a: 2 }, act)).rejects.toThrow(IdempotencyConflict)
})

test('failed work can be retried with the same key', async () => {
  const key = newKey()
  await expect(
    once(provided.db, key, content, async (trx) => {
      await act(trx)
      throw new Error('halfway')
    }),
  ).rejects.toThrow('halfway')
  expect((await once(provided.db, key, content, act)).repeated).toBe(false)
})

test('a refusal is not kept: the call that waited for it runs, and its success is the answer to the next', async () => {
  const key = newKey()
  const refused = { ok: false as const, reason: 'busy' }
  let refuse = () => {}
  const wait = new Promise<void>((resolve) => (refuse = resolve))
  const runs: string[] = []
  const call = async (name: string, outcome: { ok: true; id: number } | typeof refused) =>
    onceUnlessRefused<{ ok: true; id: number } | typeof refused>(provided.db, key, content, async () => {
      runs.push(name)
      if (name === 'first') await wait
      return outcome
    })
  const first = call('first', refused)
  while (runs.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  const others = [call('second', { ok: true, id: 2 }), call('third', { ok: true, id: 3 })]
  refuse()
  expect(await first).toEqual({ result: refused, repeated: false })
  const [second, third] = await Promise.all(others)
  expect(second?.result).toMatchObject({ ok: true })
  expect(third?.result).toEqual(second?.result)
  expect(await call('fourth', refused)).toEqual({ result: second?.result, repeated: true })
  expect(runs).toHaveLength(2)
})

test('without a key every call runs, and keys are separate per scope', async () => {
  const before = (await count()) ?? 0
  const { key } = newKey()
  await once(provided.db, null, content, act)
  await once(provided.db, null, content, act)
  await once(provided.db, { scope: 'one', key }, content, act)
  await once(provided.db, { scope: 'two', key }, content, act)
  expect(await count()).toBe(before + 4)
})

test('old keys are deleted, new ones stay', async () => {
  const [old, recent] = [newKey(), newKey()]
  await once(provided.db, old, content, act)
  await once(provided.db, recent, content, act)
  await sql`update idempotency_keys set created_at = now() - interval '8 days' where key = ${old.key}`.execute(
    provided.db,
  )
  await removeOldKeys(provided.db)
  expect((await once(provided.db, old, content, act)).repeated).toBe(false)
  expect((await once(provided.db, recent, content, act)).repeated).toBe(true)
})
