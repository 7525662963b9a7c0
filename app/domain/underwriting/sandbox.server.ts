import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

import type { EngineResult } from '~/engine/engine.schema'
import { log } from '~/log.server'
import { projectPath } from '~/project-path.server'

/** A run that ended without a result: the reason, and the source line where the interpreter reports it (from 1). */
export type SandboxFailure = {
  ok: false
  kind: 'syntax' | 'error' | 'timeout' | 'memory' | 'stack' | 'oversized' | 'result' | 'busy' | 'crash'
  message: string
  line: number | null
  column: number | null
}

/** `milliseconds` is the run's own CPU time where the system reports it, elsewhere the elapsed time. */
export type SandboxSuccess = { ok: true; result: unknown; milliseconds: number }

/**
 * `trial`: runs a source that is not in use. Trials leave one worker to other runs, where there are two or more. `shared`: fields of every
 * input, as JSON; a worker parses them once for runs in sequence.
 */
export type RunOptions = { trial?: boolean; shared?: string }

/** The figures of a result without its formulas and steps. */
export type ResultSummary = Omit<
  EngineResult,
  'annual_premium' | 'ratio' | 'user_score' | 'calculation_details'
> &
  Pick<EngineResult['calculation_details'], 'base_premium' | 'expected'> & {
    status: EngineResult['calculation_details']['decision']['status']
    reasons: { code: string; text: string }[]
    factors: { name: string; row: string | null; multiplier: number; dollars: number }[]
  }

/** What a result decides and says to the applicant, and the claims it expects. */
export type ResultFigures = Pick<
  ResultSummary,
  'coverage_tier' | 'max_coverage' | 'monthly_premium' | 'status' | 'reasons' | 'expected'
>

type Batch<Result> = (
  source: string,
  inputs: readonly unknown[],
  options?: RunOptions,
) => Promise<({ ok: true; result: Result } | SandboxFailure)[]>

/** Runs untrusted engine sources isolated from the process. */
export type Sandbox = {
  /** Loads a source and checks that it defines `underwrite`, without calling it. */
  compile: (source: string, options?: RunOptions) => Promise<{ ok: true } | SandboxFailure>
  /** Calls the source's `underwrite` with a copy of the input. Runs share no state. */
  run: (source: string, input: unknown, options?: RunOptions) => Promise<SandboxSuccess | SandboxFailure>
  /**
   * Calls it for each input in one job: much faster, but the runs share the guest's state, so only a source that is deterministic gives
   * the results of single runs. Results are summaries, and not checked.
   */
  runBatch: Batch<ResultSummary>
  /** Does as `runBatch`, without what explains the price: a quarter faster. */
  runFigures: Batch<ResultFigures>
  /** Starts the workers in advance, so that the first run does not wait for them. */
  warm: () => Promise<void>
  close: () => Promise<void>
}

type Options = {
  workers: number
  /** Maximum CPU time of a run, in milliseconds; its worker is terminated a little later. */
  deadlineMs: number
  /** Maximum elapsed time of a run, in milliseconds, on a busy machine. */
  maxElapsedMs: number
  /** Maximum number of runs that wait for a worker. */
  maxQueue: number
  /** WebAssembly memory of a worker; the guest gets half. */
  memoryMb: number
  /** Called with the error of a worker that ended unexpectedly. */
  onFailure: (error: Error) => void
}

type WorkerResponse = { id: number; milliseconds: number } & (
  { ok: true; outputs: (string | SandboxFailure)[] } | SandboxFailure
)
type Detail = 'whole' | 'summary' | 'figures'
type Work = { source: string; shared: string; inputs: string[]; detail: Detail }
type Job = Work & {
  trial: boolean
  deadlineMs: number
  settle: (response: WorkerResponse | SandboxFailure) => void
}
type Slot = {
  worker: Worker
  ready: Promise<void>
  /** Whether it has started: later failures are caused by a run. */
  isReady: boolean
  /** The thread's id in the system, if known. */
  thread: string | null
  /** Holds the id of the job that must stop. */
  stop: Int32Array
  job: Job | null
  /** The job's CPU time so far, in milliseconds. */
  worked: () => number
  timer: NodeJS.Timeout | undefined
  runs: number
}

/** Maximum length of a source and of a result, in characters. */
export const sourceLimit = 256 * 1024
const resultLimit = 256 * 1024
/** Maximum number of inputs of one job, and the CPU time that such a job may take beyond that of one run. */
const maxBatch = 200
const maxBatchMs = 2000
/** CPU time and elapsed time that a run has to stop after an interrupt. */
const graceMs = 150
const maxGraceMs = 1500
/** Most runs end before this; CPU time is measured only for the others. */
const firstLookMs = 100
const minWaitMs = 20
/** Runs after which a worker is replaced, to bound memory leaks of its interpreter. */
const runsPerWorker = 20_000

/** Errors after which the worker's memory is no longer trusted. */
const spoils = new Set<SandboxFailure['kind']>(['timeout', 'memory', 'stack', 'crash'])

