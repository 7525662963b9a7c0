import type { Db } from '../../../db/schema'
import type { Site } from '~/content/metadata'
import { findAccount } from '~/domain/accounts/accounts.server'
import { recordAudit } from '~/domain/audit/audit.server'
import { enqueueMail } from '~/domain/mail/mail.server'
import { recordSecurityEvent } from '~/domain/security-events/security-events.server'
import { signedOutMail } from '~/emails/signed-out'

import { endOwnSession, endSessionsOf } from './sessions.server'

type Outcome = { ok: true; ended: number } | { ok: false; reason: 'missing' | 'conflict'; message: string }

export const missingAccount = 'User not found with this ID'
export const missingSession = 'That session has ended already.'
export const ownSessions = 'Your own sessions are ended under Session Info.'

/**
 * Ends one session of another account, or all of them, and notifies the owner. `by` is the administrator's account, whose own sessions are
 * ended elsewhere.
 */
export async function endSessionsByAdmin(
  db: Db,
  accountId: number,
  { sessionId, by, site }: { sessionId?: number; by: number; site: Site },
): Promise<Outcome> {
  if (accountId === by) return { ok: false, reason: 'conflict', message: ownSessions }
  const outcome = await db.transaction().execute(async (trx): Promise<Outcome> => {
    const account = await findAccount(trx, accountId)
    if (!account) return { ok: false, reason: 'missing', message: missingAccount }
    const isOne = sessionId !== undefined
    const ended = isOne
      ? Number(await endOwnSession(trx, accountId, sessionId))
      : await endSessionsOf(trx, accountId, { except: null })
    if (isOne && ended === 0) return { ok: false, reason: 'missing', message: missingSession }
    if (ended === 0) return { ok: true, ended }
    await recordAudit(trx, {
      userId: by,
      action: isOne ? 'end session' : 'end all sessions',
      entity: 'account',
      entityId: accountId,
      before: { sessions: ended },
    })
    await enqueueMail(trx, {
      kind: 'signed out',
      to: account.email,
      userId: accountId,
      message: signedOutMail(site, { everywhere: !isOne }),
    })
    return { ok: true, ended }
  })
  if (outcome.ok && outcome.ended > 0) {
    const details = { by: 'administrator', sessions: outcome.ended }
    await recordSecurityEvent(db, { kind: 'session ended', accountId, actorId: by, details })
  }
  return outcome
}
