import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Returns the absolute path of a project file that is read at run time: a worker, a CSV, the engine's source. The same from the source tree
 * (development, tests) and from `build/server`.
 */
export function projectPath(relative: string) {
  return join(root, relative)
}

const root = findRoot(dirname(fileURLToPath(import.meta.url)))

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('package.json is not in any folder above the program')
  return findRoot(parent)
}
