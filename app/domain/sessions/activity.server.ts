import type { Db } from '../../../db/schema'

import * as queries from './activity.queries.server'
import { partsOf } from './device.server'

/** A session remembers so many of the pages that it was shown last. */
export const viewsKept = 200
const pathLength = 200

/** Writes down that a session was shown a page; one that has ended meanwhile keeps nothing. */
export async function recordView(db: Db, sessionId: number, path: string) {
  await queries.insertView(db, sessionId, path.slice(0, pathLength), viewsKept)
}

/** When and from where a session was begun and what it was shown since, newest first; null once it has ended. */
export async function sessionActivity(db: Db, sessionId: number) {
  const [details, views] = await Promise.all([
    queries.findSessionDetails(db, sessionId),
    queries.listViews(db, sessionId),
  ])
  if (!details) return null
  const { user_agent, ...session } = details
  return { ...session, ...partsOf(user_agent), views }
}
