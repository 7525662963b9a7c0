import type { Db } from '../../../db/schema'
import { instantsOf } from '~/domain/dates'

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

export type AuditFilter = {
  /** Part of the name or of the e-mail address of who did it, or the number of that account. */
  who?: string
  entity?: string
  action?: string
  /** The first and the last day, YYYY-MM-DD in UTC. */
  from?: string
  to?: string
}

/** Entries newest first, after the one whose id is `cursor`, with what each of them changed. */
export async function listEntries(
  db: Db,
  { from, to, ...filter }: AuditFilter,
  page: { cursor?: number; limit: number },
) {
  const entries = await queries.listEntries(db, {
    ...filter,
    ...page,
    ...instantsOf({ from, to }),
  })
  return entries.map(({ before, after, ...entry }) => ({ ...entry, fields: compareRecords(before, after) }))
}

/** The kinds of records and the verbs by which the log can be filtered, by the alphabet: those of its latest 10,000 entries. */
export async function listAuditKinds(db: Db) {
  const kinds = await queries.listKinds(db, 10_000)
  const names = (name: 'entity' | 'action') => [...new Set(kinds.map((kind) => kind[name]))].toSorted()
  return { entities: names('entity'), actions: names('action') }
}

/** A field of a record before and after a change; null where the record or the field was not there. */
export type ComparedField = { name: string; before: string | null; after: string | null; changed: boolean }

/** The fields of two states of a record side by side, those that changed first. */
export function compareRecords(before: unknown, after: unknown): ComparedField[] {
  const [old, young] = [fieldsOf(before), fieldsOf(after)]
  const fields = [...new Set([...old.keys(), ...young.keys()])].map((name) => {
    const [was, is] = [old.get(name) ?? null, young.get(name) ?? null]
    return { name, before: was, after: is, changed: was !== is }
  })
  return fields.toSorted((one, other) => Number(other.changed) - Number(one.changed))
}

function fieldsOf(state: unknown) {
  if (state === null || state === undefined) return new Map<string, string>()
  const entries =
    typeof state === 'object' && !Array.isArray(state) ? Object.entries(state) : [['value', state]]
  return new Map(
    entries.map(([name, value]) => [String(name), typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}
