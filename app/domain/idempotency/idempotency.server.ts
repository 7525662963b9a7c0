import { createHash } from 'node:crypto'

import type { Db } from '../../../db/schema'

import * as queries from './idempotency.queries.server'
import type { IdempotencyKey } from './idempotency.queries.server'

/** How long a first answer is kept for retries. */
const keptFor = 7 * 24 * 60 * 60_000

export type { IdempotencyKey } from './idempotency.queries.server'

/** The key was used before with another content. */
export class IdempotencyConflict extends Error {
  override name = 'IdempotencyConflict'
}

/**
 * Does something once: the first call with a key acts, in a transaction, and its answer (JSON) is kept with the key; a retry,
 * also one that arrives while the first is under way, gets that answer. Without a key it just acts.
 * @throws {IdempotencyConflict} when the key comes back with another content.
 */
export async function once<Answer>(
  db: Db,
  key: IdempotencyKey | null,
  content: unknown,
  act: (trx: Db) => Promise<Answer>,
): Promise<{ answer: Answer; repeated: boolean }> {
  return db.transaction().execute(async (trx) => {
    if (key === null) return { answer: await act(trx), repeated: false }
    const hash = fingerprint(content)
    if (await queries.claimKey(trx, key, hash)) {
      const answer = await act(trx)
      await queries.keepAnswer(trx, key, JSON.stringify(answer))
      // What a retry will read is what the first caller gets, so both see the same JSON.
      return { answer: JSON.parse(JSON.stringify(answer)) as Answer, repeated: false }
    }
    const first = await queries.findAnswer(trx, key)
    if (!first) throw new Error('A key that was taken is gone')
    return { answer: sameContent(first, hash) as Answer, repeated: true }
  })
}

/** Lets the next request with a key act: what the first has begun came to nothing. */
export async function forgetKey(db: Db, key: IdempotencyKey | null) {
  if (key !== null) await queries.deleteKey(db, key)
}

/**
 * What a key's first call was answered; null where the key is new, or is none.
 * @throws {IdempotencyConflict} when the key comes back with another content.
 */
export async function firstAnswer<Answer>(db: Db, key: IdempotencyKey | null, content: unknown) {
  const first = key && (await queries.findAnswer(db, key))
  if (!first) return null
  return sameContent(first, fingerprint(content)) as Answer
}

function sameContent(first: { request_hash: string; body: unknown }, hash: string) {
  if (first.request_hash !== hash) throw new IdempotencyConflict('This key was used for another request')
  return first.body
}

/** Forgets keys that no retry will bring back. */
export async function removeOldKeys(db: Db) {
  await queries.deleteKeysBefore(db, new Date(Date.now() - keptFor))
}

/** A short hash of a content, equal for equal fields whatever their order. */
export function fingerprint(content: unknown) {
  return createHash('sha256').update(canonicalJson(content)).digest('hex')
}

/** JSON with the keys of every object in order. */
export function canonicalJson(content: unknown): string {
  return JSON.stringify(content, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}
