import type { Db } from '../../../db/schema'
import { importedCollections } from '~/domain/configuration/collections'
import { forgetKey, onceUnlessRefused, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'

import type { RowError } from './csv-file.server'
import type { ChangeCounts } from './imports.queries.server'
import type { PreviewImpact, TablePreview } from './preview.server'
import * as queries from './runs.queries.server'
import type { RunKind } from './runs.queries.server'

export { findStagedPreview, listRuns } from './runs.queries.server'

/** The effect of a run on a table, or the effect it would have. */
export type TableOutcome = {
  table: string
  success: boolean
  message: string
  /** The number of rows in the table from the file; 0 if it was left unchanged. */
  count: number
  /** The numbers of rows that the run has changed. Older runs lack them. */
  changes?: ChangeCounts
  source: string
  /** Bytes of the file; null if there is none. Older runs lack it. */
  size?: number | null
  /** The first errors, and their total number. */
  badRows: RowError[]
  badCount: number
  /** The result of a preview. */
  preview?: TablePreview
  /** The numbers of valid and bad rows, for a previewed file with errors. */
  goodRows?: number
  leftOut?: number
}

/** The same with all listed errors, and the column names of bad rows. */
export type TableResult = TableOutcome & { header: string[] }

export type RunSummary = {
  success: boolean
  partialSuccess: boolean
  message: string
  results: TableOutcome[]
  totalImported: number
  totalSuccess: number
  totalFailed: number
  /** The effect of a preview on the newest quotes. */
  impact?: PreviewImpact
  /** The preview whose files this one compares again, and the titles of the tables that have changed since. */
  renews?: { preview: number; titles: string[] }
}

/** `summary` is null for a run that is in progress or was interrupted. */
export type Run = {
  id: number
  kind: RunKind
  source: string
  created_at: Date
  finished_at: Date | null
  user_id: number | null
  username: string | null
  /** The import that has used a preview; null for one that was not used, and for other runs. */
  imported_by: number | null
  summary: RunSummary | null
}

/** The number of bad rows of a table that a page shows; all listed ones can be downloaded. */
const shownBadRows = 50

/** This run was replaced by another, or its staged rows are not those that were checked. */
export class RunLost extends Error {
  override name = 'RunLost'
}

export type RunStart = {
  by: number | null
  kind: RunKind
  source: string
  /** A retry has the same key and content. */
  key?: IdempotencyKey | null
  content?: object
  /** Whether what the run needs is missing: then none begins, but a retry gets the run of its key. */
  isMissing?: boolean
  /** Runs within the transaction that begins the run. */
  prepare?: (trx: Db, id: number) => Promise<void>
}

/** A run that has begun: now or, if `repeated`, by an earlier request with the same key. */
export type RunBegun = { ok: true; id: number; repeated: boolean } | NotBegun

type NotBegun = { ok: false; reason: 'busy' | 'missing' }

/** Begins a run, unless another is in progress. @throws {IdempotencyConflict} when the key was used for other files. */
export async function beginRun(
  db: Db,
  { key = null, content = {}, isMissing = false, prepare, ...run }: RunStart,
): Promise<RunBegun> {
  const begin = () =>
    onceUnlessRefused(db, key, content, async (trx): Promise<{ ok: true; id: number } | NotBegun> => {
      if (isMissing) return { ok: false, reason: 'missing' }
      const id = await queries.beginRun(trx, { userId: run.by, kind: run.kind, source: run.source })
      if (id === null) return { ok: false, reason: 'busy' }
      await prepare?.(trx, id)
      return { ok: true, id }
    })
  let { result, repeated } = await begin()
  if (result.ok && repeated && (await isBrokenOff(db, result.id))) {
    await forgetKey(db, key)
    ;({ result, repeated } = await begin())
  }
  return result.ok ? { ...result, repeated } : result
}

/** Whether a run was interrupted: it has no result, so a retry may run. */
async function isBrokenOff(db: Db, id: number) {
  const run = await queries.findRun(db, id)
  return !run?.finished_at && (await queries.findCurrentRun(db))?.id !== id
}

const pause = 300

/** Waits for the end of a run that another request has begun. @returns null if it is interrupted */
export async function waitForRun(db: Db, id: number): Promise<RunSummary | null> {
  for (;;) {
    const isUnderWay = (await queries.findCurrentRun(db))?.id === id
    const run = await findRun(db, id)
    if (run?.summary || !isUnderWay) return run?.summary ?? null
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Stores the progress of a run. An error here does not fail the run. */
export async function storeProgress(db: Db, id: number, progress: queries.Progress) {
  await queries.storeProgress(db, id, progress).catch(() => {})
}

/** Asserts within a transaction that this run is the current one, and keeps it so. @throws {RunLost} */
export async function lockRun(trx: Db, id: number) {
  if (!(await queries.lockRun(trx, id))) throw new RunLost('This run is no longer the one under way')
}

export async function endRun(db: Db, id: number, summary: RunSummary, badRows: object[] = []) {
  await db.transaction().execute((trx) => queries.endRun(trx, id, storable(summary), storable(badRows)))
}

/** Replaces null characters and halves of pairs, such as a cut leaves behind: no database stores them. */
function storable<Content extends object>(content: Content): Content {
  const text = JSON.stringify(content, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value,
  )
  return JSON.parse(text) as Content
}

export function summaryOf(kind: RunKind, all: TableResult[]): RunSummary {
  const results = all.map(({ header: _, badRows, ...result }) => ({
    ...result,
    badRows: badRows.slice(0, shownBadRows).map(({ cells: _, ...row }) => row),
  }))
  const totalSuccess = results.filter(({ success }) => success).length
  const totalFailed = results.length - totalSuccess
  return {
    success: totalFailed === 0,
    partialSuccess: totalFailed > 0 && totalSuccess > 0,
    message: messageOf(kind, totalSuccess, results.length),
    results,
    totalImported: kind === 'preview' ? 0 : results.reduce((sum, { count }) => sum + count, 0),
    totalSuccess,
    totalFailed,
  }
}

function messageOf(kind: RunKind, succeeded: number, all: number) {
  const whole = succeeded === all
  const share = `${succeeded} of ${all} tables`
  switch (kind) {
    case 'import':
      if (succeeded === 0) return 'Nothing was imported. All tables keep their old rows.'
      if (!whole) return `${share} were imported. The others keep their old rows.`
      return all === importedCollections.length
        ? 'All tables were imported.'
        : `${all === 1 ? '1 table was' : `${all} tables were`} imported.`
    case 'preview':
      if (succeeded === 0)
        return 'Every file has faults: none can be imported whole. Nothing has been changed.'
      return whole
        ? 'All files can be imported. Nothing has been changed.'
        : `${share} can be imported. Nothing has been changed.`
    case 'undo':
      return whole ? 'The rows from before the import are back.' : `${share} were put back.`
  }
}

export async function findRun(db: Db, id: number): Promise<Run | null> {
  const row = await queries.findRun(db, id)
  return row ? { ...row, summary: row.finished_at ? (row.summary as RunSummary) : null } : null
}

/** Returns the progress of the current run, `share` of its files from 0 to 1; null if there is none. */
export async function findProgress(db: Db) {
  const run = await queries.findCurrentRun(db)
  if (!run) return null
  const {
    table = null,
    rows = 0,
    size = 0,
    totalSize = 0,
  } = (run.progress ?? {}) as Partial<queries.Progress>
  const share = totalSize > 0 ? Math.min(1, size / totalSize) : 0
  return { run: run.id, kind: run.kind, table, rows, share }
}

/** Returns the rows that a run has rejected, by table; null if there is no such run. */
export async function findBadRows(db: Db, id: number) {
  const badRows = await queries.findBadRows(db, id)
  return (badRows as { table: string; header: string[]; rows: RowError[] }[] | undefined) ?? null
}
