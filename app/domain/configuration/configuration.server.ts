import { isUniqueViolation } from '../../../db/errors'
import type { Db } from '../../../db/schema'
import { lockUndoOf, recordAudit } from '~/domain/audit/audit.server'
import {
  guardConfiguration,
  isUnchanged,
  lockChecked,
  overtaken,
  type Guarded,
  type GuardSandbox,
} from '~/domain/engine-versions/configuration-guard.server'
import type { ConfigurationPart, GateConfiguration, Row } from '~/domain/engine-versions/gate/draws'
import { firstResult, onceUnlessRefused, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { parseId } from '~/domain/ids'
import { pageSize, takePage } from '~/lists/list-page'
import { listInBatches } from '~/lists/list-in-batches.server'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'

import { collections, type Collection } from './collections'
import { recordSchema } from './collections.schema'
import * as queries from './configuration.queries.server'
import type { ConfigurationRow, RecordPage } from './configuration.queries.server'
import { withRow } from './with-row'

export type { ConfigurationRow } from './configuration.queries.server'

/** The result of a change, or why nothing was changed. */
export type ConfigurationOutcome =
  /** `entry` is that in the audit log, and `change` what an update has changed; an update that changes nothing has neither. */
  | { ok: true; row: ConfigurationRow; entry?: number; change?: { before: object; after: object } }
  | { ok: false; reason: 'invalid'; errors: FieldError[] }
  /** Another record has the name. */
  | { ok: false; reason: 'taken'; message: string }
  /** The record has changed since it was read; `current` is its present state. */
  | { ok: false; reason: 'conflict'; current: ConfigurationRow }
  | { ok: false; reason: 'missing' }
  /** The engine in use would give absurd prices under the change, or could not be run. */
  | { ok: false; reason: 'refused' | 'busy'; message: string }
  /** Another change went live while this one was checked. */
  | typeof overtaken

/** Returns the collection of a URL slug, or null. */
export function collectionOf(slug: string | undefined): Collection | null {
  return Object.values(collections).find((collection) => collection.slug === slug) ?? null
}

/**
 * Returns records of a collection, in the order of creation by default, or sorted by a column. Without a limit: all of them. `search` matches columns
 * with text, ignoring case, and ids; a large table is searched in several statements.
 */
export async function listRecords(
  db: Db,
  collection: Collection,
  { search, ...page }: RecordPage = {},
): Promise<ConfigurationRow[]> {
  if (search === undefined) return queries.listRows(db, collection, page)
  const matches: ConfigurationRow[] = []
  let { cursor } = page
  for (;;) {
    const limit = page.limit === undefined ? undefined : page.limit - matches.length
    const { rows, upTo } = await queries.searchRows(db, collection, search, { ...page, cursor, limit })
    matches.push(...rows)
    if (upTo === null || rows.length === limit) return matches
    cursor = upTo
  }
}

/**
 * Returns a page of records. A long search stops early: `searchedTo` is the last record that was searched, after which the next
 * page continues.
 */
export async function searchRecords(
  db: Db,
  collection: Collection,
  { search, limit = collection.pageSize ?? pageSize, ...page }: RecordPage,
): Promise<{ rows: ConfigurationRow[]; nextCursor: number | null; searchedTo: number | null }> {
  const part = { ...page, limit: limit + 1 }
  const read =
    search === undefined
      ? { rows: await queries.listRows(db, collection, part), upTo: null }
      : await queries.searchRows(db, collection, search, part)
  const { rows, nextCursor } = takePage(read.rows, limit)
  const { upTo } = read
  // A search for an id finds its record at any position.
  const id = search === undefined || upTo === null || page.cursor !== undefined ? null : parseId(search)
  const named = id === null || rows.some((row) => row.id === id) ? null : await findRecord(db, collection, id)
  return {
    rows: named ? [named, ...rows] : rows,
    nextCursor,
    searchedTo: nextCursor === null ? upTo : null,
  }
}

/** Counts the records of a collection, to one more than `max` at most. */
export function countRecords(db: Db, { table }: Collection, max: number) {
  return queries.countRows(db, table, max)
}

/** Whether a collection has more records than a page shows. */
export async function hasPages(db: Db, collection: Collection) {
  const size = collection.pageSize ?? pageSize
  return (await countRecords(db, collection, size)) > size
}

/** A larger table is not sorted by its columns, which have no indexes. */
export const sortedUpTo = 10_000

/** Returns records in batches, for calls: a table may have any number of them. */
export function recordBatches(db: Db, collection: Collection, page: RecordPage) {
  return listInBatches(db, page, (reader, batch) => listRecords(reader, collection, batch))
}

export async function findRecord(db: Db, collection: Collection, id: number) {
  return (await queries.findRow(db, collection.table, id)) ?? null
}

/** Who changes a record, and the entry of the audit log that the change takes back, if any. */
type Changing = { by: number; sandbox?: GuardSandbox; undoes?: number }

/**
 * Adds a record. Ignores fields that are not columns; absent columns get their default. A retry under one idempotency key gets
 * the first result.
 * @throws {IdempotencyConflict} when the key was used for another record.
 */
export async function createRecord(
  db: Db,
  collection: Collection,
  fields: Fields,
  { by, key = null, sandbox, undoes }: Changing & { key?: IdempotencyKey | null },
): Promise<ConfigurationOutcome> {
  const parsed = readNewRecord(collection, fields)
  if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
  // A retry is not checked again: the record that it has added is in its way.
  const first = await firstResult<ConfigurationOutcome>(db, key, parsed.value)
  if (first) return first
  const guarded = await guardRow(db, sandbox, collection, null, parsed.value as Row)
  if (!guarded.ok) return (await takenBy(db, collection, parsed.value, null)) ?? guarded
  return orTaken(collection, parsed.value, async () => {
    const { result } = await onceUnlessRefused(db, key, parsed.value, async (trx) => {
      await lockChecked(trx, guarded)
      // An added record has no row that another undo of the same deletion would have to change.
      const isUndone =
        undoes !== undefined && (await lockUndoOf(trx, { id: undoes, entity: collection.singular })) !== null
      if (isUndone || !(await isUnchanged(trx, guarded)))
        return (await takenBy(trx, collection, parsed.value, null)) ?? overtaken
      const row = await queries.insertRow(trx, collection.table, parsed.value)
      const entry = await recordAudit(trx, {
        ...subject(collection, row.id, by),
        action: 'create',
        after: { ...row, undoes },
      })
      return { ok: true as const, row, entry }
    })
    return result
  })
}

/**
 * Updates the passed columns of a record. `readAt` is the record's `updated_at` as its editor saw it: if it has changed since,
 * nothing is updated. If absent, the last write wins.
 */
export async function updateRecord(
  db: Db,
  collection: Collection,
  id: number,
  fields: Fields,
  { by, readAt, sandbox, undoes }: Changing & { readAt?: Date },
): Promise<ConfigurationOutcome> {
  const values = columnsOf(collection, fields)
  const known = await queries.findRow(db, collection.table, id)
  const changed = known && parseChange(collection, known, fields)
  const next = changed?.ok ? changed.value : null
  const guarded = next ? await guardRow(db, sandbox, collection, id, next as Row) : unchecked
  if (!guarded.ok) return (await takenBy(db, collection, { ...next }, id)) ?? guarded
  return orTaken(collection, values, () =>
    db.transaction().execute(async (trx): Promise<ConfigurationOutcome> => {
      await lockChecked(trx, guarded)
      const before = await queries.lockRow(trx, collection.table, id)
      if (!before) return { ok: false, reason: 'missing' }
      if (readAt && readAt.getTime() !== before.updated_at.getTime())
        return { ok: false, reason: 'conflict', current: before }
      const parsed = parseChange(collection, before, fields)
      if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
      if (!(await isUnchanged(trx, guarded)))
        return (await takenBy(trx, collection, parsed.value, id)) ?? overtaken
      const row = await queries.updateRow(trx, collection.table, id, parsed.value)
      const changes = changesBetween(collection, before, row)
      if (Object.keys(changes.after).length === 0) return { ok: true, row }
      const entry = await recordAudit(trx, {
        ...subject(collection, id, by),
        action: 'update',
        before: changes.before,
        after: { ...changes.after, undoes },
      })
      return { ok: true, row, entry, change: changes }
    }),
  )
}

function parseChange(collection: Collection, row: ConfigurationRow, fields: Fields) {
  const values = { ...columnsOf(collection, row), ...columnsOf(collection, fields) }
  return parseFields(recordSchema(collection), values)
}

export type RecordChange =
  | { ok: true; before: ConfigurationRow; after: Row; changed: string[] }
  | { ok: false; reason: 'invalid'; errors: FieldError[] }
  | { ok: false; reason: 'missing' }

/** Returns a record with the passed columns changed, as `updateRecord` would store it, and the columns that differ. */
export async function readRecordChange(
  db: Db,
  collection: Collection,
  id: number,
  fields: Fields,
): Promise<RecordChange> {
  const before = await queries.findRow(db, collection.table, id)
  if (!before) return { ok: false, reason: 'missing' }
  const parsed = parseChange(collection, before, fields)
  if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
  const after = parsed.value as Row
  const changes = changesBetween(collection, before, { ...before, ...after })
  return { ok: true, before, after, changed: Object.keys(changes.after) }
}

/** Returns a new record with its defaults, as `createRecord` would store it. */
export function readNewRecord(collection: Collection, fields: Fields) {
  return parseFields(recordSchema(collection), columnsOf(collection, fields))
}

/** Whether a record has the passed values already, as when a request is repeated after a lost response. */
export function hasValues(collection: Collection, row: ConfigurationRow, fields: Fields) {
  const parsed = parseChange(collection, row, fields)
  return (
    parsed.ok && Object.keys(changesBetween(collection, row, { ...row, ...parsed.value }).after).length === 0
  )
}

/** Deletes a record and returns its last state; `readAt` is as `updateRecord` takes it. */
export async function deleteRecord(
  db: Db,
  collection: Collection,
  id: number,
  { by, sandbox, undoes, readAt }: Changing & { readAt?: Date },
): Promise<ConfigurationOutcome> {
  const guarded = await guardRow(db, sandbox, collection, id, null)
  if (!guarded.ok) return guarded
  return db.transaction().execute(async (trx): Promise<ConfigurationOutcome> => {
    await lockChecked(trx, guarded)
    const row = await queries.lockRow(trx, collection.table, id)
    if (!row) return { ok: false, reason: 'missing' }
    if (readAt && readAt.getTime() !== row.updated_at.getTime())
      return { ok: false, reason: 'conflict', current: row }
    if (!(await isUnchanged(trx, guarded))) return overtaken
    await queries.deleteRow(trx, collection.table, id)
    const entry = await recordAudit(trx, {
      ...subject(collection, id, by),
      action: 'delete',
      before: row,
      ...(undoes !== undefined && { after: { undoes } }),
    })
    return { ok: true, row, entry }
  })
}

/** The tables that the engine reads, by their place in its configuration. */
export const guardedParts: Partial<Record<Collection['table'], ConfigurationPart>> = {
  coverage_tiers: 'tiers',
  employer_risks: 'employers',
  industry_fallbacks: 'industries',
}

/**
 * Returns why a record could not be stored as `row`, or be deleted (`row` null), now: the engine in use would give absurd prices. Null where it
 * could, or if the check itself failed.
 */
export async function findRefusal(
  db: Db,
  sandbox: GuardSandbox,
  collection: Collection,
  id: number | null,
  row: Row | null,
): Promise<string | null> {
  const guarded = await guardRow(db, sandbox, collection, id, row)
  return !guarded.ok && guarded.reason === 'refused' ? guarded.message : null
}

/** Checks the configuration with a row added (`id` null), replaced, or removed (`row` null). */
async function guardRow(
  db: Db,
  sandbox: GuardSandbox | undefined,
  collection: Collection,
  id: number | null,
  row: Row | null,
): Promise<Guarded> {
  const part = guardedParts[collection.table]
  if (part === undefined || sandbox === undefined) return unchecked
  const change = (configuration: GateConfiguration) => ({
    ...configuration,
    [part]: withRow(part, configuration[part], id ?? 0, row),
  })
  return guardConfiguration(db, sandbox, change, part === 'employers' ? row : null)
}

const unchecked = { ok: true, configuration: null } as const

/**
 * Picks the values of a collection's columns from the passed fields, keyed by column name: callers may use snake_case or the
 * stored names.
 */
function columnsOf(collection: Collection, fields: Fields): Fields {
  const names = new Map(collection.columns.map(({ name }) => [plain(name), name]))
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => {
      const name = names.get(plain(key))
      return name === undefined ? [] : [[name, value]]
    }),
  )
}

