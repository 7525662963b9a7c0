import type { Db } from '../../../db/schema'

import * as queries from './activity.queries.server'
import { partsOf } from './device.server'

/** The number of page views stored per session, the newest. */
export const maxViews = 200
const pathLength = 200

/** Records a page view of a session; does nothing if the session has ended. */
export async function recordView(db: Db, sessionId: number, path: string) {
  await queries.insertView(db, sessionId, path.slice(0, pathLength), maxViews)
}

/** Returns a session's start, device and page views, newest first; null once it has ended. */
export async function sessionActivity(db: Db, sessionId: number) {
  const [details, views] = await Promise.all([
    queries.findSessionDetails(db, sessionId),
    queries.listViews(db, sessionId),
  ])
  if (!details) return null
  const { user_agent, ...session } = details
  return { ...session, ...partsOf(user_agent), views }
}
