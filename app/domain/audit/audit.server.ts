import type { Db } from '../../../db/schema'
import { instantsOf } from '~/domain/dates'

import { reads } from './audit-list'
import { changeSummary } from './change-summary'
import * as queries from './audit.queries.server'
import { findRecords, keyOf, namesOf, quotesOf } from './record-names.server'

/** An action on a record, as stored in the audit log. */
export type AuditEntry = {
  /** The acting account; null for an action of the system or of a deleted account. */
  userId: number | null
  /** A verb: 'approve', 'delete', 'retry'. */
  action: string
  /** A kind of record, and the id or name of the record. */
  entity: string
  entityId?: number | string
  /** Values before and after, without secrets and with no more personal data than the change needs. */
  before?: object
  after?: object
}

/** Writes an entry, in the transaction of the change: both happen or neither. Returns its number. */
export async function recordAudit(trx: Db, entry: AuditEntry) {
  const { userId, action, entity, entityId, before, after } = entry
  return queries.insertEntry(trx, {
    user_id: userId,
    action,
    entity,
    entity_id: entityId === undefined ? null : String(entityId),
    before: before === undefined ? null : JSON.stringify(before),
    after: after === undefined ? null : JSON.stringify(after),
  })
}

/**
 * Removes the notes, which may be about a person, and other personal fields from the entries on some records; `entity` is the name of their
 * kind.
 */
export async function removeNotes(
  trx: Db,
  entity: string,
  ids: readonly number[],
  fields: readonly string[] = [],
) {
  if (ids.length > 0) await queries.deleteFields(trx, entity, ids.map(String), ['note', 'notes', ...fields])
}

export type AuditFilter = {
  /** Part of the actor's name or email, or the id of their account. */
  who?: string
  entity?: string
  action?: string
  /** The number of a record, or the beginning of its name. */
  record?: string
  /** Leaves out reads. */
  kind?: 'changes'
  /** The first and the last day, YYYY-MM-DD in UTC, both included. */
  from?: string
  to?: string
}

/** Returns entries newest first, after the one whose id is `cursor`, each with its changes. */
export async function listEntries(
  db: Db,
  { from, to, record, kind, ...filter }: AuditFilter,
  page: { cursor?: number; limit: number },
) {
  const rows = await queries.listEntries(db, {
    ...filter,
    ...page,
    ...instantsOf({ from, to }),
    ...(record !== undefined && { records: await findRecords(db, record) }),
    without: kind === 'changes' ? reads : [],
  })
  return named(db, rows)
}

/** Adds to entries their changes, the names of their records and the applications that these belong to. */
async function named(db: Db, rows: Awaited<ReturnType<typeof queries.listEntries>>) {
  const entries = rows.map(({ before, after, ...entry }) => ({
    ...entry,
    fields: compareRecords(before, after),
  }))
  const [names, quotes] = [await namesOf(db, entries), await quotesOf(db, entries)]
  return entries.map((entry) => ({
    ...entry,
    name: names.get(keyOf(entry)) ?? null,
    quote: quotes.get(`${entry.entity} ${entry.entity_id}`) ?? null,
  }))
}

/**
 * Returns the changes of what the engine rates with that went live without a release, newest first, after the one whose id is `cursor`,
 * each in a line of words. `undone`: a later one took it back. `overwritten`: its fields have changed again.
 */
export async function listDirectChanges(db: Db, page: { cursor?: number; limit: number }) {
  const entries = await named(db, await queries.listDirect(db, page))
  const ids = entries.map(({ id }) => id)
  const [undone, overwritten] = [await queries.listUndone(db, ids), await queries.listOverwritten(db, ids)]
  return entries.map(({ fields, email: _, quote: __, ...entry }) => ({
    ...entry,
    summary: summaryOf({ ...entry, fields }),
    undone: undone.includes(entry.id),
    overwritten: overwritten.includes(entry.id),
  }))
}

