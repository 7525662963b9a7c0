import type { Readable } from 'node:stream'

import type { Db } from '../../../db/schema'
import type { Collection } from '~/domain/configuration/collections'
import { showValue } from '~/domain/configuration/record-text'

import { checkFile } from './checked-file.server'
import { named, refused, type TableImport } from './import.server'
import * as queries from './import.queries.server'
import type { DifferingRow, Difference } from './import.queries.server'

/** A row that would be added, changed or removed, by its name, with its values before and after. */
export type RowChange = {
  name: string
  cells: { label: string; before: string | null; after: string | null }[]
}

export type TablePreview = Difference & { rows: Record<'added' | 'changed' | 'removed', RowChange[]> }

/** Rows of each kind that are shown, and how many of their cells where all are new or all are gone. */
const samples = 50
const sampledCells = 4

/** Compares a file with its table. The rows only ever reach a table of a transaction that is rolled back. */
export async function previewTable(
  db: Db,
  collection: Collection,
  file: Readable,
  onRows?: (rows: number) => Promise<void> | void,
): Promise<TableImport & { preview?: TablePreview }> {
  const checked = await checkFile(collection, file, onRows)
  try {
    if (checked.badCount > 0) return refused(collection, checked)
    const compared = await compare(db, collection, checked)
    return {
      ...named(collection, checked),
      success: true,
      message: `${checked.rows.toLocaleString('en-US')} rows could be imported`,
      count: checked.rows,
      preview: {
        ...compared.difference,
        rows: {
          added: compared.added.map((row) => changeOf(collection, row)),
          changed: compared.changed.map((row) => changeOf(collection, row)),
          removed: compared.removed.map((row) => changeOf(collection, row)),
        },
      },
    }
  } finally {
    await checked.close()
  }
}

type Compared = Awaited<ReturnType<typeof queries.compareStage>>

/** Ends the transaction of a preview with what it has found. */
class Seen extends Error {
  constructor(readonly compared: Compared) {
    super('The preview is complete')
  }
}

async function compare(
  db: Db,
  collection: Collection,
  checked: Awaited<ReturnType<typeof checkFile>>,
): Promise<Compared> {
  try {
    return await db.transaction().execute(async (trx): Promise<never> => {
      await queries.createStage(trx, collection.table)
      for await (const { lines, columns } of checked.batches())
        await queries.stageColumns(trx, collection.columns, lines, columns)
      throw new Seen(await queries.compareStage(trx, collection, samples))
    })
  } catch (error) {
    if (error instanceof Seen) return error.compared
    throw error
  }
}

function changeOf(collection: Collection, { before, after }: DifferingRow): RowChange {
  const keys = queries.keyColumns(collection)
  const row = (after ?? before) as Record<string, unknown>
  const others = collection.columns.filter((column) => !keys.includes(column))
  const told =
    before && after
      ? collection.columns.filter(({ name }) => before[name] !== after[name])
      : others.filter(({ name }) => row[name] !== null).slice(0, sampledCells)
  return {
    name: keys.map((column) => showValue(column, row[column.name])).join(', '),
    cells: told.map((column) => ({
      label: column.label,
      before: before && showValue(column, before[column.name]),
      after: after && showValue(column, after[column.name]),
    })),
  }
}
