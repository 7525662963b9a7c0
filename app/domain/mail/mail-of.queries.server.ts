import { sql, type RawBuilder } from 'kysely'

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
