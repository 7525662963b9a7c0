import type { Db } from '../../../db/schema'

import * as queries from './audit.queries.server'

/** What somebody did to a record, as the audit log keeps it. */
export type AuditEntry = {
  /** Whose account did it; null where it was nobody's, or one that is gone. */
  userId: number | null
  /** A verb: 'approve', 'delete', 'retry'. */
  action: string
  /** A kind of record and the number or name of the one meant. */
  entity: string
  entityId?: number | string
  /** What changed, before and after, without secrets and without more personal data than the change is about. */
  before?: object
  after?: object
}

/** Writes down what was done, in the transaction that does it: either both happen or neither. */
export async function recordAudit(trx: Db, entry: AuditEntry) {
  const { userId, action, entity, entityId, before, after } = entry
  await queries.insertEntry(trx, {
    user_id: userId,
    action,
    entity,
    entity_id: entityId === undefined ? null : String(entityId),
    before: before === undefined ? null : JSON.stringify(before),
    after: after === undefined ? null : JSON.stringify(after),
  })
}

/** Takes the notes, which may speak of a person, out of the entries on some records; `entity` is a word of their kind's name. */
export async function removeNotes(trx: Db, entity: string, ids: readonly number[]) {
  if (ids.length > 0) await queries.deleteNotes(trx, entity, ids.map(String))
}