/** Normalizes a name: SimDate, sim_date and simdate are one column. */
function plain(name: string) {
  return name.toLowerCase().replaceAll('_', '')
}

/** Returns the columns in which two states of a record differ, with both values. */
export function changesBetween(
  collection: Collection,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
) {
  const changed = collection.columns.map(({ name }) => name).filter((name) => before[name] !== after[name])
  const pick = (row: Record<string, unknown>) => Object.fromEntries(changed.map((name) => [name, row[name]]))
  return { before: pick(before), after: pick(after) }
}

function subject(collection: Collection, entityId: number, by: number) {
  return { userId: by, entity: collection.singular, entityId }
}

async function orTaken(collection: Collection, fields: Fields, work: () => Promise<ConfigurationOutcome>) {
  try {
    return await work()
  } catch (error) {
    if (collection.nameColumn === null || !isUniqueViolation(error)) throw error
    const name = String(fields[collection.nameColumn]).trim()
    return { ok: false as const, reason: 'taken' as const, message: collection.taken(name) }
  }
}

/** Returns the rejection of a name that another record has. */
export async function takenBy(
  db: Db,
  { table, nameColumn, taken }: Collection,
  values: Record<string, unknown>,
  id: number | null,
): Promise<{ ok: false; reason: 'taken'; message: string } | null> {
  if (nameColumn === null) return null
  const name = String(values[nameColumn])
  if (!(await queries.isNameTaken(db, table, { column: nameColumn, name, exceptId: id }))) return null
  return { ok: false, reason: 'taken', message: taken(name) }
}
