import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'

import * as queries from './delivery.queries.server'
import { maskSecrets, outbox, type MailState } from './mail.server'

/** Counting goes no further, so that it takes no longer the more mails there are. */
const mostCounted = 1000

/**
 * Mails with how far they have come, newest first: of one state, to addresses that begin so, after the one whose id is `cursor`.
 * Undefined means all.
 */
export async function listDeliveries(
  db: Db,
  filter: { state?: MailState; recipient?: string; cursor?: number; limit: number },
) {
  return queries.listDeliveries(db, filter)
}

/** How many mails are in a state; `more` when there are more than were counted. */
export async function countDeliveries(db: Db, state: MailState) {
  const count = await queries.countState(db, state, mostCounted + 1)
  return { count: Math.min(count, mostCounted), more: count > mostCounted }
}

/** One mail as it was written, its codes and the tokens of its links masked. */
export async function findDelivery(db: Db, id: number) {
  const mail = await queries.findDelivery(db, id)
  if (!mail) return undefined
  const { body_text, ...delivery } = mail
  return { ...delivery, body: maskSecrets(body_text) }
}

/**
 * Puts a mail that was given up, or that waits for its next attempt, back into the outbox: due now, its attempts begun anew, under
 * its own Message-ID. One that is being sent at this moment is left to whoever holds its lease. `by` is the admin's account.
 */
export async function retryMail(
  db: Db,
  id: number,
  { by }: { by: number },
): Promise<{ ok: true } | { ok: false; status: 404 | 409; error: string }> {
  return db.transaction().execute(async (trx) => {
    const mail = await queries.lockDelivery(trx, id)
    if (!mail) return { ok: false, status: 404, error: 'There is no such mail.' }
    if (mail.status === 'sent') return { ok: false, status: 409, error: 'This mail has been sent already.' }
    if (mail.being_sent) return { ok: false, status: 409, error: 'This mail is being sent at this moment.' }
    await queries.beginAnew(trx, id)
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
