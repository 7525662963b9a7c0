import type { Readable } from 'node:stream'

import { isUniqueViolation } from '../../../db/errors'
import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'
import { importedCollections, type Collection } from '~/domain/configuration/collections'

import { checkFile, type CheckedFile, type ReadSoFar } from './checked-file.server'
import type { ImportedCollection } from './import.server'
import { holdRun, RunLost, stayRun } from './runs.server'
import * as queries from './staging.queries.server'
import { keepUndo } from './undo.server'

/** For so long what a preview has checked waits to be imported, in milliseconds. */
export const stagedFor = 24 * 60 * 60_000

/** Within the transaction that begins a run: what earlier ones have staged goes. */
export async function clearStages(trx: Db) {
  await queries.forgetStaged(trx)
  await queries.clearStages(
    trx,
    importedCollections.map(({ table }) => table),
  )
}

/**
 * Reads a file and stages its rows, as long as none is bad, a few at a time while others use the database. Nobody sees them yet.
 * @throws {RunLost} when another run has begun meanwhile.
 */
export async function stageFile(
  db: Db,
  runId: number,
  collection: Collection,
  file: Readable,
  onRead: (soFar: ReadSoFar) => Promise<void> | void,
): Promise<CheckedFile> {
  const { table, columns, nameColumn } = collection
  return checkFile(collection, file, {
    onRead,
    async take(rows) {
      try {
        await db.transaction().execute(async (trx) => {
          await stayRun(trx, runId)
          await queries.stageRows(trx, table, columns, rows)
        })
        return null
      } catch (error) {
        // Letters that only the database takes for the same.
        if (!isUniqueViolation(error)) throw error
        return { line: 0, column: nameColumn, reason: 'Two rows have the same name' }
      }
    },
  })
}

/** What was staged takes the table's place, in one transaction. The rows that were there are kept for an undo. @throws {RunLost} */
export async function importStaged(
  db: Db,
  {
    by,
    runId,
    collection,
    source,
    rows,
  }: { by: number; runId: number; collection: ImportedCollection; source: string; rows: number },
) {
  const { table, plural } = collection
  const mark = await queries.markOf(db, table, 'incoming')
  if (mark.rows_after !== rows) throw new RunLost('What was staged is not what was checked')
  await db.transaction().execute(async (trx) => {
    await holdRun(trx, runId)
    await queries.lockTable(trx, table)
    const before = await queries.countRows(trx, table)
    await queries.takePlace(trx, table)
    await queries.forgetStaged(trx, table)
    await keepUndo(trx, table, runId, { rowsBefore: before, mark })
    await recordAudit(trx, {
      userId: by,
      action: 'import',
      entity: plural,
      entityId: runId,
      before: { rows: before },
      after: { rows, source },
    })
  })
}

/** The rows that a dry run has staged wait until they are imported, for a day at most. @throws {RunLost} */
export async function keepStaged(
  db: Db,
  collection: ImportedCollection,
  staged: { runId: number; source: string; size: number; rows: number },
) {
  await db.transaction().execute(async (trx) => {
    await holdRun(trx, staged.runId)
    await queries.keepStaged(trx, collection.table, staged)
  })
}

/** A checked file whose rows wait to be imported; `size` is in bytes. */
export type StagedFile = {
  collection: ImportedCollection
  source: string
  size: number
  rows: number
  stagedAt: Date
}

/** What a dry run has checked and nobody has imported yet, in the order of the tables. */
export async function listStaged(db: Db, runId: number): Promise<StagedFile[]> {
  const staged = await queries.listStaged(db, runId, stagedFor)
  return importedCollections.flatMap((collection) => {
    const found = staged.find(({ table_name }) => table_name === collection.table)
    if (!found) return []
    const { source, size, rows, staged_at: stagedAt } = found
    return [{ collection, source, size, rows, stagedAt }]
  })
}

/** The newest dry run of an account whose files still wait to be imported; null where there is none. */
export async function findStagedRun(db: Db, userId: number) {
  return queries.findStagedRun(db, userId, stagedFor)
}

/** Forgets what has waited for more than a day. */
export async function removeOldStages(db: Db) {
  await db.transaction().execute(async (trx) => {
    const expired = await queries.listExpired(trx, stagedFor)
    for (const table of expired) await queries.forgetStaged(trx, table)
    if (expired.length > 0) await queries.clearStages(trx, expired)
  })
}

/** Empties the tables of a run's files that nobody will import. @throws {RunLost} */
export async function clearLeftovers(db: Db, runId: number) {
  await db.transaction().execute(async (trx) => {
    await holdRun(trx, runId)
    const kept = await queries.listStaged(trx, runId, stagedFor)
    const others = importedCollections.filter(
      ({ table }) => !kept.some(({ table_name }) => table_name === table),
    )
    await queries.clearStages(
      trx,
      others.map(({ table }) => table),
    )
  })
}
