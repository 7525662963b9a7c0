import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'
import { onceUnlessRefused, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'

import * as queries from './background-runs.queries.server'
import type { RunTable } from './background-runs.queries.server'

export { findRun, listRuns } from './background-runs.queries.server'

/** The name of a run in the audit log. */
const entities: Record<RunTable, string> = {
  simulation_runs: 'simulation',
  impact_runs: 'impact run',
  batch_runs: 'batch run',
}

/** Milliseconds between two signs of life of a run. */
const heartbeat = 1000

/** The runs of this process, so that they can be ended at once. Other processes' runs notice at their next sign of life. */
const running = new Map<string, AbortController>()

/** A run that cannot go on, with a message for the person who started it and the partial result, if it counts. */
export class RunFailure extends Error {
  override name = 'RunFailure'

  constructor(
    message: string,
    readonly result?: object,
  ) {
    super(message)
  }
}

/** The outcome of a run: its result, the columns that only its table has, and rows that are stored with it. */
export type RunOutcome = {
  result: object
  columns?: { months?: string }
  store?: (trx: Db) => Promise<void>
}

type Work = (context: {
  id: number
  signal: AbortSignal
  onProgress: (share: number) => void
}) => Promise<RunOutcome>

export type RunStart =
  | { ok: true; id: number; /** Ends with the run; never rejects. */ ended: Promise<void> }
  | { ok: false; reason: 'busy' }

/**
 * Starts a run in the background, unless another of the table is under way. A retry with the same key gets the first run.
 * `work` does it, and rejects when its signal aborts. `tooLong` is the failure of a run that is over `timeLimit` milliseconds.
 */
export async function startRun(
  db: Db,
  table: RunTable,
  {
    by,
    parameters,
    audited = parameters,
    key = null,
    ...run
  }: {
    by: number
    parameters: object
    audited?: object
    key?: IdempotencyKey | null
    timeLimit: number
    tooLong: string
    /** Receives what went wrong in the background. */
    onError: (error: unknown) => void
    work: Work
  },
): Promise<RunStart> {
  const { result, repeated } = await onceUnlessRefused(
    db,
    key,
    parameters,
    async (trx): Promise<RunBegun> => {
      const id = await queries.beginRun(trx, table, { userId: by, parameters })
      if (id === null) return { ok: false, reason: 'busy' }
      const subject = { userId: by, entity: entities[table], entityId: id }
      await recordAudit(trx, { ...subject, action: 'start', after: audited })
      return { ok: true, id }
    },
  )
  if (!result.ok) return result
  const { id } = result
  return { ok: true, id, ended: repeated ? Promise.resolve() : follow(db, table, id, run) }
}

type RunBegun = { ok: true; id: number } | { ok: false; reason: 'busy' }

/** Does the work of a run, and stores its progress and its end. */
async function follow(
  db: Db,
  table: RunTable,
  id: number,
  {
    timeLimit,
    tooLong,
    onError,
    work,
  }: { timeLimit: number; tooLong: string; onError: (error: unknown) => void; work: Work },
) {
  const controller = new AbortController()
  running.set(`${table} ${id}`, controller)
  let share = 0
  const beat = setInterval(() => {
    queries
      .storeProgress(db, table, id, share)
      .then((alive) => {
        if (!alive) controller.abort()
      })
      .catch(onError)
  }, heartbeat).unref()
  const timer = setTimeout(() => controller.abort(), timeLimit).unref()
  try {
    const outcome = await work({ id, signal: controller.signal, onProgress: (done) => (share = done) })
    const { result, columns, store } = outcome
    await db.transaction().execute(async (trx) => {
      if (await queries.endRun(trx, table, id, { status: 'done', result, columns })) await store?.(trx)
    })
  } catch (error) {
    const isStopped = controller.signal.aborted
    if (!isStopped && !(error instanceof RunFailure)) onError(error)
    const own = error instanceof RunFailure ? error.message : 'The run ended with an error.'
    const failure = isStopped ? tooLong : own
    // Without effect on a canceled run.
    await queries.endRun(db, table, id, { status: 'failed', failure }).catch(onError)
    if (error instanceof RunFailure && error.result)
      await queries.storePartialResult(db, table, id, error.result).catch(onError)
  } finally {
    clearInterval(beat)
    clearTimeout(timer)
    running.delete(`${table} ${id}`)
  }
}

/** Cancels a run that is under way. Returns false if it is not. */
export async function cancelRun(db: Db, table: RunTable, { by, id }: { by: number; id: number }) {
  const cancelled = await db.transaction().execute(async (trx) => {
    if (!(await queries.endRun(trx, table, id, { status: 'cancelled' }))) return false
    await recordAudit(trx, { userId: by, action: 'cancel', entity: entities[table], entityId: id })
    return true
  })
  if (cancelled) running.get(`${table} ${id}`)?.abort()
  return cancelled
}

/** Returns the run of a table that is under way, and the share of it that is done; null if there is none. */
export async function findProgress(db: Db, table: RunTable) {
  const run = await queries.findCurrentRun(db, table)
  return run ? { run: run.id, share: run.share } : null
}
