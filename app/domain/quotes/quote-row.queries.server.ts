import { sql, type RawBuilder } from 'kysely'

import type { Db } from '../../../db/schema'
import { now } from '../../../db/now'

/** Returns the applicant of a quote, which is locked until the transaction ends. */
export async function lockQuote(trx: Db, id: number) {
  return trx
    .selectFrom('quote_submissions')
    .select(['id', 'name', 'email', 'status', 'user_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function setStatus(trx: Db, quoteId: number, state: { status: string; answered?: boolean }) {
  await trx
    .updateTable('quote_submissions')
    .set({ ...state, updated_at: now })
    .where('id', '=', quoteId)
    .execute()
}

/** The status that follows a decision of the engine or of an underwriter: 'Quoted' and 'Withdrawn' stay. */
export function statusAfterDecision(status: RawBuilder<unknown>, isDeclined: RawBuilder<unknown>) {
  return sql<string>`case when ${status} in ('Quoted', 'Withdrawn') then ${status}
    when ${isDeclined} then 'Declined' else 'In review' end`
}
