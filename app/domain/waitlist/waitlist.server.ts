import { brand } from '~/brand.server'
import { onceByOneStatement, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { withReceipt } from '~/domain/mail/receipts.server'
import { consume } from '~/domain/rate-limits/rate-limits.server'
import { waitlistJoinedMail } from '~/emails/waitlist-joined'

import type { Db } from '../../../db/schema'
import * as queries from './waitlist.queries.server'
import type { WaitlistEntry } from './waitlist.schema'

/**
 * Adds a visitor to the waitlist, once per idempotency key, and mails a receipt. The server sets the status and the IP.
 * @throws {IdempotencyConflict} when the key was used for another entry.
 * @throws {TooManyAttempts} when this IP has sent too many; a retry is not counted again.
 */
export async function joinWaitlist(
  db: Db,
  entry: WaitlistEntry,
  caller: { ip: string | null; key: IdempotencyKey | null },
) {
  return onceByOneStatement(db, caller.key, entry, async (trx) => {
    await consume(trx, 'waitlist', caller.ip)
    const receipt = {
      kind: 'waitlist joined',
      to: entry.email,
      message: waitlistJoinedMail(brand, entry),
    } as const
    return queries.insertEntry(await withReceipt(trx, receipt), { ...entry, ip_address: caller.ip })
  })
}
