import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

import { projectPath } from '~/project-path.server'

/** A run that ended without a result: why, and where in the source when the interpreter could tell (lines from 1). */
export type SandboxFailure = {
  ok: false
  kind: 'syntax' | 'error' | 'timeout' | 'memory' | 'stack' | 'oversized' | 'result' | 'busy' | 'crash'
  message: string
  line: number | null
  column: number | null
}

export type SandboxSuccess = { ok: true; result: unknown; milliseconds: number }

/** Runs engine sources, which may be anything, without harm to the process. */
export type Sandbox = {
  /** Loads a source and sees whether it defines `underwrite`, without running that. */
  compile: (source: string) => Promise<{ ok: true } | SandboxFailure>
  /** Calls the source's `underwrite` with a copy of the input. No run sees anything of another. */
  run: (source: string, input: unknown) => Promise<SandboxSuccess | SandboxFailure>
  /** Starts the workers, so that the first run need not wait for them. */
  warm: () => Promise<void>
  close: () => Promise<void>
}

type Options = {
  workers: number
  /** Longest run, in milliseconds; a worker that is still running a little later is ended. */
  deadlineMs: number
  /** Runs that may wait for a worker. */
  maxQueue: number
  /** WebAssembly memory of a worker, of which the guest gets half. */
  memoryMb: number
}

type WorkerAnswer = { id: number; milliseconds: number } & ({ ok: true; output: string } | SandboxFailure)
type Job = { source: string; input: string | null; settle: (answer: WorkerAnswer | SandboxFailure) => void }
type Slot = {
  worker: Worker
  ready: Promise<void>
  job: Job | null
  timer: NodeJS.Timeout | undefined
  runs: number
}

/** Characters of a source and of a result. */
export const sourceLimit = 256 * 1024
const resultLimit = 256 * 1024
const graceMs = 150
/** A worker is renewed after this many runs, so that what its interpreter may leak stays small. */
const runsPerWorker = 20_000

/** Ends after which the worker's memory is not trusted any more. */
const spoils = new Set<SandboxFailure['kind']>(['timeout', 'memory', 'stack', 'crash'])

export function createSandbox(options: Partial<Options> = {}): Sandbox {
  const settings: Options = {
    workers: Math.max(1, Math.min(4, availableParallelism())),
    deadlineMs: 1000,
    maxQueue: 200,
    memoryMb: 64,
    ...options,
  }
  const slots: Slot[] = []
  const queue: Job[] = []
  let lastId = 0
  let closed = false

  function startWorker(): Slot {
    const worker = new Worker(projectPath('app/domain/underwriting/sandbox.worker.mjs'), {
      workerData: { memoryMb: settings.memoryMb, resultLimit },
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 64, stackSizeMb: 4 },
    })
    let markReady = () => {}
    const slot: Slot = {
      worker,
      ready: new Promise((resolve) => (markReady = resolve)),
      job: null,
      timer: undefined,
      runs: 0,
    }
    worker.on('message', (answer: WorkerAnswer | { ready: true }) => {
      if (!('ready' in answer)) return finish(slot, answer)
      if (slot.job === null) worker.unref() // an idle worker keeps no process alive
      markReady()
    })
    worker.on('error', (error) => finish(slot, failure('crash', `The sandbox failed: ${error.message}`)))
    worker.on('exit', () => {
      markReady()
      finish(slot, failure('crash', 'The sandbox ended before the run did'))
      slots.splice(slots.indexOf(slot), slots.includes(slot) ? 1 : 0)
      next()
    })
    slots.push(slot)
    return slot
  }

  function replace(slot: Slot) {
    slots.splice(slots.indexOf(slot), 1)
    slot.worker.removeAllListeners()
    slot.worker.on('error', () => {}) // it is on its way out
    void slot.worker.terminate()
    if (!closed) startWorker()
  }

  /** Hands the oldest waiting run to a free worker. */
  function next() {
    if (queue.length === 0 || closed) return
    const free =
      slots.find((slot) => slot.job === null) ?? (slots.length < settings.workers ? startWorker() : null)
    const job = free && queue.shift()
    if (!job) return
    free.job = job
    free.runs += 1
    free.worker.ref()
    // A worker that is still starting gets its run when it is ready: only then does the deadline begin.
    void free.ready.then(() => {
      if (free.job !== job) return
      free.timer = setTimeout(() => {
        finish(
          free,
          failure(
            'timeout',
            `The run was stopped after ${settings.deadlineMs.toLocaleString('en-US')} ms (a loop without end?)`,
          ),
        )
      }, settings.deadlineMs + graceMs)
      const { source, input } = job
      free.worker.postMessage({ id: ++lastId, source, input, deadlineMs: settings.deadlineMs })
    })
  }

  function finish(slot: Slot, answer: WorkerAnswer | SandboxFailure) {
    const { job } = slot
    if (job === null) return
    clearTimeout(slot.timer)
    slot.job = null
    slot.worker.unref()
    if ((!answer.ok && spoils.has(answer.kind)) || slot.runs >= runsPerWorker) replace(slot)
    job.settle(answer)
    next()
  }

  function submit(source: string, input: string | null): Promise<WorkerAnswer | SandboxFailure> {
    if (closed) return Promise.resolve(failure('busy', 'The sandbox is closed'))
    if (source.length > sourceLimit) {
      return Promise.resolve(failure('oversized', `The source is longer than ${sourceLimit / 1024} KB`))
    }
    if (queue.length >= settings.maxQueue) {
      return Promise.resolve(
        failure('busy', 'Too many underwriting runs are waiting. Please try again in a moment.'),
      )
    }
    return new Promise((settle) => {
      queue.push({ source, input, settle })
      next()
    })
  }

  return {
    async compile(source) {
      const answer = await submit(source, null)
      return answer.ok ? { ok: true } : withoutId(answer)
    },
    async run(source, input) {
      const answer = await submit(source, JSON.stringify(input))
      if (!answer.ok) return withoutId(answer)
      return { ok: true, result: JSON.parse(answer.output) as unknown, milliseconds: answer.milliseconds }
    },
    async warm() {
      while (slots.length < settings.workers) startWorker()
      await Promise.all(slots.map((slot) => slot.ready))
    },
    async close() {
      closed = true
      for (const { settle } of queue.splice(0)) settle(failure('busy', 'The sandbox is closed'))
      await Promise.all(
        slots.splice(0).map(async (slot) => {
          slot.worker.removeAllListeners('exit')
          finish(slot, failure('busy', 'The sandbox is closed'))
          await slot.worker.terminate()
        }),
      )
    },
  }
}

function failure(kind: SandboxFailure['kind'], message: string): SandboxFailure {
  return { ok: false, kind, message, line: null, column: null }
}

function withoutId({ kind, message, line, column }: SandboxFailure): SandboxFailure {
  return { ok: false, kind, message, line, column }
}

/** The sandbox of the program. Its workers start with the first run, or when the program warms them. */
export const sandbox = createSandbox()
