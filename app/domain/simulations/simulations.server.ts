import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'
import { once, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import type { PathsResult } from '~/engine/simulate-paths'

import { loadBookRows } from './book.server'
import { drawFan } from './fan-chart.server'
import type { BookRows } from './simulate-book'
import { simulateInWorker, SimulationStopped } from './simulation-worker.server'
import type { SimulationParameters } from './simulations.schema'
import * as queries from './simulations.queries.server'

/** What a run stores: the paths in figures, and the portfolio that they are of. */
type StoredResult = Pick<PathsResult, 'fan' | 'replays' | 'needs' | 'premium'> & {
  book: { source: 'quotes' | 'population'; policies: number; lossRatio: number }
}

/** Milliseconds between two signs of life of a run, and the most that a run may take. */
const heartbeat = 1000
const defaultTimeLimit = 5 * 60_000

/** The runs of this process, so that they can be ended at once. Other processes' runs notice at their next sign of life. */
const running = new Map<number, AbortController>()

export type SimulationStart =
  | { ok: true; id: number; /** Ends with the run; never rejects. */ ended: Promise<void> }
  | { ok: false; reason: 'busy' | 'tiers' }

class OtherRun extends Error {}

/**
 * Starts a run in the background, unless another is under way. A retry with the same key gets the first run.
 * @param onError receives what went wrong in the background
 */
export async function startSimulation(
  db: Db,
  {
    by,
    parameters,
    key = null,
    timeLimit = defaultTimeLimit,
    onError,
  }: {
    by: number
    parameters: SimulationParameters
    key?: IdempotencyKey | null
    timeLimit?: number
    onError: (error: unknown) => void
  },
): Promise<SimulationStart> {
  const loaded = await loadBookRows(db)
  if (!loaded.ok) return loaded
  const { rows } = loaded
  try {
    const { answer, repeated } = await once(db, key, parameters, async (trx) => {
      const id = await queries.beginRun(trx, { userId: by, parameters })
      if (id === null) throw new OtherRun() // rolls back, so that the key stays unused
      const after = { ...parameters, portfolio: sourceOf(rows) }
      await recordAudit(trx, { userId: by, action: 'start', entity: 'simulation', entityId: id, after })
      return { id }
    })
    const ended = repeated ? Promise.resolve() : run(db, answer.id, { parameters, rows, timeLimit, onError })
    return { ok: true, id: answer.id, ended }
  } catch (error) {
    if (error instanceof OtherRun) return { ok: false, reason: 'busy' }
    throw error
  }
}

/** Simulates, and stores the progress and the end. */
async function run(
  db: Db,
  id: number,
  {
    parameters,
    rows,
    timeLimit,
    onError,
  }: {
    parameters: SimulationParameters
    rows: BookRows
    timeLimit: number
    onError: (error: unknown) => void
  },
) {
  const controller = new AbortController()
  running.set(id, controller)
  let share = 0
  const beat = setInterval(() => {
    queries
      .storeProgress(db, id, share)
      .then((alive) => {
        if (!alive) controller.abort()
      })
      .catch(onError)
  }, heartbeat).unref()
  const timer = setTimeout(() => controller.abort(), timeLimit).unref()
  try {
    const {
      rows: months,
      policies,
      lossRatio,
      ...figures
    } = await simulateInWorker(
      { ...parameters, rows },
      { signal: controller.signal, onProgress: (done) => (share = done) },
    )
    const result: StoredResult = { ...figures, book: { source: sourceOf(rows), policies, lossRatio } }
    await queries.endRun(db, id, { status: 'done', result, months: monthsCsv(months) })
  } catch (error) {
    const isStopped = error instanceof SimulationStopped
    if (!isStopped) onError(error)
    const failure = isStopped
      ? 'The run took too long. Choose fewer paths, months or members.'
      : 'The run ended with an error.'
    // Without effect on a run that was cancelled.
    await queries.endRun(db, id, { status: 'failed', failure }).catch(onError)
  } finally {
    clearInterval(beat)
    clearTimeout(timer)
    running.delete(id)
  }
}

function sourceOf({ quotes }: BookRows) {
  return quotes === null ? 'population' : 'quotes'
}

/** The months as the simulation file has them. No cell contains a comma or a quote. */
function monthsCsv(rows: PathsResult['rows']) {
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
  return lines.map((cells) => `${cells.join(',')}\n`).join('')
}

/** Cancels a run that is under way. Returns false if it is not. */
export async function cancelSimulation(db: Db, { by, id }: { by: number; id: number }) {
  const cancelled = await db.transaction().execute(async (trx) => {
    if (!(await queries.endRun(trx, id, { status: 'cancelled' }))) return false
    await recordAudit(trx, { userId: by, action: 'cancel', entity: 'simulation', entityId: id })
    return true
  })
  if (cancelled) running.get(id)?.abort()
  return cancelled
}

/** Returns a run, with its figures and its chart once it is done. */
export async function findSimulation(db: Db, id: number) {
  const row = await queries.findRun(db, id)
  if (!row) return null
  const { result, parameters, ...run } = row
  const stored = result as StoredResult | null
  return {
    ...run,
    parameters: parameters as SimulationParameters,
    result: stored && { ...stored, chart: drawFan(stored) },
  }
}

export type Simulation = NonNullable<Awaited<ReturnType<typeof findSimulation>>>

export async function listSimulations(db: Db) {
  const rows = await queries.listRuns(db)
  return rows.map((row) => ({ ...row, parameters: row.parameters as SimulationParameters }))
}

/** Returns the run under way, and the share of it that is done; null if there is none. */
export async function findProgress(db: Db) {
  const run = await queries.findCurrentRun(db)
  return run ? { run: run.id, share: run.share } : null
}

/** Returns the months of a run as a file for the import; null if it has none. */
export async function findMonthsFile(db: Db, id: number) {
  const row = await queries.findMonths(db, id)
  if (!row?.months) return null
  const { scenario } = row.parameters as SimulationParameters
  return { name: `simulation-${id}-${scenario}.csv`, text: row.months }
}