export function createSandbox(options: Partial<Options> = {}): Sandbox {
  const settings: Options = {
    workers: Math.max(1, Math.min(4, availableParallelism())),
    deadlineMs: 1000,
    maxElapsedMs: 5 * (options.deadlineMs ?? 1000),
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
    worker.on('message', (response: WorkerResponse | { ready: true; thread: string | null }) => {
      if (!('ready' in response)) return finish(slot, response)
      slot.thread = response.thread
      slot.isReady = true
      if (slot.job === null) worker.unref() // an idle worker does not keep the process alive
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

  /** Takes a worker that has ended, or must end, out of use. */
  function remove(slot: Slot) {
    const at = slots.indexOf(slot)
    if (at >= 0) slots.splice(at, 1)
  }

  function replace(slot: Slot) {
    remove(slot)
    slot.worker.removeAllListeners()
    slot.worker.on('error', () => {}) // it is being terminated
    void slot.worker.terminate()
    if (!closed) startWorker()
  }

  /** Passes the oldest eligible run to a free worker. */
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
    // A worker that is still starting gets its run when it is ready: the run's time starts then.
    void free.ready.then(() => {
      if (free.job !== job) return
      lastId = (lastId % 0x7fff_ffff) + 1 // fits an Int32
      const id = lastId
      watch(free, id)
      const { source, shared, inputs, detail } = job
      free.worker.postMessage({ id, source, shared, inputs, detail })
    })
  }

  /**
   * Interrupts a run that is over its time limit, and terminates its worker if it does not stop: an interrupted run reports its
   * line. Measures the thread's CPU time, so that a busy machine does not fail a valid run; elapsed time where the system does
   * not report it.
   */
  function watch(slot: Slot, id: number) {
    const { job, thread, stop } = slot
    const deadlineMs = job?.deadlineMs ?? settings.deadlineMs
    const maxElapsedMs = (settings.maxElapsedMs / settings.deadlineMs) * deadlineMs
    const began = performance.now()
    const firstLook = Math.min(firstLookMs, deadlineMs / 2)
    let atFirstLook: number | null = null
    const passed = () => performance.now() - began
    const worked = () => {
      const now = atFirstLook === null ? null : threadTime(thread)
      return now === null || atFirstLook === null ? passed() : firstLook + now - atFirstLook
    }
    let interrupted: { work: number; time: number } | null = null
    const look = () => {
      const [work, time] = [worked(), passed()]
      const left = Math.min(deadlineMs - work, maxElapsedMs - time)
      if (left <= 0 && interrupted === null) {
        Atomics.store(stop, 0, id)
        interrupted = { work, time }
      }
      if (interrupted && (work - interrupted.work >= graceMs || time - interrupted.time >= maxGraceMs)) {
        const limit = work >= deadlineMs ? deadlineMs : maxElapsedMs
        const words = `The run was stopped after ${limit.toLocaleString('en-US')} ms (a loop without end?)`
        // A result that arrived in between counts.
        setImmediate(() => slot.job === job && finish(slot, failure('timeout', words)))
      } else slot.timer = setTimeout(look, interrupted ? graceMs : Math.max(minWaitMs, left))
    }
    slot.worked = worked
    slot.timer = setTimeout(() => {
      atFirstLook = threadTime(thread)
      look()
    }, firstLook)
  }

  function finish(slot: Slot, response: WorkerResponse | SandboxFailure) {
    const { job } = slot
    if (job === null) return
    clearTimeout(slot.timer)
    if (response.ok) response.milliseconds = Math.min(response.milliseconds, slot.worked())
    slot.job = null
    slot.worker.unref()
    const failures = response.ok
      ? response.outputs.filter((output) => typeof output !== 'string')
      : [response]
    if (failures.some(({ kind }) => spoils.has(kind)) || slot.runs >= runsPerWorker) replace(slot)
    job.settle(response)
    next()
  }

  function submit(
    source: string,
    inputs: readonly unknown[],
    { trial = false, shared = '{}', detail = 'whole' }: RunOptions & { detail?: Detail } = {},
  ): Promise<WorkerResponse | SandboxFailure> {
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
      const texts = inputs.map((input) => JSON.stringify(input))
      const deadlineMs = settings.deadlineMs + maxBatchMs * (Math.max(0, inputs.length - 1) / maxBatch)
      queue.push({ source, shared, inputs: texts, detail, trial, deadlineMs, settle })
      next()
    })
  }

  function batch<Result>(detail: Detail): Batch<Result> {
    return async (source, inputs, options) => {
      const results: ({ ok: true; result: Result } | SandboxFailure)[] = []
      for (let from = 0; from < inputs.length; from += maxBatch) {
        const part = inputs.slice(from, from + maxBatch)
        const answer = await submit(source, part, { ...options, detail })
        const outputs: (string | SandboxFailure)[] = answer.ok ? answer.outputs : [withoutId(answer)]
        results.push(
          ...outputs.map((output) =>
            typeof output === 'string'
              ? { ok: true as const, result: JSON.parse(output) as Result }
              : withoutId(output),
          ),
        )
        if (outputs.length < part.length) break // a failure after which the guest cannot go on
      }
      return results
    }
  }

  return {
    async compile(source, options) {
      const answer = await submit(source, [], options)
      return answer.ok ? { ok: true } : withoutId(answer)
    },
    async run(source, input, options) {
      const answer = await submit(source, [input], options)
      if (!answer.ok) return withoutId(answer)
      const [output] = answer.outputs
      if (typeof output !== 'string') return withoutId(output ?? failure('crash', 'The run gave no result'))
      return { ok: true, result: JSON.parse(output) as unknown, milliseconds: answer.milliseconds }
    },
    runBatch: batch('summary'),
    runFigures: batch('figures'),
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

/** Returns the CPU time of a thread of this process in milliseconds, or null where the system does not report it. */
function threadTime(thread: string | null) {
  if (thread === null) return null
  try {
    const nanoseconds = parseInt(readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8'), 10)
    return nanoseconds > 0 ? nanoseconds / 1e6 : null
  } catch {
    return null
  }
}

/** The result of a run whose worker has ended. A run that has not begun may be retried: the machine is the cause, not the source. */
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

/** The program's sandbox. Its workers start with the first run, or with `warm`. */
export const sandbox = createSandbox()
