import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'
import type { Collection } from '~/domain/configuration/collections'
import * as records from '~/domain/configuration/configuration.queries.server'
import {
  changesBetween,
  collectionOf,
  guardedParts,
  readNewRecord,
  readRecordChange,
  takenBy,
  type ConfigurationOutcome,
  type ConfigurationRow,
} from '~/domain/configuration/configuration.server'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'

import * as queries from './changes.queries.server'
import type { ChangeRow } from './changes.queries.server'
import { changeNoteSchema, rejectionSchema } from './releases.schema'

export type { ChangeRow } from './changes.queries.server'

export type ChangeAction = ChangeRow['action']

export const proposedMessage = 'Proposed: another admin must release it.'

export type ProposeOutcome =
  | { ok: true; id: number }
  | Extract<ConfigurationOutcome, { ok: false }>
  /** The change sets no other value. */
  | { ok: false; reason: 'unchanged'; message: string }

/** Whether a change of the collection's records can wait for a release: the engine reads its table. */
export function isReleased({ table }: Collection) {
  return guardedParts[table] !== undefined
}

/**
 * Stores a change of a record that waits for its release: nothing is applied. `readAt` is the record's `updated_at` as its editor saw it. Fields: the record's
 * columns, and `change_note`. The same change of the same account is stored once.
 */
export async function proposeChange(
  db: Db,
  collection: Collection,
  { action, id, fields, readAt }: { action: ChangeAction; id: number | null; fields: Fields; readAt?: Date },
  { by }: { by: number },
): Promise<ProposeOutcome> {
  const noted = parseFields(changeNoteSchema, fields)
  if (!noted.ok) return { ok: false, reason: 'invalid', errors: noted.errors }
  const read = await readChange(db, collection, { action, id, fields, readAt })
  if (!read.ok) return read
  const { before, after } = read
  const change = {
    user_id: by,
    collection: collection.slug,
    action,
    record_id: id,
    before,
    after,
    note: noted.value.change_note,
  }
  return db.transaction().execute(async (trx): Promise<ProposeOutcome> => {
    await queries.lockTable(trx)
    const same = await queries.findSameChange(trx, change)
    if (same !== null) return { ok: true, id: same }
    const { id: changeId } = await queries.insertChange(trx, change)
    await audit(trx, { by, action: 'propose', id: changeId, change })
    return { ok: true, id: changeId }
  })
}

type Read =
  | { ok: true; before: Record<string, unknown> | null; after: Record<string, unknown> | null }
  | Extract<ProposeOutcome, { ok: false }>

/** Returns the values of a record before and after a change, as it would be stored; null before it is created, and after it is deleted. */
export async function readChange(
  db: Db,
  collection: Collection,
  { action, id, fields, readAt }: Parameters<typeof proposeChange>[2],
): Promise<Read> {
  if (action === 'create') {
    const parsed = readNewRecord(collection, fields)
    if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
    return (
      (await takenBy(db, collection, parsed.value, null)) ?? { ok: true, before: null, after: parsed.value }
    )
  }
  const current = id === null ? null : await records.findRow(db, collection.table, id)
  if (id === null || !current) return { ok: false, reason: 'missing' }
  if (readAt && readAt.getTime() !== current.updated_at.getTime())
    return { ok: false, reason: 'conflict', current }
  const before = columnValues(collection, current)
  if (action === 'delete') return { ok: true, before, after: null }
  const changed = await readRecordChange(db, collection, id, fields)
  if (!changed.ok) return changed
  if (changed.changed.length === 0) {
    const message = 'There is nothing to propose: no value is changed.'
    return { ok: false, reason: 'unchanged', message }
  }
  const after = changed.after as Record<string, unknown>
  return (await takenBy(db, collection, after, id)) ?? { ok: true, before, after }
}

function columnValues({ columns }: Collection, row: Record<string, unknown>) {
  return Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null]))
}

/** The values of a stored change. */
export type ChangeValues = Pick<ChangeRow, 'collection' | 'action' | 'record_id'> & {
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Returns a stored change with its collection and values. */
export function valuesOf(row: ChangeRow) {
  const collection = collectionOf(row.collection)
  if (!collection) throw new Error(`There is no collection ${row.collection}`)
  return { ...row, ...(row as ChangeValues), collection }
}

/** Returns the columns in which a record is not as it was when its change was proposed. */
export function drift(change: ReturnType<typeof valuesOf>, current: ConfigurationRow | null) {
  const { collection, before } = change
  if (before === null || current === null) return []
  return Object.keys(changesBetween(collection, before, columnValues(collection, current)).after)
}

export type ChangeDecision =
  | { ok: true }
  | { ok: false; reason: 'invalid'; errors: FieldError[] }
  | { ok: false; reason: 'missing' | 'forbidden' | 'conflict'; message: string }

/** Rejects a change, by another admin than its author. Fields: `note`, the reason. */
export async function rejectChange(
  db: Db,
  id: number,
  fields: Fields,
  { by }: { by: number },
): Promise<ChangeDecision> {
  const parsed = parseFields(rejectionSchema, fields)
  if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
  return decide(db, id, { state: 'rejected', by, note: parsed.value.note })
}

/** Withdraws a change, by its author. */
export async function withdrawChange(db: Db, id: number, { by }: { by: number }): Promise<ChangeDecision> {
  return decide(db, id, { state: 'withdrawn', by, note: null })
}

type Decision = { state: 'rejected' | 'withdrawn'; by: number; note: string | null }

async function decide(db: Db, id: number, { state, by, note }: Decision): Promise<ChangeDecision> {
  return db.transaction().execute(async (trx): Promise<ChangeDecision> => {
    await queries.lockChanges(trx, [id])
    const row = await queries.findChange(trx, id)
    if (!row) return { ok: false, reason: 'missing', message: 'There is no such change.' }
    const isAuthor = row.user_id === by
    if (isAuthor !== (state === 'withdrawn')) {
      const message = isAuthor
        ? 'You proposed this change: withdraw it, or let another admin reject it.'
        : 'Only its author can withdraw a change.'
      return { ok: false, reason: 'forbidden', message }
    }
    const refusal = stateRefusal(row)
    if (refusal !== null) return { ok: false, reason: 'conflict', message: refusal }
    await queries.decideChanges(trx, [id], { state, decided_by: by, decision_note: note })
    const action = state === 'rejected' ? 'reject' : 'withdraw'
    await audit(trx, { by, action, id, change: { ...valuesOf(row), collection: row.collection, note } })
    return { ok: true }
  })
}

/** Returns why a change does not wait for a decision, or null. */
export function stateRefusal({ id, state, release_id }: Pick<ChangeRow, 'id' | 'state' | 'release_id'>) {
  if (state !== 'proposed') return `Change ${id} was ${state} already.`
  if (release_id !== null)
    return `Change ${id} is part of release ${release_id}, which is scheduled. Cancel that first.`
  return null
}

type Audited = {
  by: number
  action: string
  id: number
  change: Omit<ChangeValues, 'collection'> & { collection: string; note: string | null }
}

async function audit(trx: Db, { by, action, id, change }: Audited) {
  const { collection, record_id, before, after, note } = change
  const names = Object.keys(before ?? after ?? {}).filter(
    (name) => before === null || after === null || before[name] !== after[name],
  )
  const pick = (values: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, values[name]]))
  await recordAudit(trx, {
    userId: by,
    action,
    entity: 'configuration change',
    entityId: id,
    before: before === null ? undefined : pick(before),
    after: { collection, record: record_id, change: change.action, ...(after && pick(after)), note },
  })
}
