// Part of `npm run build`: creates the database that a first start on an empty data folder copies.

import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { initialDatabase } from '../db/initial-database'
import { migrateToLatest } from '../db/migrate'
import { openDatabase } from '~/db.server'

rmSync(initialDatabase, { recursive: true, force: true })
const folder = mkdtempSync(`${initialDatabase}-`)
try {
  const db = await openDatabase({ folder })
  await migrateToLatest(db)
  await db.destroy()
  cpSync(join(folder, 'embedded'), initialDatabase, { recursive: true })
  // The users of the build and of the program may differ, as in a container.
  for (const name of readdirSync(initialDatabase, {
    recursive: true,
    encoding: 'utf8',
    withFileTypes: true,
  })) {
    chmodSync(join(name.parentPath, name.name), name.isDirectory() ? 0o755 : 0o644)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
