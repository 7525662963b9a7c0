import type { Db } from '../../../db/schema'
import { once, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { mustBeWithinLimit } from '~/domain/rate-limits/rate-limits.server'

import * as queries from './waitlist.queries.server'
import type { WaitlistEntry } from './waitlist.schema'

/**
 * Puts a visitor on the waitlist, once for each idempotency key. Status and address come from the server.
 * @throws {IdempotencyConflict} when the key was used for another entry.
 * @throws {TooManyAttempts} when this address has sent too many; a retry is not counted again.
 */
export async function joinWaitlist(
  db: Db,
  entry: WaitlistEntry,
  caller: { address: string | null; key: IdempotencyKey | null },
) {
  return once(db, caller.key, entry, async (trx) => {
    await mustBeWithinLimit(trx, 'waitlist', caller.address)
    return queries.insertEntry(trx, { ...entry, ip_address: caller.address })
  })
}
