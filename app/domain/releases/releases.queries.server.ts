import { sql, type Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'
import { adminName } from '~/domain/accounts/admin-name.queries.server'

function releases(db: Db) {
  return db
    .selectFrom('releases as release')
    .leftJoin('users as author', 'author.id', 'release.user_id')
    .leftJoin('users as canceller', 'canceller.id', 'release.cancelled_by')
    .leftJoin('engine_versions as version', 'version.id', 'release.version_id')
    .selectAll('release')
    .select([adminName('author').as('author'), adminName('canceller').as('canceller')])
    .select(['version.filename as version'])
    .select((eb) =>
      eb
        .selectFrom('release_changes')
        .whereRef('release_id', '=', 'release.id')
        .select(sql<number[]>`coalesce(json_agg(change_id order by change_id), '[]')`.as('ids'))
        .as('change_ids'),
    )
}

export type ReleaseRow = NonNullable<Awaited<ReturnType<typeof findRelease>>>

export async function findRelease(db: Db, id: number) {
  return releases(db).where('release.id', '=', id).executeTakeFirst()
}

export async function listScheduled(db: Db) {
  return releases(db).where('release.state', '=', 'scheduled').orderBy('release.live_from').execute()
}

/** Returns the releases that are not scheduled, newest first. */
export async function listPast(db: Db, limit: number) {
  return releases(db)
    .where('release.state', '!=', 'scheduled')
    .orderBy('release.id', 'desc')
    .limit(limit)
    .execute()
}

/** Returns the scheduled releases that failed and that no admin has marked as read, newest first. */
export async function listFailed(db: Db, limit: number) {
  return db
    .selectFrom('releases')
    .select(['id', 'live_from', 'failure'])
    .where('state', '=', 'failed')
    .where('seen_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Returns the ids of the scheduled releases whose time has come, in the order of their times. */
export async function listDue(db: Db, now: Date) {
  const rows = await db
    .selectFrom('releases')
    .select('id')
    .where('state', '=', 'scheduled')
    .where('live_from', '<=', now)
    .orderBy('live_from')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the scheduled release that a version is part of. */
export async function scheduledWith(db: Db, versionId: number) {
  const row = await db
    .selectFrom('releases')
    .select('id')
    .where('state', '=', 'scheduled')
    .where('version_id', '=', versionId)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Locks a release until the transaction ends. Returns false if it is not scheduled any more. */
export async function lockScheduled(trx: Db, id: number) {
  const row = await trx
    .selectFrom('releases')
    .select('state')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row?.state === 'scheduled'
}

export async function insertRelease(
  trx: Db,
  release: Insertable<Database['releases']>,
  changeIds: readonly number[],
) {
  const { id } = await trx
    .insertInto('releases')
    .values({ ...release, ended_at: release.state === 'live' ? sql<Date>`now()` : null })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (changeIds.length > 0)
    await trx
      .insertInto('release_changes')
      .values(changeIds.map((change_id) => ({ release_id: id, change_id })))
      .execute()
  return id
}

type End =
  { state: 'live' } | { state: 'cancelled'; cancelled_by: number } | { state: 'failed'; failure: string }

export async function endRelease(trx: Db, id: number, end: End) {
  await trx
    .updateTable('releases')
    .set({ ...end, ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Marks a failed release as read. Returns false if it is not a failed one that is unread. */
export async function markSeen(trx: Db, id: number) {
  const { numUpdatedRows } = await trx
    .updateTable('releases')
    .set({ seen_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .where('seen_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
