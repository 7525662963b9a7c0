import type { Db } from '../../../db/schema'
import { fingerprint } from '~/domain/hashes.server'

import * as queries from './idempotency.queries.server'
import type { IdempotencyKey } from './idempotency.queries.server'

/** How long a response is stored for retries. */
const retention = 7 * 24 * 60 * 60_000

export type { IdempotencyKey } from './idempotency.queries.server'

/** The key was used before with different content. */
export class IdempotencyConflict extends Error {
  override name = 'IdempotencyConflict'
}

/**
 * Runs `act` once per key, in a transaction: the first call's result (JSON) is stored with the key, and a retry, even a concurrent one,
 * gets that result. Without a key it always runs.
 * @throws {IdempotencyConflict} when the key is reused with different content.
 */
export async function once<Result>(
  db: Db,
  key: IdempotencyKey | null,
  content: NonNullable<unknown> | null,
  act: (trx: Db) => Promise<Result>,
): Promise<{ result: Result; repeated: boolean }> {
  return db.transaction().execute(async (trx) => {
    if (key === null) return { result: await act(trx), repeated: false }
    const hash = fingerprint(content)
    if (await queries.claimKey(trx, key, hash)) {
      const result = await act(trx)
      await queries.storeResult(trx, key, JSON.stringify(result))
      // The first caller gets the JSON that a retry will read, so both see the same.
      return { result: JSON.parse(JSON.stringify(result)) as Result, repeated: false }
    }
    const first = await queries.findResult(trx, key)
    if (!first) throw new Error('A key that was taken is gone')
    return { result: sameContent(first, hash) as Result, repeated: true }
  })
}

/**
 * Like `once`, but stores only a success with the key: after a refusal the same request runs again. A refusal must write nothing: its
 * transaction is committed.
 */
export async function onceUnlessRefused<Outcome extends { ok: boolean }>(
  db: Db,
  key: IdempotencyKey | null,
  content: NonNullable<unknown> | null,
  act: (trx: Db) => Promise<Outcome>,
) {
  return once(db, key, content, async (trx) => {
    const outcome = await act(trx)
    // In this transaction: after it, the key could be that of a later success.
    if (!outcome.ok && key !== null) await queries.deleteKey(trx, key)
    return outcome
  })
}

/** Like `once`, for work that writes with one statement, after counting attempts: without a key it needs no transaction. */
export async function onceByOneStatement<Result>(...args: Parameters<typeof once<Result>>) {
  const [db, key, , act] = args
  return key === null ? { result: await act(db), repeated: false } : once(...args)
}

/** Deletes a key, so that the next request with it runs, after the first one was interrupted. */
export async function forgetKey(db: Db, key: IdempotencyKey | null) {
  if (key !== null) await queries.deleteKey(db, key)
}

/**
 * Returns the stored result of a key's first call; null when the key is new or absent.
 * @throws {IdempotencyConflict} when the key is reused with different content.
 */
export async function firstResult<Result>(
  db: Db,
  key: IdempotencyKey | null,
  content: NonNullable<unknown> | null,
) {
  const first = key && (await queries.findResult(db, key))
  if (!first) return null
  return sameContent(first, fingerprint(content)) as Result
}

function sameContent(first: { request_hash: string; body: unknown }, hash: string) {
  if (first.request_hash !== hash) throw new IdempotencyConflict('This key was used for another request')
  return first.body
}

/** Deletes keys past their retention. */
export async function removeOldKeys(db: Db) {
  await queries.deleteKeysBefore(db, new Date(Date.now() - retention))
}
