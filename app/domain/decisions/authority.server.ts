import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'
import { missingAccount } from '~/domain/sessions/end-by-admin.server'

import { authorities, type Authority } from './authority'
import * as queries from './decisions.queries.server'

/** Returns an admin's authority. */
export async function authorityOf(db: Db, adminId: number): Promise<Authority> {
  return (await queries.findAuthority(db, adminId)) ?? 'underwriter'
}

type Outcome = { ok: true } | { ok: false; reason: 'missing' | 'invalid' | 'forbidden'; message: string }

const forbidden = (message: string): Outcome => ({ ok: false, reason: 'forbidden', message })

/** Sets another admin's authority. Only seniors do this, and not for their own account, so that at least one senior remains. */
export async function setAuthority(
  db: Db,
  accountId: number,
  authority: unknown,
  { by }: { by: number },
): Promise<Outcome> {
  const chosen = authorities.find(({ value }) => value === authority)?.value
  if (!chosen) return { ok: false, reason: 'invalid', message: 'Choose underwriter or senior' }
  if (accountId === by) return forbidden('Another senior changes your own authority.')
  return db.transaction().execute(async (trx): Promise<Outcome> => {
    const admins = await queries.lockAdmins(trx, [accountId, by])
    if (admins.find(({ id }) => id === by)?.authority !== 'senior')
      return forbidden('Only a senior changes the authority of others.')
    const account = admins.find(({ id }) => id === accountId)
    if (!account) return { ok: false, reason: 'missing', message: missingAccount }
    if (account.authority === chosen) return { ok: true }
    await queries.updateAuthority(trx, accountId, chosen)
    await recordAudit(trx, {
      userId: by,
      action: 'update',
      entity: 'account',
      entityId: accountId,
      before: { authority: account.authority },
      after: { authority: chosen },
    })
    return { ok: true }
  })
}
