import { createReadStream, statSync } from 'node:fs'
import type { Readable } from 'node:stream'

import type { Db } from '../../../db/schema'
import { importedCollections, type Collection } from '~/domain/configuration/collections'
import { projectPath } from '~/project-path.server'

import { checkFile, type CheckedRow } from './csv-file.server'
import * as queries from './imports.queries.server'

export type ImportedCollection = Collection & { file: string }

/** A file for a table: bundled, or uploaded by an admin. */
export type ImportSource = {
  collection: ImportedCollection
  /** File name and content. */
  label: string
  size: number
  uploaded: boolean
  open: () => Readable
}

/** Returns the bundled files of all five tables, in import order. */
export function bundledSources(): ImportSource[] {
  return importedCollections.map((collection) => {
    const path = projectPath(`db/reference/${collection.file}`)
    return {
      collection,
      label: collection.file,
      size: statSync(path, { throwIfNoEntry: false })?.size ?? 0,
      uploaded: false,
      open: () => createReadStream(path),
    }
  })
}

/** Fills a new database: reference data for each empty table, and the first job roles and coverage levels. */
export async function fillEmptyDatabase(db: Db) {
  const results: Awaited<ReturnType<typeof fillTable>>[] = []
  for (const source of bundledSources()) {
    if (await queries.isEmpty(db, source.collection.table)) results.push(await fillTable(db, source))
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

/** Fills an empty table from its bundled file, unless the file has errors. */
async function fillTable(db: Db, { collection, open }: ImportSource) {
  const rows: CheckedRow[] = []
  const onRows = async (batch: CheckedRow[]) => void rows.push(...batch)
  const { badCount, badRows } = await checkFile(collection, open(), { onRows })
  const success = badCount === 0
  if (success) await queries.insertRows(db, collection, rows)
  const message = badRows[0]?.reason ?? ''
  return { table: collection.title, success, count: success ? rows.length : 0, message }
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
