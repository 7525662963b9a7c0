import type { Db } from '../../../db/schema'
import type { GateConfiguration } from '~/domain/engine-versions/gate/draws'
import { gateConfiguration } from '~/domain/engine-versions/gate/gate.queries.server'
import {
  fairnessRatios,
  population,
  populationInputs,
  releaseStep,
  type FairnessRatio,
} from '~/domain/engine-versions/gate/population.server'
import type { Sandbox } from '~/domain/underwriting/sandbox.server'
import { expectedFrequency } from '~/engine/model/claim-model'

import {
  changedRows,
  jobSize,
  openBook,
  readPage,
  type BookInput,
  type BookItem,
  type ConfigurationChange,
} from './book.server'
import { measureBook } from './impacts.queries.server'
import { largestPart, readOutcome, readParts, type QuoteOutcome } from './outcome'
import { failOnAll, runPage, type Version } from './run-page.server'
import { createTally, type NamedQuote, type TallyResult } from './tally'

/** What is compared: two versions of the engine, or one version under the configuration in use and a changed one. */
export type BookComparison = { before: Version; after: Version; change: ConfigurationChange | null }

export type ComparisonResult = TallyResult & { fairness: { before: FairnessRatio[]; after: FairnessRatio[] } }

/** A quote that a run names; `part` is what moves a mover most. */
export type Named = NamedQuote<{ id: number }> & { part: ReturnType<typeof largestPart> }

type BatchSandbox = Pick<Sandbox, 'runBatch' | 'runFigures'>
type Context = { signal: AbortSignal; onProgress: (share: number) => void; asOf: string; workers: number }

/**
 * Runs both sides of a comparison on all stored quotes, page by page, and on the bundled population.
 * @throws {RunFailure} when a source ends a job: it loops, or needs too much memory
 */
export async function compareBook(
  db: Db,
  sandbox: BatchSandbox,
  comparison: BookComparison,
  { signal, onProgress, asOf, workers }: Context,
): Promise<{ result: ComparisonResult; named: Record<'decision' | 'mover', Named[]> }> {
  const { before, after, change } = comparison
  const [{ count, last }, book] = await Promise.all([measureBook(db), openBook(db, change, asOf)])
  const isSameVersion = before.source === after.source && before.tables === after.tables
  const tiers = { before: namesOf(book.tiers.before), after: namesOf(book.tiers.after) }
  // Where most quotes are run once, all workers share one side.
  const areMostSame = isSameVersion && book.tiers.before === book.tiers.after
  const limit = jobSize * (areMostSame ? workers : Math.max(1, Math.floor(workers / 2)))
  const tally = createTally<BookItem>()
  let done = 0
  let page = await readPage(db, book, { from: 0, last, limit })
  while (page.length > 0) {
    signal.throwIfAborted()
    const next = readPage(db, book, { from: page.at(-1)!.id, last, limit })
    next.catch(() => {}) // it is awaited below, unless the run ends before
    const changed = isSameVersion ? page.filter((item) => item.after !== item.before) : page
    const [befores, afters] = await Promise.all([
      runPage(sandbox.runFigures, before, page.map(beforeOf)),
      runPage(sandbox.runFigures, after, changed.map(afterOf)),
    ])
    let computed = 0
    for (const item of page) {
      const one = readOutcome(befores.get(item.id)!, tiers.before)
      const run = afters.get(item.id)
      const other = run ? readOutcome(run, tiers.after) : one
      if (other.ok) computed += 1
      tally.add(item, one, other, {
        before: claimsOf(one, before, item.before),
        after: claimsOf(other, after, item.after),
      })
    }
    if (done === 0 && computed === 0) failOnAll(page.length, afters)
    done += page.length
    onProgress((0.99 * done) / count)
    page = await next
  }
  signal.throwIfAborted()
  const fairness = await compareFairness(db, sandbox, comparison, asOf)
  const mover = await withParts(sandbox, comparison, tally.named.mover)
  const decision = tally.named.decision.map((quote) => ({ ...quote, part: null }))
  return { result: { ...tally.result(), fairness }, named: { decision, mover } }
}

const beforeOf = ({ id, before }: BookItem) => ({ id, input: before })
const afterOf = ({ id, after }: BookItem) => ({ id, input: after })

/** Runs the largest movers again, for what makes up their premiums. */
async function withParts(
  { runBatch }: BatchSandbox,
  { before, after }: BookComparison,
  movers: readonly NamedQuote<BookItem>[],
): Promise<Named[]> {
  const items = movers.map(({ item }) => item)
  const [befores, afters] = await Promise.all([
    runPage(runBatch, before, items.map(beforeOf)),
    runPage(runBatch, after, items.map(afterOf)),
  ])
  return movers.map((quote) => {
    const { id } = quote.item
    return { ...quote, part: largestPart(readParts(befores.get(id)), readParts(afters.get(id))) }
  })
}

export function namesOf(tiers: readonly Record<string, unknown>[]) {
  return new Set(tiers.map(({ tier_name }) => String(tier_name)))
}

/** Expected claims of an offer in dollars a month, by the claim model of the version's tables: not an engine's own forecast. */
export function claimsOf(outcome: QuoteOutcome, { tables }: Version, input: BookInput) {
  if (!outcome.ok || outcome.figures.decision === 'declined') return 0
  return expectedFrequency(tables, input) * outcome.figures.benefit
}

/** Runs the bundled population before and after, and returns the ratios of rule 12 as the check of a release has them. */
async function compareFairness(
  db: Db,
  { runFigures }: BatchSandbox,
  { before, after, change }: BookComparison,
  asOf: string,
) {
  const configuration = await gateConfiguration(db)
  const people = population(releaseStep)
  const ratios = async (version: Version, under: GateConfiguration) => {
    const inputs = populationInputs(people, under, asOf)
    const items = inputs.map((input, id) => ({ id, input: input as unknown as BookInput }))
    const runs = await runPage(runFigures, version, items, (id) => `applicant ${id + 1} of the population`)
    return fairnessRatios(
      people,
      [...runs.values()].map((run) => (run.ok ? run.result : null)),
    )
  }
  const [one, other] = await Promise.all([
    ratios(before, configuration),
    ratios(after, change === null ? configuration : withChange(configuration, change)),
  ])
  return { before: one, after: other }
}

/** Only some rows of a large table are read: a changed row outside them affects nobody in the population. */
function withChange(configuration: GateConfiguration, change: ConfigurationChange): GateConfiguration {
  return { ...configuration, [change.part]: changedRows(configuration[change.part], change) }
}
