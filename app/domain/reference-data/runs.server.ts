import type { Db } from '../../../db/schema'
import { importedCollections } from '~/domain/configuration/collections'

import type { BadRow } from './checked-file.server'
import type { TableImport } from './import.server'
import type { TablePreview } from './preview.server'
import * as queries from './runs.queries.server'
import type { RunKind } from './runs.queries.server'

/** What a run has done to a table, or would do. */
export type TableOutcome = Omit<TableImport, 'badRows' | 'header'> & {
  source: string
  badRows: BadRow[]
  /** What a preview has found out. */
  preview?: TablePreview
}

/** What a run knows of a table when it is through with it. */
export type TableRun = TableImport & { source: string; preview?: TablePreview }

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
  username: string | null
  summary: RunSummary | null
}

/** Bad rows of a table that a page shows; all that are named can be downloaded. */
const shownBadRows = 50

/** Another run has taken this one's place, which only happens to one that seemed dead. */
export class RunLost extends Error {
  override name = 'RunLost'
}

/** Begins a run, or gives null while another is under way. */
export async function beginRun(db: Db, { by, kind, source }: { by: number; kind: RunKind; source: string }) {
  return db.transaction().execute((trx) => queries.beginRun(trx, { userId: by, kind, source }))
}

/** Says how far a run is. What matters is said by the run itself, so a failure to say so is none. */
export async function noteProgress(db: Db, id: number, table: string, rows: number) {
  await queries.noteProgress(db, id, table, rows).catch(() => {})
}

/** Within a transaction: this run is the one under way, and stays it. @throws {RunLost} */
export async function holdRun(trx: Db, id: number) {
  if (!(await queries.holdRun(trx, id))) throw new RunLost('This run is no longer the one under way')
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
      if (!whole) return `${share} were imported. The others keep their old rows.`
      return all === importedCollections.length
        ? 'All tables were imported.'
        : `${all === 1 ? '1 table was' : `${all} tables were`} imported.`
    case 'preview':
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

/** How far the run under way has come; null while there is none. */
export async function findProgress(db: Db) {
  const found = await queries.findProgress(db)
  return found ? { run: found.run_id, table: found.table_title, rows: found.rows_read } : null
}

/** The rows that a run has refused, by table; null if there is no such run. */
export async function findBadRows(db: Db, id: number) {
  const found = await queries.findBadRows(db, id)
  return (found as { table: string; header: string[]; rows: BadRow[] }[] | undefined) ?? null
}
