import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'

import { isUniqueViolation } from '../../../db/errors'
import type { Db } from '../../../db/schema'
import { importedCollections, type Collection } from '~/domain/configuration/collections'
import { projectPath } from '~/project-path.server'

import { checkFile, type BadRow, type CheckedFile } from './checked-file.server'
import * as queries from './import.queries.server'
import * as staging from './staging.queries.server'

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

export function bundledPath({ file }: ImportedCollection) {
  return projectPath(`db/reference/${file}`)
}

/** The bundled file of a collection, as a stream of its bytes. */
export function bundledFile(collection: ImportedCollection): Readable {
  return createReadStream(bundledPath(collection))
}

/** Thrown to undo what went in before the first bad row. */
class BadFile extends Error {}

/**
 * Replaces one table by a CSV file in one transaction, or leaves it untouched and names every bad row. For tables that nobody uses
 * yet: an import of somebody's stages its rows first.
 */
export async function replaceTable(db: Db, collection: Collection, file: Readable): Promise<TableImport> {
  const { table, columns, nameColumn } = collection
  file.on('error', () => {}) // may happen before it is read, and is thrown where it is
  let checked: CheckedFile | null = null
  try {
    checked = await db.transaction().execute(async (trx) => {
      await staging.lockTable(trx, table)
      await staging.deleteAll(trx, table)
      checked = await checkFile(collection, file, {
        take: (rows) => staging.insertRows(trx, table, columns, rows).then(() => null),
      })
      if (checked.badCount > 0) throw new BadFile()
      return checked
    })
  } catch (error) {
    if (checked === null && !isUniqueViolation(error)) throw error
    const twice = { line: 0, column: nameColumn, reason: 'Two rows have the same name' }
    return refused(collection, checked ?? { rows: 0, badRows: [twice], badCount: 1, header: [] })
  }
  return imported(collection, checked)
}

export function imported(collection: Collection, checked: CheckedFile): TableImport {
  const { rows } = checked
  const message = `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'} imported`
  return { ...named(collection, checked), success: true, message, count: rows }
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
