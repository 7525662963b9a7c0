// Runs one simulation, off the thread of the program, and ends. Posts the share that is done, then the result.

import { parentPort, workerData } from 'node:worker_threads'

const { request, built, source, app } = workerData

/** @returns {Promise<typeof import('./simulate-book')>} */
async function load() {
  if (built !== null) return import(built)
  const { runnerImport } = await import('vite') // development and tests run from the sources
  /** @type {{ module: typeof import('./simulate-book') }} */
  const { module } = await runnerImport(source, { configFile: false, resolve: { alias: { '~': app } } })
  return module
}

const { simulateBook } = await load()
const result = simulateBook(request, (share) => parentPort?.postMessage({ share }))
parentPort?.postMessage({ result })
