import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { projectPath } from '~/project-path.server'

/** A database cluster with all migrations applied and no rows. `npm run build` creates it. */
export const initialDatabase = projectPath('build/initial-database')

/**
 * Copies the initial database to a folder that has no database yet.
 *
 * Creating a cluster takes PGlite seconds and 900 MB; copying one takes neither. The copy is put in place by a rename, so that a killed
 * process leaves nothing that looks like a database. Without a build the folder is left unchanged, and PGlite creates the cluster.
 */
export function placeInitialDatabase(folder: string, source = initialDatabase) {
  if (existsSync(join(folder, 'PG_VERSION')) || !existsSync(source)) return
  const partial = `${folder}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 })
  cpSync(source, partial, { recursive: true })
  chmodSync(partial, 0o700)
  renameSync(partial, folder) // fails if the folder is not empty
}
