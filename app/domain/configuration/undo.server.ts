import type { Db } from '../../../db/schema'
import { findEntry } from '~/domain/audit/audit.server'
import type { GuardSandbox } from '~/domain/engine-versions/configuration-guard.server'
import { parseId } from '~/domain/ids'
import { isReleased } from '~/domain/releases/changes.server'

import { collections, type Collection } from './collections'
import {
  createRecord,
  deleteRecord,
  findRecord,
  updateRecord,
  type ConfigurationOutcome,
} from './configuration.server'

type Values = Record<string, unknown>
type Change = { collection: Collection; id: number } & (
  | { action: 'create'; after: Values }
  | { action: 'update'; before: Values; after: Values }
  | { action: 'delete'; before: Values }
)

export type UndoOutcome =
  { ok: true; collection: Collection } | { ok: false; reason: 'missing' | 'refused'; message: string }

const refused = (message: string): UndoOutcome => ({ ok: false, reason: 'refused', message })

/** Whether an entry of the audit log is a change of a configuration record. */
export function isConfigurationChange({ entity, action }: { entity: string; action: string }) {
  return /^(?:create|update|delete)$/.test(action) && collectionNamed(entity) !== undefined
}

/**
 * Takes back a change of a configuration record, by its entry in the audit log: an updated record gets its earlier values, an added one is
 * deleted, a deleted one is added again under a new id. Refused if the record has changed since, and where another admin releases changes.
 */
export async function undoChange(
  db: Db,
  entryId: number,
  { by, sandbox, releaseBy }: { by: number; sandbox: GuardSandbox; releaseBy: 'one' | 'two' },
): Promise<UndoOutcome> {
  const change = await findChange(db, entryId)
  if (change === null)
    return { ok: false, reason: 'missing', message: 'There is no such change of a configuration record.' }
  const { collection, id } = change
  if (releaseBy === 'two' && isReleased(collection))
    return refused(
      'Another admin releases each change of this table. Propose the earlier values by its form.',
    )
  const changing = { by, sandbox, undoes: entryId }
  if (change.action === 'delete')
    return outcomeOf(
      collection,
      await createRecord(db, collection, columnsOf(collection, change.before), changing),
    )
  const row = await findRecord(db, collection, id)
  if (row === null) return refused(`The ${collection.singular} has been deleted since.`)
  const later = collection.columns.filter(
    ({ name }) => Object.hasOwn(change.after, name) && !isSame(row[name], change.after[name]),
  )
  if (later.length > 0) {
    const labels = later.map(({ label }) => label.toLowerCase()).join(', ')
    return refused(`Changed again since: ${labels}. Undo the newer change first.`)
  }
  const seen = { ...changing, readAt: row.updated_at }
  return outcomeOf(
    collection,
    change.action === 'create'
      ? await deleteRecord(db, collection, id, seen)
      : await updateRecord(db, collection, id, columnsOf(collection, change.before), seen),
  )
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

function outcomeOf(collection: Collection, outcome: ConfigurationOutcome): UndoOutcome {
  if (outcome.ok) return { ok: true, collection }
  switch (outcome.reason) {
    case 'invalid':
      return refused(outcome.errors.map(({ message }) => message).join('. '))
    case 'missing':
      return refused(`The ${collection.singular} has been deleted since.`)
    case 'changed':
      return refused('Somebody has changed the record at this moment. Look again.')
    default:
      return refused(outcome.message)
  }
}
