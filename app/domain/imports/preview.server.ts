import type { Db } from '../../../db/schema'
import { showValue } from '~/domain/configuration/record-text'
import { importedCollections } from '~/domain/configuration/collections'
import { canonicalJson } from '~/domain/hashes.server'
import { guardChange, type GuardSandbox } from '~/domain/engine-versions/configuration-guard.server'
import { gateConfiguration } from '~/domain/engine-versions/gate/gate.queries.server'
import { configurationImpact, newestInputs, type Impact } from '~/domain/engine-versions/impact.server'
import { engineInputs, type EngineInput } from '~/domain/underwriting/underwriting.server'

import type { ImportedCollection } from './bundled-files.server'
import * as queries from './imports.queries.server'
import type { ChangeCounts, ChangedRow, Merge, RemovedInUse } from './imports.queries.server'

/** A row that would be added, changed or removed: its name, and its values before and after. */
export type RowChange = {
  name: string
  cells: { label: string; before: string | null; after: string | null }[]
}

export type TablePreview = ChangeCounts & {
  unchanged: number
  /** The first rows of each kind. */
  rows: Record<'added' | 'changed' | 'removed', RowChange[]>
  /** Rows that would be removed although quotes refer to them. Older previews lack it. */
  inUse?: RemovedInUse[]
}

/** The number of rows shown of each kind, and of their cells where all are new or all are removed. */
const maxSamples = 50
const sampledCells = 4

/** The effect of a preview on the newest quotes: totals, and those whose premium, tier or decision changes. */
export type PreviewImpact = Pick<Impact, 'stored' | 'summary' | 'rows'> & { compared: number }

class Rollback extends Error {}

/**
 * Merges staged rows into their tables to compute the changes, also for the newest quotes, and rolls everything back. `refusal` says why the
 * engine in use would refuse the configuration.
 */
export async function previewChanges(
  db: Db,
  sandbox: GuardSandbox,
  merges: readonly (Merge & { collection: ImportedCollection })[],
): Promise<{ previews: Map<string, TablePreview>; impact: PreviewImpact | null; refusal: string | null }> {
  const previews = new Map<string, TablePreview>()
  const newest = await newestInputs(db)
  let after: EngineInput[] = []
  const before = await gateConfiguration(db)
  let merged = before
  await db
    .transaction()
    .execute(async (trx) => {
      for (const { collection, ...merge } of merges) {
        const rows = await queries.countRows(trx, collection.table)
        await queries.mergeStaged(trx, collection, merge)
        previews.set(collection.title, await previewTable(trx, collection, merge.runId, rows))
      }
      after = await engineInputs(trx, newest.quotes, newest.asOf)
      merged = await gateConfiguration(trx)
      throw new Rollback()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error
    })
  const changed = [...previews.values()].some(({ added, changed, removed }) => added + changed + removed > 0)
  const guarded = changed ? await guardChange(db, sandbox, { before, after: merged }) : null
  const refusal = guarded === null || guarded.ok ? null : guarded.message
  if (!changed || after.length === 0) return { previews, impact: null, refusal }
  const { rows, stored, summary } = await configurationImpact(db, sandbox, newest, after)
  const differing = rows.filter(({ before, after }) => canonicalJson(before) !== canonicalJson(after))
  return { previews, impact: { stored, summary, compared: rows.length, rows: differing }, refusal }
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
    (await queries.listChanges(trx, runId, table, kind, maxSamples)).map((row) => changeOf(collection, row))
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

/** The first values that an import changed, in the order of its tables, with what they are now; for the last import: its changes are stored. */
export async function firstChanges(db: Db, runId: number, limit: number) {
  const found: (RowChange & { table: string })[] = []
  for (const collection of importedCollections) {
    if (found.length >= limit) break
    const rows = await queries.listChanges(db, runId, collection.table, 'changed', limit - found.length)
    found.push(...rows.map((row) => ({ table: collection.title, ...changeOf(collection, row) })))
  }
  return found
}

function changeOf(collection: ImportedCollection, { before, after }: ChangedRow): RowChange {
  const { nameColumn, columns } = collection
  const keys = columns.filter(({ name }) =>
    nameColumn === null ? name === 'SimDate' || name === 'ScenarioName' : name === nameColumn,
  )
  const row = after ?? before ?? {}
  const shown =
    before && after
      ? columns.filter(({ name }) => before[name] !== after[name])
      : columns.filter((column) => !keys.includes(column) && row[column.name] !== null).slice(0, sampledCells)
  return {
    name: keys.map((column) => showValue(column, row[column.name])).join(', '),
    cells: shown.map((column) => ({
      label: column.label,
      before: before && showValue(column, before[column.name]),
      after: after && showValue(column, after[column.name]),
    })),
  }
}
