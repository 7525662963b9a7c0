import { sql } from 'kysely'

import type { Db } from '../../../db/schema'

/** A caller's promise that requests with this key in this scope are the same. */
export type IdempotencyKey = { scope: string; key: string }

/** Claims a key; returns whether it is new. Waits for a transaction that is using it. */
export async function claimKey(trx: Db, { scope, key }: IdempotencyKey, requestHash: string) {
  const row = await trx
    .insertInto('idempotency_keys')
    .values({ scope, key, request_hash: requestHash })
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

export async function storeResult(trx: Db, { scope, key }: IdempotencyKey, body: string) {
  await trx
    .updateTable('idempotency_keys')
    .set({ body: sql`${body}::json` })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute()
}

export async function findResult(trx: Db, { scope, key }: IdempotencyKey) {
  return trx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'body'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function deleteKey(db: Db, { scope, key }: IdempotencyKey) {
  await db.deleteFrom('idempotency_keys').where('scope', '=', scope).where('key', '=', key).execute()
}

export async function deleteKeysBefore(db: Db, time: Date) {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', time).execute()
}
