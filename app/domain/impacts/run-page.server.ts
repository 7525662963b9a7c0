import { RunFailure } from '~/domain/background-runs/background-runs.server'
import type { ResultFigures, ResultSummary, SandboxFailure } from '~/domain/underwriting/sandbox.server'
import { sharedPart } from '~/domain/underwriting/underwriting.server'
import type { EngineTables } from '~/engine/model/tables'

import { jobSize, type BookInput } from './book.server'

export type Version = { source: string; tables: EngineTables }

export type Run<Result> = { ok: true; result: Result } | SandboxFailure

/** Runs a source on inputs: for only the figures, or with their explanations. */
type Batch<Result> = (
  source: string,
  inputs: readonly unknown[],
  options: { shared: string },
) => Promise<Run<Result>[]>

/**
 * Runs a version on quotes, in jobs that workers take side by side, and returns the outcomes by quote.
 * @throws {RunFailure} when a job ends early
 */
export async function runPage<Result extends ResultFigures | ResultSummary>(
  batch: Batch<Result>,
  version: Version,
  items: readonly { id: number; input: BookInput }[],
  nameOf = (id: number) => `quote Q-${id}`,
) {
  const outcomes = new Map<number, Run<Result>>()
  const [first] = items
  if (!first) return outcomes
  const { shared } = sharedPart(version, first.input)
  const jobs = Array.from({ length: Math.ceil(items.length / jobSize) }, (_, at) =>
    items.slice(at * jobSize, (at + 1) * jobSize),
  )
  const results = await Promise.all(
    jobs.map((job) =>
      batch(
        version.source,
        job.map(({ input }) => ({ ...input, tiers: undefined })),
        { shared },
      ),
    ),
  )
  for (const [at, job] of jobs.entries()) {
    const runs = results[at] ?? []
    for (const [index, { id }] of job.entries()) {
      const run = runs[index]
      if (!run || endsJob(run))
        throw new RunFailure(`The run ended at ${nameOf(id)}. ${endText(run ?? runs.at(-1))}`)
      outcomes.set(id, run)
    }
  }
  return outcomes
}

/** Other failures are those of one quote. */
function endsJob(run: Run<unknown>) {
  return !run.ok && run.kind !== 'error' && run.kind !== 'result' && run.kind !== 'oversized'
}

/** Describes why a job ended, without the source's own messages, which may contain an applicant's answers. */
function endText(run: Run<unknown> | undefined) {
  if (!run || run.ok) return 'It gave no result.'
  const { kind, line } = run
  const place = line === null ? '' : ` in what begins at line ${line}`
  switch (kind) {
    case 'timeout':
      return `It took too long${place} (a loop without end?).`
    case 'memory':
      return `It needs more memory than it may have${place}.`
    case 'stack':
      return `Its calls are nested too deep${place}.`
    case 'busy':
      return 'Underwriting is not available at the moment. Please try again in a moment.'
    default:
      return `It failed${place}.`
  }
}

/** Ends a run whose first page fails as a whole: there is nothing to compare. */
export function failOnAll(count: number, runs: ReadonlyMap<number, Run<unknown>>): never {
  const failure = [...runs.values()].find((run) => !run.ok)
  const { line, column } = failure && !failure.ok ? failure : { line: null, column: null }
  const at = `line ${line}${column === null ? '' : `, column ${column}`}`
  const place = line === null ? '' : ` The first error is at ${at}.`
  throw new RunFailure(
    `None of the first ${count} quotes gets a valid result after the change.${place} The impact on the newest quotes says why.`,
  )
}
