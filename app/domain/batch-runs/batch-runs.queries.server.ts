import type { Db } from '../../../db/schema'

/** Returns the oldest open applications that the engine has never run on. */
export async function listNeverRun(db: Db, limit: number) {
  const rows = await db
    .selectFrom('quote_submissions')
    .select('id')
    .where('status', 'in', ['Pending', 'In review'])
    .where('engine_decision', 'is', null)
    .orderBy('submitted_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
