import { log } from '~/log.server'

import type { Db } from '../../../db/schema'

import * as queries from './activity.queries.server'
import { partsOf } from './device.server'

/** The number of page views stored per session, the newest. */
export const maxViews = 200
const pathLength = 200

/** Milliseconds for which activity is collected before it is stored. */
const interval = 1000

type Pending = { seen: Map<number, Date>; views: queries.View[]; timer: NodeJS.Timeout }

/** Collected activity by database. Storing it with each request would cost most pages more than their own queries. */
const collected = new WeakMap<Db, Pending>()

function pendingOf(db: Db) {
  const earlier = collected.get(db)
  if (earlier) return earlier
  const timer = setTimeout(() => void storeActivity(db), interval).unref()
  const pending = { seen: new Map<number, Date>(), views: [], timer }
  collected.set(db, pending)
  return pending
}

/** Records a request of a session. It is stored within a second, so its idle time may count that much too long. */
export function recordActivity(db: Db, sessionId: number) {
  pendingOf(db).seen.set(sessionId, new Date())
}

/** Records a page view of a session, which is stored within a second unless the session has ended. */
export function recordView(db: Db, sessionId: number, path: string) {
  const { seen, views } = pendingOf(db)
  const viewedAt = new Date()
  seen.set(sessionId, viewedAt)
  views.push({ sessionId, viewedAt, path: path.slice(0, pathLength) })
}

/** Stores the collected activity now: before it is read, and before the process ends. Logs a failure, which loses it. */
export async function storeActivity(db: Db) {
  const pending = collected.get(db)
  if (!pending) return
  collected.delete(db)
  clearTimeout(pending.timer)
  await queries
    .insertActivity(db, pending.seen, pending.views, maxViews)
    .catch((error: unknown) => log.warn({ err: error }, 'the activity of sessions was not stored'))
}

/** Returns a session's start, device and page views, newest first; null if it has ended. */
export async function sessionActivity(db: Db, sessionId: number) {
  await storeActivity(db)
  const [details, views] = await Promise.all([
    queries.findSessionDetails(db, sessionId),
    queries.listViews(db, sessionId),
  ])
  if (!details) return null
  const { user_agent, ...session } = details
  return { ...session, ...partsOf(user_agent), views }
}
