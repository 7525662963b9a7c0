import { brand } from '~/brand.server'
import { once, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { sendReceipt } from '~/domain/mail/receipts.server'
import { consume } from '~/domain/rate-limits/rate-limits.server'
import { contactReceived } from '~/emails/contact-received'

import type { Db } from '../../../db/schema'
import * as queries from './contacts.queries.server'
import type { ContactMessage } from './contacts.schema'

/**
 * Stores a visitor's message, once for each idempotency key, and writes to them that it has arrived. That nobody has responded yet,
 * its status and the caller's address come from the server.
 * @throws {IdempotencyConflict} when the key was used for another message.
 * @throws {TooManyAttempts} when this address has sent too many; a retry is not counted again.
 */
export async function sendContact(
  db: Db,
  message: ContactMessage,
  caller: { address: string | null; key: IdempotencyKey | null },
) {
  return once(db, caller.key, message, async (trx) => {
    await consume(trx, 'contact', caller.address)
    const stored = await queries.insertContact(trx, { ...message, ip_address: caller.address })
    await sendReceipt(trx, {
      kind: 'contact received',
      to: message.email,
      message: contactReceived(brand, message),
    })
    return stored
  })
}
