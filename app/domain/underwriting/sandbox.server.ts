import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

import { log } from '~/log.server'
import { projectPath } from '~/project-path.server'

/** A run that ended without a result: why, and where in the source when the interpreter could tell (lines from 1). */
export type SandboxFailure = {
  ok: false
  kind: 'syntax' | 'error' | 'timeout' | 'memory' | 'stack' | 'oversized' | 'result' | 'busy' | 'crash'
  message: string
  line: number | null
  column: number | null
}

/** `milliseconds` is the work of the run itself, where the system tells it; the time that passed elsewhere. */
export type SandboxSuccess = { ok: true; result: unknown; milliseconds: number }

/** `trial`: of a source that is not in use. Trials leave a worker to other runs, where there are two or more. */
export type RunOptions = { trial?: boolean }

/** Runs engine sources, which may be anything, without harm to the process. */
export type Sandbox = {
  /** Loads a source and sees whether it defines `underwrite`, without running that. */
  compile: (source: string, options?: RunOptions) => Promise<{ ok: true } | SandboxFailure>
  /** Calls the source's `underwrite` with a copy of the input. No run sees anything of another. */
  run: (source: string, input: unknown, options?: RunOptions) => Promise<SandboxSuccess | SandboxFailure>
  /** Starts the workers, so that the first run need not wait for them. */
  warm: () => Promise<void>
  close: () => Promise<void>
}

type Options = {
  workers: number
  /** Longest run, in milliseconds of its own work; a worker that goes on is ended a little later. */
  deadlineMs: number
  /** Longest run, in milliseconds that pass while others keep the processors from it. */
  longestMs: number
  /** Runs that may wait for a worker. */
  maxQueue: number
  /** WebAssembly memory of a worker, of which the guest gets half. */
  memoryMb: number
  /** Called with what ended a worker that nobody wanted to end. */
  onFailure: (error: Error) => void
}

type WorkerAnswer = { id: number; milliseconds: number } & ({ ok: true; output: string } | SandboxFailure)
type Job = {
  source: string
  input: string | null
  trial: boolean
  settle: (answer: WorkerAnswer | SandboxFailure) => void
}
type Slot = {
  worker: Worker
  ready: Promise<void>
  /** Whether it has started: what breaks later is the run's doing. */
  isReady: boolean
  /** The thread's number in the system, where it is known. */
  thread: string | null
  /** Holds the id of the job that shall stop. */
  stop: Int32Array
  job: Job | null
  /** Milliseconds that the job has worked. */
  worked: () => number
  timer: NodeJS.Timeout | undefined
  runs: number
}

/** Characters of a source and of a result. */
export const sourceLimit = 256 * 1024
const resultLimit = 256 * 1024
/** What a run that is asked to stop may work, and how long that may take. */
const graceMs = 150
const longestGraceMs = 1500
/** Most runs are over before this; only the others are measured. */
const firstLookMs = 100
const shortestWaitMs = 20
/** A worker is renewed after this many runs, so that what its interpreter may leak stays small. */
const runsPerWorker = 20_000

/** Ends after which the worker's memory is not trusted any more. */
const spoils = new Set<SandboxFailure['kind']>(['timeout', 'memory', 'stack', 'crash'])

