// Sends the heartbeats of a folder's lock from a thread of its own: other threads may be busy for longer than a lock lasts.

import { readFileSync, utimesSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

/** @type {{ file: string, content: string, beat: number, confirmedAt: BigInt64Array }} */
const { file, content, beat, confirmedAt } = workerData

const timer = setInterval(() => {
  if (!isHeld()) {
    clearInterval(timer)
    parentPort?.postMessage('lost')
  }
}, beat)

/** Whether the lock is still held, or the file system cannot tell at the moment. */
function isHeld() {
  try {
    if (readFileSync(file, 'utf8') !== content) return false
    const now = new Date()
    utimesSync(file, now, now)
    Atomics.store(confirmedAt, 0, BigInt(Date.now()))
    return true
  } catch (error) {
    return !['ENOENT', 'ESTALE'].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')
  }
}
