import type { Db } from '../../../db/schema'
import { findEntry, findUndoOf } from '~/domain/audit/audit.server'
import type { GuardSandbox } from '~/domain/engine-versions/configuration-guard.server'
import type { Row } from '~/domain/engine-versions/gate/draws'
import { parseId } from '~/domain/ids'
import { isReleased } from '~/domain/releases/changes.server'

import { collections, type Collection } from './collections'
import {
  createRecord,
  deleteRecord,
  findRecord,
  findRefusal,
  readNewRecord,
  readRecordChange,
  takenBy,
  updateRecord,
  type ConfigurationOutcome,
  type ConfigurationRow,
} from './configuration.server'

type Values = Record<string, unknown>
type Change = { collection: Collection; id: number } & (
  | { action: 'create'; after: Values }
  | { action: 'update'; before: Values; after: Values }
  | { action: 'delete'; before: Values }
)

export type UndoOutcome =
  /** `id` is the record's, which has another one once it is added again; null if it is deleted. */
  | { ok: true; collection: Collection; id: number | null }
  | { ok: false; reason: 'missing' | 'refused'; message: string }

const refused = (message: string): UndoOutcome => ({ ok: false, reason: 'refused', message })

type Undoing = { sandbox: GuardSandbox; releaseBy: 'one' | 'two' }

/**
 * Takes back a change of a configuration record, by its entry in the audit log: an updated record gets its earlier values, an added one is
 * deleted, a deleted one is added again under a new id. Refused if it is undone already, if the record has changed since, and where another
 * admin releases changes.
 */
export async function undoChange(
  db: Db,
  entryId: number,
  { by, sandbox, releaseBy }: Undoing & { by: number },
): Promise<UndoOutcome> {
  const change = await findChange(db, entryId)
  if (change === null)
    return { ok: false, reason: 'missing', message: 'There is no such change of a configuration record.' }
  const { collection, id } = change
  const row = await findRecord(db, collection, id)
  // After the record was read: an undo since then changes the record that the update below expects.
  if (await findUndoOf(db, { id: entryId, entity: collection.singular }))
    return refused('The change is undone already.')
  const conflict = conflictOf(change, row, releaseBy)
  if (conflict !== null) return refused(conflict)
  const changing = { by, sandbox, undoes: entryId }
  if (change.action === 'delete')
    return outcomeOf(
      collection,
      await createRecord(db, collection, columnsOf(collection, change.before), changing),
    )
  const seen = { ...changing, readAt: row?.updated_at }
  return outcomeOf(
    collection,
    change.action === 'create'
      ? await deleteRecord(db, collection, id, seen)
      : await updateRecord(db, collection, id, columnsOf(collection, change.before), seen),
    { isDeleted: change.action === 'create' },
  )
}

/** What an undo would do: the columns that it sets, as they are stored now; and why it would be refused, or null. */
export type UndoView = {
  fields: { name: string; before: unknown; after: unknown; now: unknown }[]
  obstacle: string | null
}

/** Returns what `undoChange` would do now; null if the entry is no change of a configuration record. */
export async function viewUndo(
  db: Db,
  entryId: number,
  { sandbox, releaseBy }: Undoing,
): Promise<UndoView | null> {
  const change = await findChange(db, entryId)
  if (change === null) return null
  const { collection, id } = change
  const row = await findRecord(db, collection, id)
  const [before, after] = [
    change.action === 'create' ? {} : change.before,
    change.action === 'delete' ? {} : change.after,
  ]
  const fields = collection.columns.flatMap(({ name }) => {
    const field = {
      name,
      before: before[name] ?? null,
      after: after[name] ?? null,
      now: row?.[name] ?? null,
    }
    return isSame(field.before, field.after) ? [] : [field]
  })
  const obstacle =
    conflictOf(change, row, releaseBy) ??
    // Adding a record again never finds one with its id.
    (await rejectionOf(db, sandbox, change, change.action === 'delete' ? null : id))
  return { fields, obstacle }
}

/** Returns why a change of a record cannot be undone now, or null; the record is null if it was deleted. */
function conflictOf(change: Change, row: ConfigurationRow | null, releaseBy: 'one' | 'two') {
  const { collection } = change
  if (releaseBy === 'two' && isReleased(collection))
    return 'Another admin releases each change of this table. Propose the earlier values by its form.'
  if (change.action === 'delete') return null
  if (row === null) return `The ${collection.singular} has been deleted since.`
  const later = collection.columns.filter(
    ({ name }) => Object.hasOwn(change.after, name) && !isSame(row[name], change.after[name]),
  )
  if (later.length === 0) return null
  const labels = later.map(({ label }) => label.toLowerCase()).join(', ')
  return `Changed again since: ${labels}. Undo the newer change first.`
}

/** Returns why the record could not be stored as it was before a change, or not be deleted, or null. */
async function rejectionOf(db: Db, sandbox: GuardSandbox, change: Change, id: number | null) {
  const { collection } = change
  if (change.action === 'create') return findRefusal(db, sandbox, collection, id, null)
  const values = columnsOf(collection, change.before)
  const parsed =
    id === null ? readNewRecord(collection, values) : await readRecordChange(db, collection, id, values)
  if (!parsed.ok) return 'errors' in parsed ? inWords(parsed.errors) : null
  const stored = 'value' in parsed ? (parsed.value as Row) : parsed.after
  const taken = await takenBy(db, collection, stored, id)
  return taken?.message ?? findRefusal(db, sandbox, collection, id, stored)
}

function inWords(errors: readonly { message: string }[]) {
  return errors.map(({ message }) => message).join('. ')
}

async function findChange(db: Db, entryId: number): Promise<Change | null> {
  const entry = await findEntry(db, entryId)
  const collection = entry && collectionNamed(entry.entity)
  const id = parseId(entry?.entity_id)
  if (!collection || id === null) return null
  const [before, after] = [valuesIn(entry.before), valuesIn(entry.after)]
  if (entry.action === 'create' && after) return { collection, id, action: 'create', after }
  if (entry.action === 'update' && before && after) return { collection, id, action: 'update', before, after }
  return entry.action === 'delete' && before ? { collection, id, action: 'delete', before } : null
}

function collectionNamed(entity: string) {
  return Object.values(collections).find(({ singular }) => singular === entity)
}

function valuesIn(state: unknown): Values | null {
  return typeof state === 'object' && state !== null ? (state as Values) : null
}

function columnsOf({ columns }: Collection, values: Values) {
  return Object.fromEntries(
    columns.flatMap(({ name }) => (Object.hasOwn(values, name) ? [[name, values[name]]] : [])),
  )
}

/** Whether a stored value is that of the log, which has it as JSON. */
function isSame(stored: unknown, logged: unknown) {
  return JSON.stringify(stored ?? null) === JSON.stringify(logged ?? null)
}

function outcomeOf(
  collection: Collection,
  outcome: ConfigurationOutcome,
  { isDeleted = false } = {},
): UndoOutcome {
  if (outcome.ok) return { ok: true, collection, id: isDeleted ? null : outcome.row.id }
  switch (outcome.reason) {
    case 'invalid':
      return refused(inWords(outcome.errors))
    case 'missing':
      return refused(`The ${collection.singular} has been deleted since.`)
    case 'conflict':
      return refused('Somebody has changed the record at this moment. Look again.')
    default:
      return refused(outcome.message)
  }
}
