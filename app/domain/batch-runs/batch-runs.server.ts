import type { Db } from '../../../db/schema'
import {
  cancelRun,
  findProgress,
  findRun,
  listRuns,
  RunFailure,
  startRun,
  type RunStart,
} from '~/domain/background-runs/background-runs.server'
import type { IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { runUnderwriting, type Decision } from '~/domain/underwriting/underwriting.server'

import * as queries from './batch-runs.queries.server'

const table = 'batch_runs'

/** The applications of one run. */
export const maxQuotes = 5000
/** The failures and the referrals that a run names. */
const maxNamed = 100

/** Milliseconds that a run may take. */
const defaultTimeLimit = 30 * 60_000

export { listRunResults, type BatchRow } from './batch-runs.queries.server'

export type BatchResult = queries.BatchFigures & {
  /** The numbers of all results, in the order of the run; runs of earlier versions have none. */
  results?: number[]
  /** The first applications without a result. */
  failures: { quote: number; message: string }[]
  /** The first referrals; runs of earlier versions have none. */
  referrals?: { quote: number; result: number }[]
  /** The first applications whose applicant has an earlier result: no work list has them. Runs of earlier versions have none. */
  newer?: { quote: number; decision: Decision }[]
  /** The first applications that were decided on, or run by another admin, after the run began. Runs of earlier versions have none. */
  leftOut?: number[]
}

type Parameters = {
  count: number
  chosen: boolean
  /** The first applications that were left out because a person has decided on them. */
  decided?: number[]
}

export type BatchStart = RunStart | { ok: false; reason: 'empty' | 'decided' }

/**
 * Runs the active engine on applications in the background, unless another such run is under way: on those with an id in `quotes`, or on
 * all open ones that have never been run. Excludes those that wait to be sent after a person's decision: a new result would replace it.
 * Each result is stored like that of a single run; a canceled run keeps its results.
 */
export async function startBatch(
  db: Db,
  {
    quotes,
    timeLimit = defaultTimeLimit,
    ...run
  }: {
    by: number
    quotes: readonly number[] | 'never run'
    key?: IdempotencyKey | null
    timeLimit?: number
    onError: (error: unknown) => void
  },
): Promise<BatchStart> {
  const all = quotes === 'never run' ? await queries.listNeverRun(db, maxQuotes) : [...new Set(quotes)]
  const decided = quotes === 'never run' ? [] : await queries.listDecided(db, all)
  const leftOut = new Set(decided)
  const ids = all.filter((id) => !leftOut.has(id)).slice(0, maxQuotes)
  if (ids.length === 0) return { ok: false, reason: decided.length > 0 ? 'decided' : 'empty' }
  return startRun(db, table, {
    ...run,
    timeLimit,
    parameters: {
      count: ids.length,
      chosen: quotes !== 'never run',
      ...(decided.length > 0 && { decided: decided.slice(0, maxNamed) }),
    },
    audited: { count: ids.length, quotes: ids.slice(0, maxNamed) },
    tooLong: 'The run took too long. Its results so far are stored: run the rest again.',
    async work(context) {
      const sandbox = createSandbox({ workers: 1 })
      const stop = () => void sandbox.close()
      context.signal.addEventListener('abort', stop, { once: true })
      try {
        const isDue = async (id: number) =>
          quotes === 'never run'
            ? queries.isNeverRun(db, id)
            : (await queries.listDecided(db, [id])).length === 0
        return { result: await runAll(db, sandbox, { ids, isDue, by: run.by }, context) }
      } finally {
        context.signal.removeEventListener('abort', stop)
        await sandbox.close()
      }
    },
  })
}

type Context = { signal: AbortSignal; onProgress: (share: number) => void }

type Batch = {
  ids: readonly number[]
  /** Whether an application is still to be run: a run takes minutes, in which others work. */
  isDue: (id: number) => Promise<boolean>
  by: number
}

async function runAll(db: Db, sandbox: Sandbox, { ids, isDue, by }: Batch, { signal, onProgress }: Context) {
  const results: number[] = []
  const referrals: NonNullable<BatchResult['referrals']> = []
  const newer: NonNullable<BatchResult['newer']> = []
  const leftOut: number[] = []
  const result: BatchResult = {
    decisions: { approved: 0, referred: 0, declined: 0 },
    failed: 0,
    failures: [],
    results,
    referrals,
    newer,
    leftOut,
  }
  for (const [index, quoteId] of ids.entries()) {
    if (signal.aborted) throw new RunFailure('The run was stopped.', result)
    if (!(await isDue(quoteId))) {
      if (leftOut.length < maxNamed) leftOut.push(quoteId)
      continue
    }
    const outcome = await runUnderwriting(db, sandbox, { quoteId, adminId: by }).catch((error: unknown) => {
      throw signal.aborted ? new RunFailure('The run was stopped.', result) : error
    })
    // The end of the sandbox, not the application, is why this one has no result.
    if (!outcome.ok && signal.aborted) throw new RunFailure('The run was stopped.', result)
    if (outcome.ok) {
      const { id, decision } = outcome.result
      result.decisions[decision] += 1
      results.push(id)
      if (decision === 'referred' && referrals.length < maxNamed)
        referrals.push({ quote: quoteId, result: id })
      if (newer.length < maxNamed && (await queries.isAnswered(db, quoteId)))
        newer.push({ quote: quoteId, decision })
    } else {
      result.failed += 1
      if (result.failures.length < maxNamed)
        result.failures.push({ quote: quoteId, message: outcome.message })
    }
    onProgress((index + 1) / ids.length)
  }
  if (signal.aborted) throw new RunFailure('The run was stopped.', result)
  return result
}

/** Cancels a run that is under way. Returns false if it is not. */
export async function cancelBatch(db: Db, run: { by: number; id: number }) {
  return cancelRun(db, table, run)
}

/** Returns a run, with its figures after its end: those of a canceled or failed run count what it did. */
export async function findBatch(db: Db, id: number) {
  const row = await findRun(db, table, id)
  if (!row) return null
  const { parameters, result, ...run } = row
  return {
    ...run,
    ...(parameters as Parameters),
    result: result as BatchResult | null,
  }
}

/** Returns the newest runs. */
export async function listBatches(db: Db, limit?: number) {
  const rows = await listRuns(db, table, limit)
  return rows.map(({ parameters, ...row }) => ({ ...row, ...(parameters as { count: number }) }))
}

/** Returns the newest runs with their figures; those of a run under way are null. */
export async function listBatchesWithFigures(db: Db, limit: number) {
  const runs = await listBatches(db, limit)
  const figures = await queries.listFigures(
    db,
    runs.map(({ id }) => id),
  )
  return runs.map((run) => ({ ...run, figures: figures.find(({ id }) => id === run.id) ?? null }))
}

/** Returns the run under way, and the share of it that is done; null if there is none. */
export async function findBatchProgress(db: Db) {
  return findProgress(db, table)
}
