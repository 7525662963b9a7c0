// The temporary folder of one run of the tests, and what is done when that run ends.

import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Makes `os.tmpdir()` a new folder, for this process and those that it starts. When this process ends, also by a kill, a
 * process of its own removes the folder and ends what still runs on it. Does nothing within a run that has its folder.
 */
export function enterRunFolder() {
  if (process.env.HOLDFAST_RUN_FOLDER) return
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
  chmodSync(folder, 0o755) // as root, PostgreSQL runs as another user and must reach its data
  Object.assign(process.env, { HOLDFAST_RUN_FOLDER: folder, TMPDIR: folder, TEMP: folder })
  const { HOLDFAST_RUN_FOLDER: _, ...env } = process.env // the cleaner must not find itself
  const cleaner = spawn(
    process.execPath,
    [fileURLToPath(new URL('clean-run-folder.mjs', import.meta.url)), folder],
    { detached: true, stdio: ['pipe', 'ignore', 'ignore'], env: /** @type {NodeJS.ProcessEnv} */ (env) },
  )
  cleaner.unref()
  const pipe = /** @type {import('node:net').Socket} */ (cleaner.stdin)
  pipe.unref()
}
