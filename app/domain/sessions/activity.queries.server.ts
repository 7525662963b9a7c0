import { sql } from 'kysely'

import type { Db } from '../../../db/schema'

/** Counts a session's page view and stores its path, keeping the newest `max`, in one statement. */
export async function insertView(db: Db, sessionId: number, path: string, max: number) {
  await sql`
    with viewed as (
      update sessions set page_views = page_views + 1 where id = ${sessionId} returning id
    ), added as (
      insert into session_views (session_id, path) select id, ${path} from viewed
    )
    delete from session_views where session_id = ${sessionId} and id <= (
      select id from session_views where session_id = ${sessionId} order by id desc limit 1 offset ${max - 1}
    )`.execute(db)
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
