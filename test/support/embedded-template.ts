import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { migrateToLatest } from '../../db/migrate'
import { openDatabase } from '~/db.server'

/** Global setup of Vitest's embedded project: a migrated database that each test file copies. */
export default async function setup(project: {
  provide: (name: 'embeddedTemplate', folder: string) => void
}) {
  const folder = mkdtempSync(join(tmpdir(), 'template-'))
  const db = await openDatabase({ folder })
  await migrateToLatest(db)
  await db.destroy()
  project.provide('embeddedTemplate', join(folder, 'embedded'))
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of a migrated cluster without rows. */
    embeddedTemplate: string
  }
}
