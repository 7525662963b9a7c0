import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'

import * as queries from './delivery.queries.server'
import { maskSecrets, outbox, type MailState } from './mail.server'

export { listDeliveries } from './delivery.queries.server'

/** Counting stops here, so that its cost does not grow with the number of mails. */
const maxCounted = 1000

/** Counts the mails in a state; `more` when there are more than were counted. */
export async function countDeliveries(db: Db, state: MailState) {
  const count = await queries.countState(db, state, maxCounted + 1)
  return { count: Math.min(count, maxCounted), more: count > maxCounted }
}

/** Returns a mail, with its codes and the tokens of its links masked. */
export async function findDelivery(db: Db, id: number) {
  const mail = await queries.findDelivery(db, id)
  if (!mail) return undefined
  const { body_text, ...delivery } = mail
  return { ...delivery, body: maskSecrets(body_text) }
}

/**
 * Requeues a mail that failed or waits for its next attempt: due now, with its attempts reset, under the same Message-ID. A mail that is
 * being sent is left to the process that leases it. `by` is the admin's account.
 */
export async function retryMail(
  db: Db,
  id: number,
  { by }: { by: number },
): Promise<{ ok: true } | { ok: false; reason: 'missing' | 'conflict'; message: string }> {
  return db.transaction().execute(async (trx) => {
    const mail = await queries.lockDelivery(trx, id)
    if (!mail) return { ok: false, reason: 'missing', message: 'There is no such mail.' }
    if (mail.status === 'sent')
      return { ok: false, reason: 'conflict', message: 'This mail has been sent already.' }
    if (mail.being_sent)
      return { ok: false, reason: 'conflict', message: 'This mail is being sent at this moment.' }
    await queries.resetAttempts(trx, id)
    await recordAudit(trx, {
      userId: by,
      action: 'retry',
      entity: 'mail',
      entityId: id,
      before: { status: mail.status, attempts: mail.attempts },
      after: { status: 'pending', attempts: 0 },
    })
    outbox.dispatchEvent(new Event('enqueued'))
    return { ok: true }
  })
}
