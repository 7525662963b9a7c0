import { availableParallelism } from 'node:os'

import type { Db } from '../../../db/schema'
import {
  cancelRun,
  findProgress as findRunProgress,
  findRun,
  listRuns,
  startRun,
  type RunStart,
} from '~/domain/background-runs/background-runs.server'
import { calendarDay } from '~/domain/dates'
import type { IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { createSandbox } from '~/domain/underwriting/sandbox.server'

import { compareBook, type BookComparison, type ComparisonResult, type Named } from './compare.server'
import { drawChanges } from './impact-chart.server'
import * as queries from './impacts.queries.server'
import type { Subject } from './subjects.server'

export {
  deleteQuotes as deleteImpacts,
  listPartImpacts,
  type PartImpact,
  type RunFigures,
} from './impacts.queries.server'

const table = 'impact_runs'

/** Milliseconds that a run may take. */
const defaultTimeLimit = 15 * 60_000

/**
 * A run has a sandbox of its own, which ends with it, so that no other run waits for it. Each side has half of the workers, which keep its
 * version loaded.
 */
const workers = Math.max(2, Math.min(8, availableParallelism()))

/** Starts a comparison over all stored quotes in the background, unless another is under way. */
export async function startImpact(
  db: Db,
  {
    subject,
    comparison,
    timeLimit = defaultTimeLimit,
    asOf = calendarDay(new Date()),
    ...run
  }: {
    by: number
    subject: Subject
    comparison: BookComparison
    asOf?: string
    key?: IdempotencyKey | null
    timeLimit?: number
    onError: (error: unknown) => void
  },
): Promise<RunStart> {
  return startRun(db, table, {
    ...run,
    timeLimit,
    parameters: subject,
    tooLong: 'The run took too long. A version that is much slower than the one in use cannot be compared.',
    async work({ id, ...context }) {
      const sandbox = createSandbox({ workers })
      const stop = () => void sandbox.close()
      context.signal.addEventListener('abort', stop, { once: true })
      try {
        const { result, named } = await compareBook(db, sandbox, comparison, { ...context, asOf, workers })
        return { result, store: (trx) => queries.insertQuotes(trx, rowsOf(id, named)) }
      } finally {
        context.signal.removeEventListener('abort', stop)
        await sandbox.close()
      }
    },
  })
}

function rowsOf(runId: number, named: Record<'decision' | 'mover', Named[]>) {
  return (['decision', 'mover'] as const).flatMap((kind) =>
    named[kind].map(({ item, before, after, part }, place) => ({
      run_id: runId,
      kind,
      place,
      quote_submission_id: item.id,
      decision_before: before.decision,
      decision_after: after.decision,
      tier_before: before.tier,
      tier_after: after.tier,
      premium_before: before.premium,
      premium_after: after.premium,
      factor: part?.factor ?? null,
      factor_dollars: part?.dollars ?? null,
    })),
  )
}

/** Cancels a run that is under way. Returns false if it is not. */
export async function cancelImpact(db: Db, run: { by: number; id: number }) {
  return cancelRun(db, table, run)
}

/** Returns a run, with its figures, its chart and the quotes that it names when it is done. */
export async function findImpact(db: Db, id: number) {
  const row = await findRun(db, table, id)
  if (!row) return null
  const { result, parameters, ...run } = row
  if (result === null) return { ...run, subject: parameters as Subject, result: null }
  const { bins, ...change } = (result as ComparisonResult).change
  const quotes = await queries.listQuotes(db, id)
  return {
    ...run,
    subject: parameters as Subject,
    result: {
      ...(result as ComparisonResult),
      change: { ...change, chart: drawChanges(bins) },
      changedDecisions: quotes.filter(({ kind }) => kind === 'decision'),
      movers: quotes.filter(({ kind }) => kind === 'mover'),
    },
  }
}

export type Impact = NonNullable<Awaited<ReturnType<typeof findImpact>>>

/** Returns the newest runs with what they found; null of those that are not done. */
export async function listImpacts(db: Db) {
  const rows = await listRuns(db, table)
  const figures = await queries.listRunFigures(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ parameters, ...row }) => ({
    ...row,
    subject: parameters as Subject,
    found: figures.find(({ id }) => id === row.id) ?? null,
  }))
}

/** Returns the run under way, and the share of it that is done; null if there is none. */
export async function findProgress(db: Db) {
  return findRunProgress(db, table)
}
