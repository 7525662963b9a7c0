import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'

import { isUniqueViolation } from '../../../db/errors'
import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'
import { importedCollections, type Collection } from '~/domain/configuration/collections'
import { projectPath } from '~/project-path.server'

import { checkFile, type BadRow, type CheckedFile } from './checked-file.server'
import * as queries from './import.queries.server'

/** How one table's import ended. `count` is how many rows the table now holds from the file; 0 when it was left alone. */
export type TableImport = {
  table: string
  success: boolean
  message: string
  count: number
  /** The faults that are named, how many there are, and the names of the cells of bad rows. */
  badRows: BadRow[]
  badCount: number
  header: string[]
}

export type ImportedCollection = Collection & { file: string }

/** Who replaces a table, and in which run; `inRun` is called with the number of rows that the table had. */
export type Replacement = {
  by: number
  runId: number
  source: string
  /** Within the transaction: before anything is changed, and when all rows are in. */
  begin: (trx: Db) => Promise<void>
  finish: (trx: Db, rowsBefore: number) => Promise<void>
}

/** The bundled file of a collection, as a stream of its bytes. */
export function bundledFile(collection: ImportedCollection): Readable {
  return createReadStream(projectPath(`db/reference/${collection.file}`))
}

/**
 * Replaces one table by a CSV file, or leaves it untouched and names every bad row. The file is read to its end before the
 * database is asked for anything, and goes in whole in one transaction. As part of a run, the rows that it replaces are kept.
 */
export async function replaceTable(
  db: Db,
  collection: Collection,
  file: Readable,
  {
    replacement,
    onRows,
  }: { replacement?: Replacement; onRows?: (rows: number) => Promise<void> | void } = {},
): Promise<TableImport> {
  const checked = await checkFile(collection, file, onRows)
  try {
    if (checked.badCount > 0) return refused(collection, checked)
    await db.transaction().execute(async (trx) => {
      await replacement?.begin(trx)
      await queries.lockTable(trx, collection.table)
      const before = replacement
        ? await queries.moveToSnapshot(trx, collection.table)
        : await queries.deleteAll(trx, collection.table)
      for await (const { columns } of checked.batches())
        await queries.insertColumns(trx, collection.table, collection.columns, columns)
      if (!replacement) return
      await replacement.finish(trx, before)
      await recordAudit(trx, {
        userId: replacement.by,
        action: 'import',
        entity: collection.plural,
        entityId: replacement.runId,
        before: { rows: before },
        after: { rows: checked.rows, source: replacement.source },
      })
    })
    const message = `${checked.rows.toLocaleString('en-US')} rows imported`
    return { ...named(collection, checked), success: true, message, count: checked.rows }
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    checked.badRows = [{ line: 0, column: collection.nameColumn, reason: 'Two rows have the same name' }]
    checked.badCount = 1
    return refused(collection, checked)
  } finally {
    await checked.close()
  }
}

export function refused(collection: Collection, checked: CheckedFile): TableImport {
  const { badCount, badRows } = checked
  const [first] = badRows
  const faults = `${badCount.toLocaleString('en-US')} ${badCount === 1 ? 'fault' : 'faults'}`
  return {
    ...named(collection, checked),
    success: false,
    message: `${faults}, nothing was changed. ${first ? describe(first) : ''}`.trim(),
    count: 0,
  }
}

export function named({ title }: Collection, { badRows, badCount, header }: CheckedFile) {
  return { table: title, badRows, badCount, header }
}

function describe({ line, column, reason }: BadRow) {
  const place = [line > 0 ? `Line ${line}` : null, column].filter((part) => part !== null).join(', ')
  return place === '' ? reason : `${place}: ${reason}`
}

/** Fills the tables of a new database: reference data where a table is empty, and the first job roles and coverage levels. */
export async function fillEmptyDatabase(db: Db) {
  const results: TableImport[] = []
  for (const collection of importedCollections) {
    if (await queries.isEmpty(db, collection.table))
      results.push(await replaceTable(db, collection, bundledFile(collection)))
  }
  if (await queries.isEmpty(db, 'job_roles')) {
    await queries.insertAll(
      db,
      'job_roles',
      firstJobRoles.map((role_name) => ({ role_name })),
    )
  }
  if (await queries.isEmpty(db, 'coverage_levels')) {
    await queries.insertAll(
      db,
      'coverage_levels',
      firstCoverageLevels.map((level_name) => ({ level_name })),
    )
  }
  return results
}

const firstCoverageLevels = ['Basic', 'Standard', 'Premium', 'Elite', 'Ultra', 'Not Sure Yet']

const firstJobRoles = [
  'Accountant',
  'Administrative Asst',
  'Administrator',
  'Analyst',
  'Barista or Server',
  'Caregiver',
  'Cashier',
  'Chef or Cook',
  'Construction Worker',
  'Consultant',
  'Customer Support',
  'Data Scientist',
  'Delivery Driver',
  'Designer',
  'Electrician',
  'Engineer',
  'Factory Worker',
  'Human Resources',
  'Legal Assistant',
  'Manager',
  'Marketing Specialist',
  'Mechanic',
  'Nurse',
  'Paramedic',
  'Plumber',
  'Project Manager',
  'Rideshare Driver',
  'Sales Representative',
  'Security Guard',
  'Software Developer',
  'Teacher',
  'Technician',
  'Truck Driver',
  'Warehouse Worker',
  'Writer or Editor',
  'Other',
]
