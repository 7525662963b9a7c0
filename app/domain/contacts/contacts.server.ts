import { brand } from '~/brand.server'
import { onceByOneStatement, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { withReceipt } from '~/domain/mail/receipts.server'
import { consume } from '~/domain/rate-limits/rate-limits.server'
import { contactReceivedMail } from '~/emails/contact-received'

import type { Db } from '../../../db/schema'
import * as queries from './contacts.queries.server'
import type { ContactMessage } from './contacts.schema'

/**
 * Stores a visitor's message, once per idempotency key, and mails the sender a receipt. The server sets `responded`, the status, the IP and
 * `quoteId`, the application that it asks about.
 * @throws {IdempotencyConflict} when the key was used for another message.
 * @throws {TooManyAttempts} when this IP has sent too many; a retry is not counted again.
 */
export async function sendContact(
  db: Db,
  message: ContactMessage,
  caller: { ip: string | null; key: IdempotencyKey | null; quoteId?: number },
) {
  return onceByOneStatement(db, caller.key, message, async (trx) => {
    await consume(trx, 'contact', caller.ip)
    const receipt = {
      kind: 'contact received',
      to: message.email,
      message: contactReceivedMail(brand, message, caller.quoteId),
    } as const
    return queries.insertContact(await withReceipt(trx, receipt), {
      ...message,
      ip_address: caller.ip,
      quote_submission_id: caller.quoteId ?? null,
    })
  })
}