/**
 * Returns the entries of updates and deletions that went live with a release, by the id of the change. `undone` and `overwritten` as of a
 * direct change.
 */
export async function listReleasedChanges(
  db: Db,
  changes: readonly { id: number; entity: string; record: number }[],
) {
  const entries = await queries.listReleased(db, changes)
  const ids = entries.map(({ id }) => id)
  const [undone, overwritten] = [await queries.listUndone(db, ids), await queries.listOverwritten(db, ids)]
  return entries.map(({ id, change }) => ({
    entry: id,
    change,
    undone: undone.includes(id),
    overwritten: overwritten.includes(id),
  }))
}

/** What changed: 'Base premium: 35 → 38'. An added or deleted record has all its fields in the log. */
function summaryOf(entry: Omit<Awaited<ReturnType<typeof named>>[number], 'email' | 'quote'>) {
  const { action, entity, fields } = entry
  if (action === 'create') return 'A new record'
  if (action === 'delete') return 'The whole record'
  const after = (field: string) => fields.find(({ name }) => name === field)?.after ?? null
  if (entity === 'engine version') return [after('filename'), after('note')].filter(Boolean).join(': ')
  return changeSummary({ ...entry, fields: fields.filter(({ name }) => name !== 'undoes') })
}

/** Returns an entry with its states before and after; null if there is none. */
export async function findEntry(db: Db, id: number) {
  return (await queries.findEntry(db, id)) ?? null
}

/** Returns the name of an entry's record, or its number where it has none. */
export async function findRecordName(db: Db, entry: NonNullable<Awaited<ReturnType<typeof findEntry>>>) {
  const named = { ...entry, fields: compareRecords(entry.before, entry.after) }
  return (await namesOf(db, [named])).get(keyOf(named)) ?? entry.entity_id
}

export { listOverwritten, listUndone } from './audit.queries.server'

/** Returns when and by whom a change was undone; null if it was not, or if the undo was undone. */
export async function findUndoOf(db: Db, entry: { id: number; entity: string }) {
  const undo = await queries.findUndoOf(db, entry)
  return undo && !(await queries.findUndoOf(db, undo)) ? undo : null
}

/** Like `findUndoOf`, after other undos of the change have ended; those that follow wait until the transaction ends. */
export async function lockUndoOf(trx: Db, entry: { id: number; entity: string }) {
  await queries.lockEntry(trx, entry.id)
  return findUndoOf(trx, entry)
}

/** Returns the filter options of the log: its kinds of records and its verbs, in alphabetical order. */
export async function listAuditKinds(db: Db) {
  const [entities, actions] = await Promise.all([
    queries.listNames(db, 'entity'),
    queries.listNames(db, 'action'),
  ])
  return { entities: entities.toSorted(), actions: actions.toSorted() }
}

/** A field of a record before and after a change; null where it had no value, or the record did not exist. */
export type ComparedField = { name: string; before: string | null; after: string | null; changed: boolean }

/** Compares the fields of two states of a record, changed ones first. */
export function compareRecords(before: unknown, after: unknown): ComparedField[] {
  const [old, young] = [fieldsOf(before), fieldsOf(after)]
  const fields = [...new Set([...old.keys(), ...young.keys()])].map((name) => {
    const [was, is] = [old.get(name) ?? null, young.get(name) ?? null]
    return { name, before: was, after: is, changed: was !== is }
  })
  return fields.toSorted((one, other) => Number(other.changed) - Number(one.changed))
}

function fieldsOf(state: unknown) {
  if (state === null || state === undefined) return new Map<string, string | null>()
  const entries =
    typeof state === 'object' && !Array.isArray(state) ? Object.entries(state) : [['value', state]]
  return new Map(
    entries.map(([name, value]) => [
      String(name),
      typeof value === 'string' || value === null ? value : JSON.stringify(value),
    ]),
  )
}
