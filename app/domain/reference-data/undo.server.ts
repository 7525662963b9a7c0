import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'
import { importedCollections, type Collection } from '~/domain/configuration/collections'

import { beginRun, endRun, holdRun, summaryOf, type RunSummary, type TableRun } from './runs.server'
import * as tables from './staging.queries.server'
import type { Mark } from './staging.queries.server'
import * as queries from './undo.queries.server'

/** The last import, as far as it can be undone. */
export type Undoable = {
  runId: number
  tables: {
    table: string
    title: string
    /** Rows from before the import, which would come back. */
    rows: number
    /** Whether somebody has changed the table since. */
    changed: boolean
  }[]
}

/** Within the transaction that has replaced a table: its rows can be put back, and those of earlier imports no longer. */
export async function keepUndo(
  trx: Db,
  table: UndoTable,
  runId: number,
  { rowsBefore, mark }: { rowsBefore: number; mark: Mark },
) {
  for (const { table_name } of await queries.forgetOtherRuns(trx, runId))
    if (table_name !== table) await tables.clearBefore(trx, table_name)
  await queries.keepUndo(trx, table, runId, rowsBefore, mark)
}

type UndoTable = Collection['table']

/** What can be put back; null where there is nothing. */
export async function findUndoable(db: Db): Promise<Undoable | null> {
  const kept = await queries.listUndo(db)
  const [first] = kept
  if (!first) return null
  const found: Undoable = { runId: first.run_id, tables: [] }
  for (const { table, title } of importedCollections) {
    const undo = kept.find(({ table_name }) => table_name === table)
    if (!undo) continue
    const changed = await isChangedSince(db, table, undo)
    found.tables.push({ table, title, rows: undo.rows_before, changed })
  }
  return found
}

/** Whether somebody has changed the table since the import left it. */
async function isChangedSince(db: Db, table: UndoTable, mark: Mark) {
  const now = await tables.markOf(db, table)
  return (
    now.rows_after !== mark.rows_after ||
    now.last_id !== mark.last_id ||
    now.last_change.getTime() !== mark.last_change.getTime()
  )
}

export type UndoOutcome =
  | { ok: true; id: number; summary: RunSummary }
  /** Another run is under way; that import is not the last one, or was undone already. */
  | { ok: false; reason: 'busy' | 'gone' }
  /** Somebody has changed these tables since the import, and it was not said that this is meant. */
  | { ok: false; reason: 'changed'; titles: string[] }

/**
 * Puts the rows from before the last import back, each table in one transaction. Tables that were changed since only if they are
 * named in `anyway`.
 */
export async function undoImport(
  db: Db,
  { by, runId, anyway }: { by: number; runId: number; anyway: readonly string[] },
): Promise<UndoOutcome> {
  const undoable = await findUndoable(db)
  if (undoable?.runId !== runId) return { ok: false, reason: 'gone' }
  const unsaid = undoable.tables.filter(({ table, changed }) => changed && !anyway.includes(table))
  if (unsaid.length > 0) return { ok: false, reason: 'changed', titles: unsaid.map(({ title }) => title) }

  const source = `Rows from before import ${runId}`
  const begun = await beginRun(db, { by, kind: 'undo', source })
  if (!begun.ok) return { ok: false, reason: 'busy' }
  const { id } = begun
  const results: TableRun[] = []
  const nothing = { source, size: null, badRows: [], badCount: 0, header: [] }
  for (const { table, title, plural } of importedCollections) {
    if (!undoable.tables.some((undo) => undo.table === table)) continue
    const count = await putBack(db, { by, id, runId, table, plural, anyway: anyway.includes(table) }).catch(
      async (error: unknown) => {
        await endRun(db, id, summaryOf('undo', [...results, failed(title)]))
        throw error
      },
    )
    results.push(
      count === null
        ? failed(title, 'Somebody has changed this table meanwhile, so it was left as it is.')
        : { ...nothing, table: title, success: true, count, message: putBackMessage(count) },
    )
  }
  const summary = summaryOf('undo', results)
  await endRun(db, id, summary)
  return { ok: true, id, summary }

  function failed(title: string, message = 'An unknown error occurred. Nothing was changed.') {
    return { ...nothing, table: title, success: false, count: 0, message }
  }
}

function putBackMessage(count: number) {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'} put back`
}

/** @returns how many rows are back; null when the table has changed after all, or has no snapshot any more */
async function putBack(
  db: Db,
  {
    by,
    id,
    runId,
    table,
    plural,
    anyway,
  }: { by: number; id: number; runId: number; table: UndoTable; plural: string; anyway: boolean },
) {
  return db.transaction().execute(async (trx) => {
    await holdRun(trx, id)
    await tables.lockTable(trx, table)
    const undo = (await queries.listUndo(trx)).find(
      ({ table_name, run_id }) => table_name === table && run_id === runId,
    )
    if (!undo || (!anyway && (await isChangedSince(trx, table, undo)))) return null
    const before = await tables.countRows(trx, table)
    await tables.giveBack(trx, table)
    const count = undo.rows_before
    await queries.removeUndo(trx, table)
    await recordAudit(trx, {
      userId: by,
      action: 'undo import',
      entity: plural,
      entityId: runId,
      before: { rows: before },
      after: { rows: count },
    })
    return count
  })
}
