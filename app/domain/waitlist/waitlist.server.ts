import type { Db } from '../../../db/schema'
import { once, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'

import * as queries from './waitlist.queries.server'
import type { WaitlistEntry } from './waitlist.schema'

/**
 * Puts a visitor on the waitlist, once for each idempotency key. Status and address come from the server.
 * @throws {IdempotencyConflict} when the key was used for another entry.
 */
export async function joinWaitlist(
  db: Db,
  entry: WaitlistEntry,
  caller: { address: string | null; key: IdempotencyKey | null },
) {
  return once(db, caller.key, entry, (trx) =>
    queries.insertEntry(trx, { ...entry, ip_address: caller.address }),
  )
}
