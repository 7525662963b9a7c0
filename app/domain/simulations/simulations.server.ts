import type { Db } from '../../../db/schema'
import {
  cancelRun,
  findProgress as findRunProgress,
  findRun,
  listRuns,
  startRun,
  type RunStart,
} from '~/domain/background-runs/background-runs.server'
import type { IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import type { PathsResult } from '~/engine/simulate-paths'

import { loadBookRows } from './book.server'
import { drawFan } from './fan-chart.server'
import type { BookRows } from './simulate-book'
import { simulateInWorker } from './simulation-worker.server'
import type { SimulationParameters } from './simulations.schema'
import * as queries from './simulations.queries.server'

const table = 'simulation_runs'

/** What a run stores: the paths in figures, and the portfolio that they are of. */
type StoredResult = Pick<PathsResult, 'fan' | 'replays' | 'needs' | 'premium'> & {
  book: { source: 'quotes' | 'population'; policies: number; lossRatio: number }
}

/** Milliseconds that a run may take. */
const defaultTimeLimit = 5 * 60_000

export type SimulationStart = RunStart | { ok: false; reason: 'tiers' }

/**
 * Starts a run in the background, unless another is under way. A retry with the same key gets the first run.
 * @param onError receives what went wrong in the background
 */
export async function startSimulation(
  db: Db,
  {
    parameters,
    timeLimit = defaultTimeLimit,
    ...run
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
  return startRun(db, table, {
    ...run,
    parameters,
    timeLimit,
    audited: { ...parameters, portfolio: sourceOf(rows) },
    tooLong: 'The run took too long. Choose fewer paths, months or members.',
    async work(context) {
      const simulated = await simulateInWorker({ ...parameters, rows }, context)
      const { rows: months, policies, lossRatio, ...figures } = simulated
      const result: StoredResult = { ...figures, book: { source: sourceOf(rows), policies, lossRatio } }
      return { result, columns: { months: monthsCsv(months) } }
    },
  })
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
export async function cancelSimulation(db: Db, run: { by: number; id: number }) {
  return cancelRun(db, table, run)
}

/** Returns a run, with its figures and its chart when it is done. */
export async function findSimulation(db: Db, id: number) {
  const row = await findRun(db, table, id)
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
  const rows = await listRuns(db, table)
  return rows.map((row) => ({ ...row, parameters: row.parameters as SimulationParameters }))
}

/** Returns the run under way, and the share of it that is done; null if there is none. */
export async function findProgress(db: Db) {
  return findRunProgress(db, table)
}

/** Returns the months of a run as a file for the import; null if it has none. */
export async function findMonthsFile(db: Db, id: number) {
  const row = await queries.findMonths(db, id)
  if (!row?.months) return null
  const { scenario } = row.parameters as SimulationParameters
  return { name: `simulation-${id}-${scenario}.csv`, text: row.months }
}
