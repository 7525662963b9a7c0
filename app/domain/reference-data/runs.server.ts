import type { Db } from '../../../db/schema'
import { importedCollections } from '~/domain/configuration/collections'
import { forgetKey, once, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'

import type { BadRow } from './checked-file.server'
import type { TableImport } from './import.server'
import type { TablePreview } from './preview.server'
import * as queries from './runs.queries.server'
import type { RunKind } from './runs.queries.server'

/** What a run has done to a table, or would do. */
export type TableOutcome = Omit<TableImport, 'badRows' | 'header'> & {
  source: string
  /** Bytes of the file; null where there is none. Runs of before it was noted lack it. */
  size?: number | null
  badRows: BadRow[]
  /** What a preview has found out. */
  preview?: TablePreview
}

/** What a run knows of a table when it is through with it. */
export type TableRun = TableImport & { source: string; size: number | null; preview?: TablePreview }

/** How a run ended. */
export type RunSummary = {
  success: boolean
  partialSuccess: boolean
  message: string
  results: TableOutcome[]
  totalImported: number
  totalSuccess: number
  totalFailed: number
}

/** A run as the office sees it; `summary` is null for one that is under way or has broken off. */
export type Run = {
  id: number
  kind: RunKind
  source: string
  created_at: Date
  finished_at: Date | null
  user_id: number | null
  username: string | null
  summary: RunSummary | null
}

/** Bad rows of a table that a page shows; all that are named can be downloaded. */
const shownBadRows = 50

/** Another run has taken this one's place, which only happens to one that seemed dead. */
export class RunLost extends Error {
  override name = 'RunLost'
}

/** Who begins a run, of which files. A retry has the same key and content. */
export type RunStart = {
  by: number
  kind: RunKind
  source: string
  key?: IdempotencyKey | null
  content?: unknown
  /** Within the transaction that begins it. */
  prepare?: (trx: Db) => Promise<void>
}

/** A run that has begun, now or, `repeated`, by an earlier request with the same key. */
export type RunBegun = { ok: true; id: number; repeated: boolean } | { ok: false }

class OtherRun extends Error {}

/** Begins a run, unless another is under way. @throws {IdempotencyConflict} when the key was used for other files. */
export async function beginRun(
  db: Db,
  { key = null, content, prepare, ...run }: RunStart,
): Promise<RunBegun> {
  const begin = () =>
    once(db, key, content, async (trx) => {
      const id = await queries.beginRun(trx, { userId: run.by, kind: run.kind, source: run.source })
      if (id === null) throw new OtherRun() // which leaves the key unused
      await prepare?.(trx)
      return { id }
    })
  try {
    let begun = await begin()
    if (begun.repeated && (await isBrokenOff(db, begun.answer.id))) {
      await forgetKey(db, key)
      begun = await begin()
    }
    return { ok: true, id: begun.answer.id, repeated: begun.repeated }
  } catch (error) {
    if (error instanceof OtherRun) return { ok: false }
    throw error
  }
}

/** Whether a run has ended in the middle: then nobody has its outcome, and a retry may act. */
async function isBrokenOff(db: Db, id: number) {
  const run = await queries.findRun(db, id)
  return !run?.finished_at && (await queries.findProgress(db))?.run_id !== id
}

const pause = 300

/** Waits for the end of a run that somebody else's request has begun. @returns null when it breaks off */
export async function waitForRun(db: Db, id: number): Promise<RunSummary | null> {
  for (;;) {
    const isUnderWay = (await findProgress(db))?.run === id
    const run = await findRun(db, id)
    if (run?.summary || !isUnderWay) return run?.summary ?? null
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Says how far a run is. What matters is said by the run itself, so a failure to say so is none. */
export async function noteProgress(db: Db, id: number, progress: queries.Progress) {
  await queries.noteProgress(db, id, progress).catch(() => {})
}

/** Within a transaction: this run is the one under way, and stays it. @throws {RunLost} */
export async function holdRun(trx: Db, id: number) {
  if (!(await queries.holdRun(trx, id))) throw new RunLost('This run is no longer the one under way')
}

/** As holdRun, while the run may still say how far it is. @throws {RunLost} */
export async function stayRun(trx: Db, id: number) {
  if (!(await queries.stayRun(trx, id))) throw new RunLost('This run is no longer the one under way')
}

export async function endRun(db: Db, id: number, summary: RunSummary, badRows: object[] = []) {
  await db.transaction().execute((trx) => queries.endRun(trx, id, storable(summary), storable(badRows)))
}

/** Files hold what no database stores. */
function storable<Content extends object>(content: Content): Content {
  return JSON.parse(JSON.stringify(content).replaceAll('\\u0000', '\\ufffd')) as Content
}

export function summaryOf(kind: RunKind, all: TableRun[]): RunSummary {
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
      if (succeeded === 0) return 'Nothing can be imported as it is. Nothing has been changed.'
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

export async function listRuns(db: Db, limit = 10) {
  return queries.listRuns(db, limit)
}

/** How far the run under way has come, `share` of its files from 0 to 1; null while there is none. */
export async function findProgress(db: Db) {
  const found = await queries.findProgress(db)
  if (!found) return null
  const share = found.size_total > 0 ? Math.min(1, found.size_read / found.size_total) : 0
  return { run: found.run_id, kind: found.kind, table: found.table_title, rows: found.rows_read, share }
}

/** The rows that a run has refused, by table; null if there is no such run. */
export async function findBadRows(db: Db, id: number) {
  const found = await queries.findBadRows(db, id)
  return (found as { table: string; header: string[]; rows: BadRow[] }[] | undefined) ?? null
}
