import type { Db } from '../../../db/schema'
import { importedCollections } from '~/domain/configuration/collections'
import type { ReleaseBy } from '~/domain/engine-versions/engine-versions.server'
import { counted } from '~/domain/formats'
import { sha256Hex } from '~/domain/hashes.server'
import { isReleased } from '~/domain/releases/changes.server'

import { secondAdminMessages, undoRefusals } from './failures'
import * as queries from './imports.queries.server'
import { unmergeRows } from './merge.server'
import { rowName } from './preview.server'
import { beginRun, endRun, lockRun, summaryOf, type RunSummary, type TableResult } from './runs.server'

/** The last import, with the changes that an undo would revert. */
export type Undoable = {
  runId: number
  tables: {
    table: string
    title: string
    /** The number of rows that the import has added, changed or removed. */
    changes: number
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
    if (changes > 0 || result?.success) tables.push({ table, title, changes })
  }
  return tables.length > 0 ? { runId: run.id, tables } : null
}

/** Returns the titles of the tables in which rows of the last import have changed since. */
export async function listChangedTables(db: Db, { runId, tables }: Undoable) {
  const titles: string[] = []
  for (const collection of collectionsOf(tables))
    if (await queries.isChangedSince(db, collection, runId)) titles.push(collection.title)
  return titles
}

function collectionsOf(tables: Undoable['tables']) {
  return importedCollections.filter((collection) => tables.some(({ table }) => table === collection.table))
}

/** A change since the last import that its undo would lose. */
export type LaterChange = {
  /** The title of its table, and the name of its row. */
  table: string
  name: string
  kind: queries.LaterChange['kind']
}

/**
 * Returns what an undo of the last import would lose, and a hash of those rows and their present states: after another change, also of
 * the same row, it is another one. It is empty if nothing would be lost.
 */
export async function listLaterChanges(db: Db, { runId, tables }: Undoable) {
  const changes: LaterChange[] = []
  const versions: string[] = []
  for (const collection of collectionsOf(tables)) {
    const { table, title } = collection
    for (const { id, kind, row, updated_at } of await queries.listLaterChanges(db, collection, runId)) {
      const name = row === null ? `Row ${id}` : rowName(collection, row)
      changes.push({ table: title, name, kind })
      versions.push(`${table}.${id}.${updated_at?.getTime() ?? kind}`)
    }
  }
  return { changes, hash: changes.length > 0 ? sha256Hex(versions.join()) : '' }
}

export type UndoOutcome =
  | { ok: true; id: number; summary: RunSummary }
  /** Another run is in progress. */
  | { ok: false; reason: 'busy' }
  /** Another admin must release it. */
  | { ok: false; reason: 'forbidden'; message: string }
  | UndoRefusal

type UndoRefusal =
  /** This import is not the last one. */
  | { ok: false; reason: 'missing' }
  /** The run whose id this is has undone it already. */
  | { ok: false; reason: 'undone'; id: number }
  /** It would lose these changes, which are not those of `anyway`. */
  | { ok: false; reason: 'conflict'; changes: LaterChange[] }

/**
 * Reverts the changes of the last import, in all its tables or none. Later changes of its rows are lost, but only those whose hash
 * `anyway` is. Rows that the import did not change stay unchanged.
 */
export async function undoImport(
  db: Db,
  {
    by,
    runId,
    anyway,
    releaseBy = 'one',
  }: { by: number; runId: number; anyway: string; releaseBy?: ReleaseBy },
): Promise<UndoOutcome> {
  const undoable = await findUndoable(db)
  const source = `Rows from before import ${runId}`
  if (undoable?.runId !== runId) return missing(db)
  const tables = collectionsOf(undoable.tables)
  if (releaseBy === 'two' && tables.some(isReleased))
    return { ok: false, reason: 'forbidden', message: secondAdminMessages.undo }
  const conflict = await conflictIn(db, undoable)
  if (conflict) return conflict

  const begun = await beginRun(db, { by, kind: 'undo', source })
  if (!begun.ok) return { ok: false, reason: 'busy' }
  const { id } = begun
  const result = { source, size: null, badRows: [], badCount: 0, header: [] }
  const results: TableResult[] = []
  try {
    const refusal = await db.transaction().execute(async (trx) => {
      await lockRun(trx, id)
      for (const { table } of tables) await queries.lockTable(trx, table)
      if ((await queries.findUndoableRun(trx))?.id !== runId) return missing(trx)
      const conflict = await conflictIn(trx, undoable)
      if (conflict) return conflict
      // A waiting preview was computed from the rows that the undo replaces.
      await queries.deleteOtherStagedRows(trx, id)
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
      return null
    })
    if (refusal) {
      await endRun(db, id, summaryOf('undo', failed(undoRefusals[refusal.reason])))
      return refusal
    }
  } catch (error) {
    await endRun(db, id, summaryOf('undo', failed('An unknown error occurred. Nothing was changed.')))
    throw error
  }
  const summary = summaryOf('undo', results)
  await endRun(db, id, summary)
  return { ok: true, id, summary }

  async function conflictIn(reader: Db, lastImport: Undoable): Promise<UndoRefusal | null> {
    const { changes, hash } = await listLaterChanges(reader, lastImport)
    return hash === '' || hash === anyway ? null : { ok: false, reason: 'conflict', changes }
  }

  async function missing(reader: Db): Promise<UndoRefusal> {
    const earlier = await queries.findUndo(reader, source)
    return earlier ? { ok: false, reason: 'undone', id: earlier.id } : { ok: false, reason: 'missing' }
  }

  function failed(message: string): TableResult[] {
    return tables.map(({ title }) => ({ ...result, table: title, success: false, count: 0, message }))
  }
}

function sumOf({ added, changed, removed }: queries.ChangeCounts) {
  return added + changed + removed
}
