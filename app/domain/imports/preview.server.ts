import type { Db } from '../../../db/schema'
import { showValue } from '~/domain/configuration/record-text'
import { importedCollections } from '~/domain/configuration/collections'
import { guardedParts } from '~/domain/configuration/configuration.server'
import { canonicalJson } from '~/domain/hashes.server'
import { guardChange, type GuardSandbox } from '~/domain/engine-versions/configuration-guard.server'
import { gateConfiguration } from '~/domain/engine-versions/gate/gate.queries.server'
import { configurationImpact, newestInputs, type Impact } from '~/domain/engine-versions/impact.server'
import { isKeyOf } from '~/domain/is-key-of'
import { engineInputs, type EngineInput } from '~/domain/underwriting/underwriting.server'

import type { ImportedCollection } from './bundled-files.server'
import * as queries from './imports.queries.server'
import type { ChangeCounts, ChangedRow, ChangeKind, Merge, RemovedInUse } from './imports.queries.server'

/** A row that would be added, changed or removed: its name, and its values before and after. */
export type RowChange = {
  name: string
  cells: { label: string; before: string | null; after: string | null }[]
  /** The number of values that are not among the cells, if any. */
  more?: number
}

export type TablePreview = ChangeCounts & {
  unchanged: number
  /** The first rows of each kind. */
  rows: Record<'added' | 'changed' | 'removed', RowChange[]>
  /** Rows that would be removed although quotes refer to them. Older previews lack it. */
  inUse?: RemovedInUse[]
  /** That of the table before the changes. Older previews lack it. */
  version?: string
}

/** The number of rows shown of each kind. */
const maxSamples = 50
/** The most new or removed rows that are shown with up to `allCells` of their values: of more rows, each shows `sampledCells`. */
const fewRows = 10
const allCells = 16
const sampledCells = 4

/** The effect of a preview on the newest quotes: totals, and those whose premium, tier or decision changes. */
export type PreviewImpact = Pick<Impact, 'stored' | 'summary' | 'rows'> & { compared: number }

export type PreviewedMerge = Merge & { collection: ImportedCollection }

/**
 * Merges staged rows into their tables to compute the changes, also for the newest quotes, and rolls everything back. `refusal` says why the
 * engine in use would refuse the configuration.
 */
export async function previewChanges(
  db: Db,
  sandbox: GuardSandbox,
  merges: readonly PreviewedMerge[],
): Promise<{ previews: Map<string, TablePreview>; impact: PreviewImpact | null; refusal: string | null }> {
  const previews = new Map<string, TablePreview>()
  const quotes = await newestInputs(db)
  const before = await gateConfiguration(db)
  const { inputs, changed: after } = await tryChanges(db, quotes, async (trx) => {
    for (const { collection, ...merge } of merges) {
      const rows = await queries.countRows(trx, collection.table)
      const version = await queries.tableVersion(trx, collection.table)
      await queries.mergeStaged(trx, collection, merge)
      const preview = await previewTable(trx, collection, merge.runId, rows)
      previews.set(collection.title, { ...preview, version })
    }
    return gateConfiguration(trx, before)
  })
  const changed = [...previews.values()].some(({ added, changed, removed }) => added + changed + removed > 0)
  const guarded = changed ? await guardChange(db, sandbox, { before, after }) : null
  const refusal = guarded === null || guarded.ok ? null : guarded.message
  const impact = changed ? await impactOf(db, sandbox, quotes, inputs) : null
  return { previews, impact, refusal }
}

/** The rows of an import up to which what its undo does to the quotes is worked out. */
const maxUndone = 2_000

/**
 * Returns what an undo of the last import would do to the newest quotes. Null where no table that the engine reads has changed, where no
 * quotes are stored, and for an import of more than `maxUndone` rows.
 */
export async function previewUndo(
  db: Db,
  sandbox: GuardSandbox,
  { runId, tables }: { runId: number; tables: readonly { table: string; changes: number }[] },
): Promise<PreviewImpact | null> {
  const undone = importedCollections.filter(
    ({ table }) =>
      isKeyOf(guardedParts, table) && tables.some((one) => one.table === table && one.changes > 0),
  )
  const total = tables.reduce((sum, { changes }) => sum + changes, 0)
  if (undone.length === 0 || total > maxUndone) return null
  const quotes = await newestInputs(db)
  const { inputs } = await tryChanges(db, quotes, async (trx) => {
    const trial = await queries.insertTrialRun(trx)
    for (const collection of undone) await queries.unmerge(trx, collection, { runId: trial, undone: runId })
  })
  return impactOf(db, sandbox, quotes, inputs)
}

