import { brand } from '~/brand.server'
import { once, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { sendReceipt } from '~/domain/mail/receipts.server'
import { consume } from '~/domain/rate-limits/rate-limits.server'
import { contactReceived } from '~/emails/contact-received'

import type { Db } from '../../../db/schema'
import * as queries from './contacts.queries.server'
import type { ContactMessage } from './contacts.schema'

/**
 * Stores a visitor's message, once per idempotency key, and mails the sender a receipt. The server sets `responded`, the status and the IP.
 * @throws {IdempotencyConflict} when the key was used for another message.
 * @throws {TooManyAttempts} when this IP has sent too many; a retry is not counted again.
 */
export async function sendContact(
  db: Db,
  message: ContactMessage,
  caller: { ip: string | null; key: IdempotencyKey | null },
) {
  return once(db, caller.key, message, async (trx) => {
    await consume(trx, 'contact', caller.ip)
    const stored = await queries.insertContact(trx, { ...message, ip_address: caller.ip })
    await sendReceipt(trx, {
      kind: 'contact received',
      to: message.email,
      message: contactReceived(brand, message),
    })
    return stored
  })
}
