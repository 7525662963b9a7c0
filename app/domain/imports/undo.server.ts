import type { Db } from '../../../db/schema'
import { importedCollections } from '~/domain/configuration/collections'
import type { ReleaseBy } from '~/domain/engine-versions/engine-versions.server'
import { counted } from '~/domain/formats'
import { isReleased } from '~/domain/releases/changes.server'

import { secondAdminMessages } from './failures'
import * as queries from './imports.queries.server'
import { unmergeRows } from './merge.server'
import { beginRun, endRun, lockRun, summaryOf, type RunSummary, type TableResult } from './runs.server'

/** The last import, with the changes that an undo would revert. */
export type Undoable = {
  runId: number
  tables: {
    table: string
    title: string
    /** The number of rows that the import has added, changed or removed. */
    changes: number
    /** Whether any of them has changed since. */
    changed: boolean
  }[]
}

/** Returns the last import, unless it has been undone. */
export async function findUndoable(db: Db): Promise<Undoable | null> {
  const run = await queries.findUndoableRun(db)
  if (!run) return null
  const { results = [] } = run.summary as Partial<RunSummary>
  const tables: Undoable['tables'] = []
  for (const collection of importedCollections) {
    const { table, title } = collection
    const result = results.find((result) => result.table === title)
    // A run that was interrupted has no result, though it may have changed some tables.
    const changes = sumOf(result?.changes ?? (await queries.countChanges(db, run.id, table)))
    if (changes > 0)
      tables.push({ table, title, changes, changed: await queries.isChangedSince(db, collection, run.id) })
    else if (result?.success) tables.push({ table, title, changes, changed: false })
  }
  return tables.length > 0 ? { runId: run.id, tables } : null
}

export type UndoOutcome =
  | { ok: true; id: number; summary: RunSummary }
  /** Another run is in progress; this import is not the last one. */
  | { ok: false; reason: 'busy' | 'missing' }
  /** The run whose id this is has undone it already. */
  | { ok: false; reason: 'undone'; id: number }
  /** Rows of the import have changed since in these tables, which `anyway` does not name. */
  | { ok: false; reason: 'conflict'; titles: string[] }
  /** Another admin must release it. */
  | { ok: false; reason: 'forbidden'; message: string }

/**
 * Reverts the changes of the last import, in all its tables or none. Rows that others have changed since are reverted only in the
 * tables that `anyway` names. Rows that the import did not change stay unchanged.
 */
export async function undoImport(
  db: Db,
  {
    by,
    runId,
    anyway,
    releaseBy = 'one',
  }: { by: number; runId: number; anyway: readonly string[]; releaseBy?: ReleaseBy },
): Promise<UndoOutcome> {
  const undoable = await findUndoable(db)
  const source = `Rows from before import ${runId}`
  if (undoable?.runId !== runId) {
    const earlier = await queries.findUndo(db, source)
    return earlier ? { ok: false, reason: 'undone', id: earlier.id } : { ok: false, reason: 'missing' }
  }
  const tables = importedCollections.filter(({ table }) =>
    undoable.tables.some((undo) => undo.table === table),
  )
  if (releaseBy === 'two' && tables.some(isReleased))
    return { ok: false, reason: 'forbidden', message: secondAdminMessages.undo }
  const titles = changedTitles(undoable, anyway)
  if (titles.length > 0) return { ok: false, reason: 'conflict', titles }

  // A waiting preview was computed from the rows that the undo replaces.
  const prepare = queries.deleteOtherStagedRows
  const begun = await beginRun(db, { by, kind: 'undo', source, prepare })
  if (!begun.ok) return { ok: false, reason: 'busy' }
  const { id } = begun
  const result = { source, size: null, badRows: [], badCount: 0, header: [] }
  const results: TableResult[] = []
  try {
    const changed = await db.transaction().execute(async (trx) => {
      await lockRun(trx, id)
      for (const { table } of tables) await queries.lockTable(trx, table)
      const current = await findUndoable(trx)
      const titles = current ? changedTitles(current, anyway) : []
      if (titles.length > 0) return titles
      for (const collection of tables) {
        const undo = { by, runId: id, undone: runId }
        const { rows: count, changes } = await unmergeRows(trx, collection, undo)
        results.push({
          ...result,
          table: collection.title,
          success: true,
          count,
          changes,
          message: `${counted(sumOf(changes), 'change')} taken back`,
        })
      }
      await queries.clearUndoable(trx)
      return []
    })
    if (changed.length > 0) {
      await endRun(db, id, summaryOf('undo', failed('Somebody has changed this table since.')))
      return { ok: false, reason: 'conflict', titles: changed }
    }
  } catch (error) {
    await endRun(db, id, summaryOf('undo', failed('An unknown error occurred. Nothing was changed.')))
    throw error
  }
  const summary = summaryOf('undo', results)
  await endRun(db, id, summary)
  return { ok: true, id, summary }

  function failed(message: string): TableResult[] {
    return tables.map(({ title }) => ({ ...result, table: title, success: false, count: 0, message }))
  }
}

function changedTitles({ tables }: Undoable, anyway: readonly string[]) {
  return tables.flatMap(({ table, title, changed }) => (changed && !anyway.includes(table) ? [title] : []))
}

function sumOf({ added, changed, removed }: queries.ChangeCounts) {
  return added + changed + removed
}