export function createSandbox(options: Partial<Options> = {}): Sandbox {
  const settings: Options = {
    workers: Math.max(1, Math.min(4, availableParallelism())),
    deadlineMs: 1000,
    longestMs: 5 * (options.deadlineMs ?? 1000),
    maxQueue: 200,
    memoryMb: 64,
    onFailure: (error) => log.error({ err: error }, 'a worker of the sandbox failed'),
    ...options,
  }
  const slots: Slot[] = []
  const queue: Job[] = []
  let lastId = 0
  let closed = false

  function startWorker(): Slot {
    const stop = new Int32Array(new SharedArrayBuffer(4))
    const worker = new Worker(projectPath('app/domain/underwriting/sandbox.worker.mjs'), {
      workerData: { memoryMb: settings.memoryMb, resultLimit, stop },
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 64, stackSizeMb: 4 },
    })
    let markReady = () => {}
    const slot: Slot = {
      worker,
      ready: new Promise((resolve) => (markReady = resolve)),
      isReady: false,
      thread: null,
      stop,
      job: null,
      worked: () => 0,
      timer: undefined,
      runs: 0,
    }
    worker.on('message', (answer: WorkerAnswer | { ready: true; thread: string | null }) => {
      if (!('ready' in answer)) return finish(slot, answer)
      slot.thread = answer.thread
      slot.isReady = true
      if (slot.job === null) worker.unref() // an idle worker keeps no process alive
      markReady()
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      settings.onFailure(error)
      remove(slot)
      finish(slot, endOf(slot, error.code))
    })
    worker.on('exit', () => {
      markReady()
      remove(slot)
      finish(slot, endOf(slot))
      next()
    })
    slots.push(slot)
    return slot
  }

  /** Takes a worker that has ended, or shall, out of use. */
  function remove(slot: Slot) {
    const at = slots.indexOf(slot)
    if (at >= 0) slots.splice(at, 1)
  }

  function replace(slot: Slot) {
    remove(slot)
    slot.worker.removeAllListeners()
    slot.worker.on('error', () => {}) // it is on its way out
    void slot.worker.terminate()
    if (!closed) startWorker()
  }

  /** Hands the oldest run that may begin to a free worker. */
  function next() {
    if (queue.length === 0 || closed) return
    const trials = slots.filter(({ job }) => job?.trial).length
    const room = trials < Math.max(1, settings.workers - 1)
    const at = queue.findIndex(({ trial }) => room || !trial)
    if (at < 0) return
    const free =
      slots.find((slot) => slot.job === null) ?? (slots.length < settings.workers ? startWorker() : null)
    const [job] = free ? queue.splice(at, 1) : []
    if (!free || !job) return
    free.job = job
    free.runs += 1
    free.worker.ref()
    // A worker that is still starting gets its run when it is ready: only then does its time begin.
    void free.ready.then(() => {
      if (free.job !== job) return
      lastId = (lastId % 0x7fff_ffff) + 1 // an Int32 carries it
      const id = lastId
      watch(free, id)
      free.worker.postMessage({ id, source: job.source, input: job.input })
    })
  }

  /**
   * Asks a run to stop when it has had its time, and ends its worker when it does not: what the interpreter can interrupt is told
   * where it was. Time is the thread's own work, so that a machine that does much else refuses no honest run. Where the system does
   * not tell that, it is the time that passes.
   */
  function watch(slot: Slot, id: number) {
    const { job, thread, stop } = slot
    const { deadlineMs, longestMs } = settings
    const began = performance.now()
    const firstLook = Math.min(firstLookMs, deadlineMs / 2)
    let atFirstLook: number | null = null
    const passed = () => performance.now() - began
    const worked = () => {
      const now = atFirstLook === null ? null : threadTime(thread)
      return now === null || atFirstLook === null ? passed() : firstLook + now - atFirstLook
    }
    let asked: { work: number; time: number } | null = null
    const look = () => {
      const [work, time] = [worked(), passed()]
      const left = Math.min(deadlineMs - work, longestMs - time)
      if (left <= 0 && asked === null) {
        Atomics.store(stop, 0, id)
        asked = { work, time }
      }
      if (asked && (work - asked.work >= graceMs || time - asked.time >= longestGraceMs)) {
        const limit = work >= deadlineMs ? deadlineMs : longestMs
        const words = `The run was stopped after ${limit.toLocaleString('en-US')} ms (a loop without end?)`
        // An answer that has come meanwhile counts.
        setImmediate(() => slot.job === job && finish(slot, failure('timeout', words)))
      } else slot.timer = setTimeout(look, asked ? graceMs : Math.max(shortestWaitMs, left))
    }
    slot.worked = worked
    slot.timer = setTimeout(() => {
      atFirstLook = threadTime(thread)
      look()
    }, firstLook)
  }

  function finish(slot: Slot, answer: WorkerAnswer | SandboxFailure) {
    const { job } = slot
    if (job === null) return
    clearTimeout(slot.timer)
    if (answer.ok) answer.milliseconds = Math.min(answer.milliseconds, slot.worked())
    slot.job = null
    slot.worker.unref()
    if ((!answer.ok && spoils.has(answer.kind)) || slot.runs >= runsPerWorker) replace(slot)
    job.settle(answer)
    next()
  }

  function submit(
    source: string,
    input: string | null,
    { trial = false }: RunOptions = {},
  ): Promise<WorkerAnswer | SandboxFailure> {
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
      queue.push({ source, input, trial, settle })
      next()
    })
  }

  return {
    async compile(source, options) {
      const answer = await submit(source, null, options)
      return answer.ok ? { ok: true } : withoutId(answer)
    },
    async run(source, input, options) {
      const answer = await submit(source, JSON.stringify(input), options)
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

/** Milliseconds that a thread of this process has been on a processor since it began, or null where the system does not tell. */
function threadTime(thread: string | null) {
  if (thread === null) return null
  try {
    const nanoseconds = parseInt(readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8'), 10)
    return nanoseconds > 0 ? nanoseconds / 1e6 : null
  } catch {
    return null
  }
}

/** How a run ends with its worker. One that has not even begun may be tried again: the machine is at fault, not the source. */
function endOf({ isReady }: Slot, code?: string) {
  if (!isReady)
    return failure('busy', 'Underwriting is not available at the moment. Please try again in a moment.')
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return failure('memory', 'The run needs more memory than it may have')
  return failure('crash', 'The sandbox ended before the run did')
}

function failure(kind: SandboxFailure['kind'], message: string): SandboxFailure {
  return { ok: false, kind, message, line: null, column: null }
}

function withoutId({ kind, message, line, column }: SandboxFailure): SandboxFailure {
  return { ok: false, kind, message, line, column }
}

/** The sandbox of the program. Its workers start with the first run, or when the program warms them. */
export const sandbox = createSandbox()
