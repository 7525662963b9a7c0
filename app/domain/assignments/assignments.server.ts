import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'
import { parseId } from '~/domain/ids'

import * as queries from './assignments.queries.server'

export { findAssignee, listColleagues } from './assignments.queries.server'

/** Reads the id of an admin, or null for nobody (empty in a form); undefined for anything else. */
export function readAdminId(value: unknown): number | null | undefined {
  if (value === null || value === '') return null
  return parseId(String(value)) ?? undefined
}

type Outcome = { ok: true } | { ok: false; reason: 'missing' | 'invalid' | 'conflict'; message: string }

/**
 * Assigns an application to an admin, or to nobody. `base` is the assignee that the page showed, null for nobody: reports a conflict if it
 * has changed. If absent, any assignee is replaced.
 */
export async function assignQuote(
  db: Db,
  quoteId: number,
  to: number | null,
  { by, base }: { by: number; base?: number | null },
): Promise<Outcome> {
  return db.transaction().execute(async (trx): Promise<Outcome> => {
    if (!(await queries.lockQuote(trx, quoteId)))
      return { ok: false, reason: 'missing', message: 'Quote submission not found.' }
    const [assignee, chosen] = await Promise.all([
      queries.findAssignee(trx, quoteId),
      to === null ? null : queries.findAdmin(trx, to),
    ])
    if (chosen === undefined) return { ok: false, reason: 'invalid', message: 'Choose an admin' }
    // Also where the page is out of date: in another tab, or sent again.
    if ((assignee?.id ?? null) === to) return { ok: true }
    if (base !== undefined && base !== (assignee?.id ?? null))
      return {
        ok: false,
        reason: 'conflict',
        message: assignee
          ? `${assignee.name} has taken this application since you opened the page.`
          : 'Somebody has given this application back since you opened the page.',
      }
    await queries.setAssignee(trx, quoteId, to)
    await recordAudit(trx, {
      userId: by,
      action: 'update',
      entity: 'quote submission',
      entityId: quoteId,
      before: { with: assignee?.name ?? null },
      after: { with: chosen?.name ?? null },
    })
    return { ok: true }
  })
}
