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
