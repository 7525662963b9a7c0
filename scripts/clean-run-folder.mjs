// Started by run-folder.mjs with the folder's path. The pipe to its standard input closes when the run's process ends.

import { readdirSync, readFileSync, rmSync } from 'node:fs'

const [, , folder = ''] = process.argv
process.stdin.resume().on('end', () => {
  for (const pid of processesOf(folder)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // has ended already
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

/** The processes whose environment contains the folder. None on systems without /proc. @param {string} folder */
function processesOf(folder) {
  const marker = `HOLDFAST_RUN_FOLDER=${folder}\0`
  return processIds().filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(marker)
    } catch {
      return false // has ended, or belongs to another user
    }
  })
}

function processIds() {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}
