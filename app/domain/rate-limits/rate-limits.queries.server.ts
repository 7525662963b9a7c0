import { sql } from 'kysely'

import type { Db } from '../../../db/schema'

/**
 * Counts an attempt if the limit allows it, starting a new window after the last one has ended. A single statement: the row's lock
 * serializes concurrent attempts. Returns false, with no change made, at the limit.
 */
export async function increment(db: Db, key: string, limit: { max: number; seconds: number }) {
  const ended = sql<boolean>`rate_limits.expires_at <= now()`
  const row = await db
    .insertInto('rate_limits')
    .values({ key, hits: 1, expires_at: sql<Date>`now() + make_interval(secs => ${limit.seconds})` })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          hits: sql`case when ${ended} then 1 else rate_limits.hits + 1 end`,
          expires_at: sql`case when ${ended} then excluded.expires_at else rate_limits.expires_at end`,
        })
        .where((eb) => eb.or([ended, eb('rate_limits.hits', '<', limit.max)])),
    )
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the seconds until a key's window ends, by the database's clock; undefined if it has none. */
export async function secondsLeft(db: Db, key: string) {
  const row = await db
    .selectFrom('rate_limits')
    .select(sql<number>`ceil(extract(epoch from expires_at - now()))::integer`.as('seconds'))
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.seconds
}

export async function refund(db: Db, key: string) {
  await db
    .updateTable('rate_limits')
    .set({ hits: sql`hits - 1` })
    .where('key', '=', key)
    .where('hits', '>', 0)
    .execute()
}

export async function deleteLimit(db: Db, key: string) {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute()
}

export async function removeEndedLimits(db: Db) {
  await db
    .deleteFrom('rate_limits')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute()
}
