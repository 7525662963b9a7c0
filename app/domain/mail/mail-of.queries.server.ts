import { sql, type Expression, type RawBuilder } from 'kysely'

import type { Db } from '../../../db/schema'

/**
 * The mail to the applicant of a quote that was put into the outbox in the same transaction as a row, at the same time; null if it was
 * deleted.
 */
export function mailOf(row: {
  quoteId: RawBuilder<unknown>
  at: RawBuilder<unknown>
  kinds: readonly string[]
}) {
  return sql<{ id: number; status: 'pending' | 'sent' | 'failed' } | null>`(
    select json_build_object('id', mail.id, 'status', mail.status)
    from sent_emails mail join quote_submissions quote
      on lower(mail.recipient) = lower(quote.email) or mail.user_id = quote.user_id
    where quote.id = ${row.quoteId} and mail.created_at = ${row.at} and mail.kind in (${sql.join(row.kinds)})
    limit 1)`
}

/** Deletes a mail whose link no longer works, unless it has been sent or is being sent. `id` is a query of its id. */
export async function deleteWaitingMail(trx: Db, id: Expression<number | null>) {
  await trx
    .deleteFrom('sent_emails')
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where(sql<boolean>`coalesce(leased_until, now()) <= now()`)
    .execute()
}