type NewestInputs = Awaited<ReturnType<typeof newestInputs>>

/** Makes changes, reads the engine's inputs for the quotes afterwards, and rolls everything back. */
async function tryChanges<Changed>(
  db: Db,
  quotes: NewestInputs,
  change: (trx: Db) => Promise<Changed>,
): Promise<{ inputs: EngineInput[]; changed: Changed }> {
  const trx = await db.startTransaction().execute()
  try {
    const changed = await change(trx)
    return { changed, inputs: await engineInputs(trx, quotes.quotes, quotes.asOf) }
  } finally {
    await trx.rollback().execute()
  }
}

/** Compares the quotes with other inputs; null if there are none. */
async function impactOf(
  db: Db,
  sandbox: GuardSandbox,
  quotes: NewestInputs,
  inputs: EngineInput[],
): Promise<PreviewImpact | null> {
  if (inputs.length === 0) return null
  const { rows, stored, summary } = await configurationImpact(db, sandbox, quotes, inputs)
  const differing = rows.filter(({ before, after }) => canonicalJson(before) !== canonicalJson(after))
  return { stored, summary, compared: rows.length, rows: differing }
}

async function previewTable(
  trx: Db,
  collection: ImportedCollection,
  runId: number,
  rows: number,
): Promise<TablePreview> {
  const { table } = collection
  const counts = await queries.countChanges(trx, runId, table)
  const samples = async (kind: 'added' | 'changed' | 'removed') =>
    (await queries.listChanges(trx, runId, collection, { kind, limit: maxSamples })).map((row) =>
      changeOf(collection, row, counts[kind] > fewRows ? sampledCells : allCells),
    )
  const unchanged = rows - counts.changed - counts.removed
  return {
    ...counts,
    unchanged,
    rows: {
      added: await samples('added'),
      changed: await samples('changed'),
      removed: await samples('removed'),
    },
    inUse: counts.removed > 0 ? await queries.listRemovedInUse(trx, collection, runId, maxSamples) : [],
  }
}

export type ImportedChange = RowChange & { table: string; kind: ChangeKind }

/**
 * Returns the first `limit` rows of each kind that an import changed, added or removed in each table, as it has left them or, if `isCurrent`,
 * as they are now; for the last import: its changes are stored. Leaves out added rows that were deleted since.
 */
export async function firstChanges(db: Db, runId: number, limit: number, { isCurrent = false } = {}) {
  const found: ImportedChange[] = []
  for (const collection of importedCollections)
    for (const kind of ['changed', 'added', 'removed'] as const) {
      const rows = await queries.listChanges(db, runId, collection, { kind, limit, isCurrent })
      const known = rows.filter(({ before, after }) => before !== null || after !== null)
      found.push(
        ...known.map((row) => ({ table: collection.title, kind, ...changeOf(collection, row, allCells) })),
      )
    }
  return found
}

/** Returns the name of a row, or of a month its date and scenario. */
export function rowName(collection: ImportedCollection, row: Record<string, unknown>) {
  return keyColumns(collection)
    .map((column) => showValue(column, row[column.name]))
    .join(', ')
}

function keyColumns({ nameColumn, columns }: ImportedCollection) {
  return columns.filter(({ name }) =>
    nameColumn === null ? name === 'SimDate' || name === 'ScenarioName' : name === nameColumn,
  )
}

function changeOf(collection: ImportedCollection, { before, after }: ChangedRow, limit: number): RowChange {
  const { columns } = collection
  const keys = keyColumns(collection)
  const row = after ?? before ?? {}
  const isChange = before !== null && after !== null
  const all = columns.filter((column) =>
    isChange
      ? before[column.name] !== after[column.name]
      : !keys.includes(column) && row[column.name] !== null,
  )
  const shown = isChange ? all : all.slice(0, limit)
  return {
    name: rowName(collection, row),
    cells: shown.map((column) => ({
      label: column.label,
      before: before && showValue(column, before[column.name]),
      after: after && showValue(column, after[column.name]),
    })),
    ...(all.length > shown.length && { more: all.length - shown.length }),
  }
}
