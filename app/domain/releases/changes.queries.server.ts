import { sql, type Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'
import { adminName } from '~/domain/accounts/admin-name.queries.server'

/** The scheduled release that a change is part of. */
const scheduledRelease = sql<number | null>`(
  select release.id from release_changes part join releases release on release.id = part.release_id
  where part.change_id = change.id and release.state = 'scheduled' limit 1)`

function changes(db: Db) {
  return db
    .selectFrom('configuration_changes as change')
    .leftJoin('users as author', 'author.id', 'change.user_id')
    .leftJoin('users as decider', 'decider.id', 'change.decided_by')
    .selectAll('change')
    .select([adminName('author').as('author'), adminName('decider').as('decider')])
    .select(scheduledRelease.as('release_id'))
}

export type ChangeRow = NonNullable<Awaited<ReturnType<typeof findChange>>>

export async function findChange(db: Db, id: number) {
  return changes(db).where('change.id', '=', id).executeTakeFirst()
}

/** Returns changes by their ids, in the order of the ids. */
export async function findChanges(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  return changes(db)
    .where('change.id', 'in', [...ids])
    .orderBy('change.id')
    .execute()
}

/** Returns the oldest changes that wait for a release and are not scheduled, and their number. */
export async function listWaiting(db: Db, limit: number) {
  const isWaiting = sql<boolean>`change.state = 'proposed' and ${scheduledRelease} is null`
  const { total } = await db
    .selectFrom('configuration_changes as change')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(isWaiting)
    .executeTakeFirstOrThrow()
  const rows = await changes(db).where(isWaiting).orderBy('change.id').limit(limit).execute()
  return { rows, total: Number(total) }
}

/** Returns the changes of records of a collection that wait for a release, scheduled or not. */
export async function listWaitingFor(db: Db, collection: string, records: readonly number[]) {
  if (records.length === 0) return []
  return changes(db)
    .where('change.state', '=', 'proposed')
    .where('change.collection', '=', collection)
    .where('change.record_id', 'in', [...records])
    .orderBy('change.id')
    .execute()
}

/** Returns the changes that were rejected or withdrawn lately, newest first. */
export async function listRefused(db: Db, limit: number) {
  return changes(db)
    .where('change.state', 'in', ['rejected', 'withdrawn'])
    .orderBy('change.decided_at', 'desc')
    .limit(limit)
    .execute()
}

/** Locks the table until the transaction ends, so that the same change is not proposed twice; it can still be read. */
export async function lockTable(trx: Db) {
  await sql`lock table configuration_changes in share row exclusive mode`.execute(trx)
}

/** Locks changes until the transaction ends. */
export async function lockChanges(trx: Db, ids: readonly number[]) {
  if (ids.length === 0) return
  await trx
    .selectFrom('configuration_changes')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
}

type NewChange = Omit<Insertable<Database['configuration_changes']>, 'before' | 'after'> & {
  before: object | null
  after: object | null
}

function stored({ before, after, ...change }: NewChange) {
  return {
    ...change,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  }
}

/** Returns the id of the same change of the same account, if it waits already. */
export async function findSameChange(db: Db, change: NewChange) {
  const { user_id, collection, action, record_id = null, before, after } = stored(change)
  const row = await db
    .selectFrom('configuration_changes')
    .select('id')
    .where('state', '=', 'proposed')
    .where('user_id', '=', user_id ?? 0)
    .where('collection', '=', collection)
    .where('action', '=', action)
    .where(sql<boolean>`record_id is not distinct from ${record_id}::integer`)
    .where(sql<boolean>`before is not distinct from ${before}::jsonb`)
    .where(sql<boolean>`after is not distinct from ${after}::jsonb`)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function insertChange(trx: Db, change: NewChange) {
  return trx
    .insertInto('configuration_changes')
    .values(stored(change))
    .returning('id')
    .executeTakeFirstOrThrow()
}

export async function decideChanges(
  trx: Db,
  ids: readonly number[],
  decision: {
    state: 'released' | 'rejected' | 'withdrawn'
    decided_by: number | null
    decision_note: string | null
  },
) {
  if (ids.length === 0) return
  await trx
    .updateTable('configuration_changes')
    .set({ ...decision, decided_at: sql<Date>`now()` })
    .where('id', 'in', [...ids])
    .execute()
}
