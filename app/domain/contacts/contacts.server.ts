import type { Db } from '../../../db/schema'
import { once, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'

import * as queries from './contacts.queries.server'
import type { ContactMessage } from './contacts.schema'

/**
 * Stores a visitor's message, once for each idempotency key. That nobody has responded yet, its status and the caller's address
 * come from the server.
 * @throws {IdempotencyConflict} when the key was used for another message.
 */
export async function sendContact(
  db: Db,
  message: ContactMessage,
  caller: { address: string | null; key: IdempotencyKey | null },
) {
  return once(db, caller.key, message, (trx) =>
    queries.insertContact(trx, { ...message, ip_address: caller.address }),
  )
}
