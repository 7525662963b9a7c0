import type { Db } from '../../../db/schema'
import type { Site } from '~/content/metadata'
import { recordAudit } from '~/domain/audit/audit.server'
import { enqueueMail } from '~/domain/mail/mail.server'
import { recordSecurityEvent } from '~/domain/security-events/security-events.server'
import { missingAccount } from '~/domain/sessions/end-by-admin.server'
import { endSessionsOf } from '~/domain/sessions/sessions.server'
import { secondFactorMail } from '~/emails/second-factor'

import { listPasskeys } from './passkeys.queries.server'
import * as queries from './second-factor.queries.server'

type Outcome = { ok: true } | { ok: false; reason: 'missing' | 'conflict'; message: string }

export const ownSecondFactor = 'Your own two-step login is changed under Two-step login.'
const alreadyOff = 'Two-step login is off for this account already.'

/**
 * Removes the second factor of another account whose owner has lost it, ends the account's sessions, and notifies the owner. `by` is the
 * administrator's account.
 */
export async function removeSecondFactorByAdmin(
  db: Db,
  accountId: number,
  { by, site }: { by: number; site: Site },
): Promise<Outcome> {
  if (accountId === by) return { ok: false, reason: 'conflict', message: ownSecondFactor }
  let sessions = 0
  const outcome = await db.transaction().execute(async (trx): Promise<Outcome> => {
    const account = await queries.lockAccount(trx, accountId)
    if (!account) return { ok: false, reason: 'missing', message: missingAccount }
    if (!(await queries.hasSecondFactor(trx, accountId)))
      return { ok: false, reason: 'conflict', message: alreadyOff }
    const app = await queries.findApp(trx, accountId, { since: null })
    const passkeys = await listPasskeys(trx, accountId)
    await queries.deleteAll(trx, accountId)
    sessions = await endSessionsOf(trx, accountId, { except: null })
    await recordAudit(trx, {
      userId: by,
      action: 'remove second factor',
      entity: 'account',
      entityId: accountId,
      before: { authenticator_app: app !== undefined, passkeys: passkeys.length, sessions },
    })
    await enqueueMail(trx, {
      kind: 'second factor',
      to: account.email,
      userId: accountId,
      message: secondFactorMail(site, 'removed by an administrator'),
    })
    return { ok: true }
  })
  if (!outcome.ok) return outcome
  const details = { by: 'administrator', outcome: 'removed', sessions }
  await recordSecurityEvent(db, { kind: 'second factor changed', accountId, actorId: by, details })
  return outcome
}
