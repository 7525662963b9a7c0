import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

import { projectPath } from '~/project-path.server'

import type { BookRequest, BookResult } from './simulate-book'

type Message = { share: number } | { result: BookResult }

/** A run that was ended from outside. */
class SimulationStopped extends Error {
  override name = 'SimulationStopped'
}

/**
 * Simulates in a thread of its own, so that the process goes on answering.
 * @throws {SimulationStopped} when `signal` aborts, which ends the thread
 */
export function simulateInWorker(
  request: BookRequest,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<BookResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(projectPath('app/domain/simulations/simulation.worker.mjs'), {
      workerData: {
        request,
        built: import.meta.env.PROD
          ? pathToFileURL(projectPath('build/commands/simulate-book.js')).href
          : null,
        source: projectPath('app/domain/simulations/simulate-book.ts'),
        app: projectPath('app'),
      },
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    worker.unref() // a run does not keep the process from ending
    const stop = () => {
      void worker.terminate()
      reject(new SimulationStopped())
    }
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    worker.on('message', (message: Message) => {
      if ('share' in message) onProgress(message.share)
      else resolve(message.result)
    })
    worker.on('error', reject)
    worker.on('exit', (code) => {
      signal.removeEventListener('abort', stop)
      reject(new Error(`The thread of the simulation ended with ${code}`)) // without effect after a result
    })
  })
}
