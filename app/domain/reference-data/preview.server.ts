import type { Db } from '../../../db/schema'
import type { Collection } from '~/domain/configuration/collections'
import { showValue } from '~/domain/configuration/record-text'

import * as queries from './comparison.queries.server'
import type { DifferingRow, Difference } from './comparison.queries.server'

/** A row that would be added, changed or removed, by its name, with its values before and after. */
export type RowChange = {
  name: string
  cells: { label: string; before: string | null; after: string | null }[]
}

export type TablePreview = Difference & { rows: Record<'added' | 'changed' | 'removed', RowChange[]> }

/** Rows of each kind that are shown, and how many of their cells where all are new or all are gone. */
const samples = 50
const sampledCells = 4

/** Compares the rows to come with those of their table. */
export async function previewTable(db: Db, collection: Collection, rows: number): Promise<TablePreview> {
  const compared = await queries.compareStaged(db, collection, rows, samples)
  return {
    ...compared.difference,
    rows: {
      added: compared.added.map((row) => changeOf(collection, row)),
      changed: compared.changed.map((row) => changeOf(collection, row)),
      removed: compared.removed.map((row) => changeOf(collection, row)),
    },
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
