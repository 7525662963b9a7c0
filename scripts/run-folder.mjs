// The temporary folder of one test run, and its cleanup.

import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Sets `os.tmpdir()` to a new folder, for this process and its children. When this process ends, even by a kill, a separate process removes
 * the folder and ends everything that still uses it. Does nothing inside a run that already has a folder.
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
