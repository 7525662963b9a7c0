import { sql } from 'kysely'

import type { Db } from '../../../db/schema'

export type View = { sessionId: number; viewedAt: Date; path: string }

/**
 * Stores the times at which sessions were last seen, and their page views, of which each session keeps the newest `max`. Locks the
 * sessions in the order of their ids, as other processes do. Ignores sessions that have ended.
 */
export async function insertActivity(
  db: Db,
  seen: ReadonlyMap<number, Date>,
  views: readonly View[],
  max: number,
) {
  const ids = [...seen.keys()]
  const viewed = views.map(({ sessionId }) => sessionId)
  await sql`
    with live as (
      select id from sessions where id = any(${ids}::int[]) order by id for update
    ), seen as (
      update sessions set
        last_seen_at = greatest(last_seen_at, request.seen_at),
        page_views = page_views + cardinality(array_positions(${viewed}::int[], sessions.id))
      from unnest(${ids}::int[], ${[...seen.values()]}::timestamptz[]) as request (id, seen_at)
      where sessions.id = request.id and sessions.id in (select id from live)
    )
    insert into session_views (session_id, viewed_at, path)
    select view.id, viewed_at, path
    from unnest(
      ${viewed}::int[],
      ${views.map(({ viewedAt }) => viewedAt)}::timestamptz[],
      ${views.map(({ path }) => path)}::text[]
    ) with ordinality as view (id, viewed_at, path, number)
    where view.id in (select id from live)
    order by number`.execute(db)
  if (views.length === 0) return
  await sql`
    delete from session_views using (
      select id as session_id, (
        select id from session_views where session_id = viewed.id order by id desc limit 1 offset ${max}
      ) as last
      from unnest(${[...new Set(viewed)]}::int[]) as viewed (id)
    ) surplus
    where session_views.session_id = surplus.session_id and session_views.id <= surplus.last`.execute(db)
}

export async function findSessionDetails(db: Db, id: number) {
  return db
    .selectFrom('sessions')
    .select(['created_at', 'last_seen_at', 'expires_at', 'ip_address', 'user_agent', 'page_views'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Newest first. */
export async function listViews(db: Db, sessionId: number) {
  return db
    .selectFrom('session_views')
    .select(['id', 'viewed_at', 'path'])
    .where('session_id', '=', sessionId)
    .orderBy('id', 'desc')
    .execute()
}
