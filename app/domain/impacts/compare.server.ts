import type { Db } from '../../../db/schema'
import { RunFailure } from '~/domain/background-runs/background-runs.server'
import type { GateConfiguration } from '~/domain/engine-versions/gate/draws'
import { gateConfiguration } from '~/domain/engine-versions/gate/gate.queries.server'
import {
  fairnessRatios,
  population,
  populationInputs,
  releaseStep,
  type FairnessRatio,
} from '~/domain/engine-versions/gate/population.server'
import type { ResultSummary, Sandbox, SandboxFailure } from '~/domain/underwriting/sandbox.server'
import { sharedPart } from '~/domain/underwriting/underwriting.server'
import { expectedFrequency } from '~/engine/model/claim-model'
import type { EngineTables } from '~/engine/model/tables'

import { openBook, pageSize, readPage, type BookInput, type ConfigurationChange } from './book.server'
import { measureBook } from './impacts.queries.server'
import { readOutcome, type Outcome } from './outcome'
import { createTally, type NamedQuote, type TallyResult } from './tally'

export type Version = { source: string; tables: EngineTables }

/** What is compared: two versions of the engine, or one version under the configuration in use and a changed one. */
export type Comparison = { before: Version; after: Version; change: ConfigurationChange | null }

export type ComparisonResult = TallyResult & { fairness: { before: FairnessRatio[]; after: FairnessRatio[] } }

type Context = { signal: AbortSignal; onProgress: (share: number) => void; asOf: string }
type Run = { ok: true; result: ResultSummary } | SandboxFailure

/**
 * Runs both sides of a comparison on all stored quotes, page by page, and on the bundled population.
 * @throws {RunFailure} when a source ends a page: it loops, or needs too much memory
 */
export async function compareBook(
  db: Db,
  sandbox: Pick<Sandbox, 'runBatch'>,
  comparison: Comparison,
  context: Context,
): Promise<{ result: ComparisonResult; named: Record<'decision' | 'mover', NamedQuote[]> }> {
  const { signal, onProgress, asOf } = context
  const { before, after, change } = comparison
  const [{ count, last }, book] = await Promise.all([measureBook(db), openBook(db, change, asOf)])
  const people = population(releaseStep)
  const isSameVersion = before.source === after.source && before.tables === after.tables
  const tiers = { before: namesOf(book.tiers.before), after: namesOf(book.tiers.after) }
  const tally = createTally()
  let done = 0
  let page = await readPage(db, book, { from: 0, last })
  while (page.length > 0) {
    signal.throwIfAborted()
    const next = readPage(db, book, { from: page.at(-1)!.id, last })
    next.catch(() => {}) // it is awaited below, unless the run ends before
    const changed = isSameVersion ? page.filter((item) => item.after !== item.before) : page
    const [befores, afters] = await Promise.all([
      runPage(sandbox, before, page.map(({ id, before: input }) => ({ id, input }))), // prettier-ignore
      runPage(sandbox, after, changed.map(({ id, after: input }) => ({ id, input }))), // prettier-ignore
    ])
    let given = 0
    for (const item of page) {
      const one = readOutcome(befores.get(item.id)!, tiers.before)
      const run = afters.get(item.id)
      const other = run ? readOutcome(run, tiers.after) : one
      if (other.ok) given += 1
      tally.add(item.id, one, other, {
        before: claimsOf(one, before, item.before),
        after: claimsOf(other, after, item.after),
      })
    }
    if (done === 0 && given === 0) failOnAll(page.length, afters)
    done += page.length
    onProgress(done / (count + people.length))
    page = await next
  }
  signal.throwIfAborted()
  const fairness = await compareFairness(db, sandbox, comparison, isSameVersion, asOf)
  onProgress(1)
  return { result: { ...tally.result(), fairness }, named: tally.named() }
}

function namesOf(tiers: readonly Record<string, unknown>[]) {
  return new Set(tiers.map(({ tier_name }) => String(tier_name)))
}

/** Expected claims of an offer in dollars a month, by the claim model of the version's tables: an engine's own forecast is not asked. */
function claimsOf(outcome: Outcome, { tables }: Version, input: BookInput) {
  if (!outcome.ok || outcome.figures.decision === 'declined') return 0
  return expectedFrequency(tables, input) * outcome.figures.benefit
}

/** Runs a version on a page of quotes in one job, and returns the outcomes by quote. */
async function runPage(
  sandbox: Pick<Sandbox, 'runBatch'>,
  version: Version,
  items: readonly { id: number; input: BookInput }[],
  nameOf = (id: number) => `quote Q-${id}`,
) {
  const outcomes = new Map<number, Run>()
  const [first] = items
  if (!first) return outcomes
  const { shared } = sharedPart(version, first.input)
  const own = items.map(({ input }) => ({ ...input, tiers: undefined }))
  const runs = await sandbox.runBatch(version.source, own, { shared })
  for (const [index, { id }] of items.entries()) {
    const run = runs[index]
    const ends = run && !run.ok && run.kind !== 'error' && run.kind !== 'result' && run.kind !== 'oversized'
    if (!run || ends) {
      const end = run ?? runs.at(-1)
      throw new RunFailure(`The run ended at ${nameOf(id)}. ${endText(end)}`)
    }
    outcomes.set(id, run)
  }
  return outcomes
}

/** Says why a job ended, without the source's own words: they may hold an applicant's answers. */
function endText(run: Run | undefined) {
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
function failOnAll(count: number, runs: ReadonlyMap<number, Run>): never {
  const failure = [...runs.values()].find((run) => !run.ok)
  const { line, column } = failure && !failure.ok ? failure : { line: null, column: null }
  const at = `line ${line}${column === null ? '' : `, column ${column}`}`
  const place = line === null ? '' : ` The first error is at ${at}.`
  throw new RunFailure(
    `None of the first ${count} quotes gets a valid result after the change.${place} The impact on the newest quotes says why.`,
  )
}

/** Runs the bundled population before and after, and returns the ratios of rule 12. */
async function compareFairness(
  db: Db,
  sandbox: Pick<Sandbox, 'runBatch'>,
  { before, after, change }: Comparison,
  isSameVersion: boolean,
  asOf: string,
) {
  const configuration = await gateConfiguration(db)
  const people = population(releaseStep)
  const ratios = async (version: Version, under: GateConfiguration) => {
    const inputs = populationInputs(people, under, asOf)
    const results: (ResultSummary | null)[] = []
    for (let from = 0; from < inputs.length; from += pageSize) {
      const page = inputs.slice(from, from + pageSize).map((input, at) => ({ id: from + at, input: input as unknown as BookInput })) // prettier-ignore
      const runs = await runPage(sandbox, version, page, (id) => `applicant ${id + 1} of the population`)
      for (const run of runs.values()) results.push(run.ok ? run.result : null)
    }
    return fairnessRatios(people, results)
  }
  if (isSameVersion && change === null) {
    const same = await ratios(before, configuration)
    return { before: same, after: same }
  }
  const [one, other] = await Promise.all([
    ratios(before, configuration),
    ratios(after, change === null ? configuration : withChange(configuration, change)),
  ])
  return { before: one, after: other }
}

function withChange(configuration: GateConfiguration, { part, row }: ConfigurationChange): GateConfiguration {
  const rows = configuration[part]
  const isKnown = rows.some(({ id }) => id === row.id)
  return {
    ...configuration,
    // Of a large table only some rows are read: a changed one that is not among them concerns nobody of the population.
    [part]: isKnown ? rows.map((other) => (other.id === row.id ? row : other)) : rows,
  }
}
