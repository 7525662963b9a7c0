import type { Db } from '../../../db/schema'
import { largestPart, type Parts } from '~/domain/impacts/outcome'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import {
  checkResult,
  runEngine,
  type EngineInput,
  type RunnableEngine,
} from '~/domain/underwriting/underwriting.server'
import type { CalculationDetails, EngineResult } from '~/engine/engine.schema'
import { cents } from '~/engine/model/money'
import { log } from '~/log.server'

import * as queries from './challengers.queries.server'

/** The runs of the challenger, in the background, one at a time. */
export type ChallengerRuns = {
  /** Runs the challenger, if there is one, on the input of a stored result. Returns at once, and never fails. */
  add: (db: Db, resultId: number) => void
  /** Resolves when no run waits. */
  idle: () => Promise<void>
  close: () => Promise<void>
}

type Options = {
  /** Its own: a challenger that loops must not take a worker from live runs. */
  sandbox: Pick<Sandbox, 'run' | 'close'>
  onError: (error: unknown) => void
  /** Further runs are left out, and counted. */
  maxWaiting?: number
  /** After this many failures in a row a challenger is not run again. */
  maxFailures?: number
}

/** In characters: a page lists 50 of them. */
const maxFailureLength = 200

export function createChallengerRuns({
  sandbox,
  onError,
  maxWaiting = 200,
  maxFailures = 5,
}: Options): ChallengerRuns {
  const waiting: { db: Db; resultId: number }[] = []
  let skipped = 0
  let work: Promise<void> | null = null
  let closed = false
  let loaded: { versionId: number; engine: RunnableEngine } | null = null

  async function runAll() {
    for (let next = waiting.shift(); next && !closed; next = waiting.shift()) {
      try {
        await runOnce(next.db, next.resultId)
      } catch (error) {
        if (!closed) onError(error)
      }
    }
    work = null
  }

  async function runOnce(db: Db, resultId: number) {
    const job = await queries.findJob(db, resultId)
    if (!job) return
    const input = job.input as EngineInput
    const run = await runEngine(sandbox, await engineOf(db, job.engine_version_id), input)
    if (!run.ok && run.kind === 'busy') skipped += 1
    else {
      const checked = run.ok ? checkResult(run.result) : run
      const outcome = checked.ok
        ? figuresOf(checked.result, job)
        : { failure: checked.message.slice(0, maxFailureLength) }
      await queries.storeResult(
        db,
        { ...liveFiguresOf(job, input), ...outcome },
        { email: job.email, maxFailures },
      )
    }
    if (skipped > 0) {
      const count = skipped
      skipped = 0
      await queries.countSkipped(db, count)
    }
  }

  async function engineOf(db: Db, versionId: number) {
    if (loaded?.versionId !== versionId)
      loaded = { versionId, engine: await queries.findEngine(db, versionId) }
    return loaded.engine
  }

  return {
    add(db, resultId) {
      if (closed) return
      if (waiting.length >= maxWaiting) skipped += 1
      else {
        waiting.push({ db, resultId })
        work ??= runAll()
      }
    },
    async idle() {
      await work
    },
    async close() {
      closed = true
      waiting.length = 0
      await sandbox.close()
      await work
    },
  }
}

type Job = NonNullable<Awaited<ReturnType<typeof queries.findJob>>>

function liveFiguresOf(job: Job, input: EngineInput) {
  return {
    challenger_id: job.challenger_id,
    engine_version_id: job.engine_version_id,
    engine_hash: job.hash,
    result_id: job.result_id,
    quote_submission_id: job.quote_submission_id,
    as_of: input.asOf,
    live_decision: job.decision,
    live_tier: job.coverage_tier,
    live_premium: job.monthly_premium ?? 0,
    live_claims: (job.calculation_details as CalculationDetails).expected.claims,
  }
}

function figuresOf(result: EngineResult, job: Job) {
  const { calculation_details: details, monthly_premium: premium } = result
  const areOffers = premium > 0 && job.monthly_premium !== null && job.monthly_premium > 0
  const change = areOffers ? cents(premium - (job.monthly_premium ?? 0)) : null
  const mover = change ? largestMover(job.calculation_details as CalculationDetails, details) : null
  return {
    decision: details.decision.status,
    tier: result.coverage_tier,
    coverage: result.max_coverage,
    premium,
    claims: details.expected.claims,
    details: JSON.stringify(details),
    change,
    mover: mover?.label ?? null,
    mover_dollars: mover?.dollars ?? null,
  }
}

type Price = Pick<CalculationDetails, 'base_premium'> & {
  factors: readonly Pick<CalculationDetails['factors'][number], 'name' | 'label' | 'multiplier'>[]
}

/** Returns the part of the price that moved the premium most, by its label: the base premium or a factor, matched by name. */
export function largestMover(live: Price, other: Price) {
  const labels = new Map([...live.factors, ...other.factors].map(({ name, label }) => [name, label]))
  const part = largestPart(partsOf(live), partsOf(other))
  return part && { label: labels.get(part.factor) ?? 'Base premium of the tier', dollars: part.dollars }
}

function partsOf({ base_premium, factors }: Price): Parts {
  const parts = new Map([['base_premium', base_premium]])
  for (const { name, multiplier } of factors) parts.set(name, (parts.get(name) ?? 1) * multiplier)
  return parts
}

/** The program's runs of the challenger. */
export const challengerRuns = createChallengerRuns({
  sandbox: createSandbox({ workers: 1, maxQueue: 1 }),
  onError: (error) => log.error({ err: error }, 'a run of the challenger failed'),
})
