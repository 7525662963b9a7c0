import type { Db } from '../../../db/schema'
import { calendarDay } from '~/domain/dates'
import type { QuestionEffect, QuestionEffects } from '~/domain/quotes/question-effects'
import { optionValue, questions, type Question } from '~/domain/quotes/questions'
import { listStateFactors } from '~/domain/state-rules/state-rules.queries.server'
import { isYesOrNo } from '~/domain/underwriting/engine-input.schema'
import type { ResultFigures, Sandbox } from '~/domain/underwriting/sandbox.server'
import { sharedPart } from '~/domain/underwriting/underwriting.server'
import { log } from '~/log.server'

import * as queries from './engine-versions.queries.server'
import { inputOf, type GateConfiguration, type GateInput, type Row } from './gate/draws'
import { gateConfiguration } from './gate/gate.queries.server'
import type { GateVersion } from './gate/gate.server'
import { population, populationInputs } from './gate/population.server'
import { withoutRating } from './gate/rules'

/** Every nth person of the population is run. */
const step = 50
/** Values tried for a number, from the lowest to the highest of the population, and employers of the person's industry. */
const tried = { numbers: 5, employers: 4 }

/** The versions whose effects are being computed, or could not be. */
const attempted = new Set<string>()

/**
 * Returns what each question changes under the engine in use; null before that is known. It is computed in the background, once for each
 * version.
 */
export async function questionEffects(
  db: Db,
  sandbox: Pick<Sandbox, 'runFigures'>,
): Promise<QuestionEffects | null> {
  const version = await queries.activeEffects(db)
  if (!version || version.interface !== 2) return null
  if (version.effects === null && !attempted.has(version.hash)) {
    attempted.add(version.hash)
    void storeEffects(db, sandbox, version.hash).catch((error: unknown) => {
      log.warn({ err: error }, 'the effects of the questions could not be computed')
    })
  }
  return version.effects as QuestionEffects | null
}

/** Returns what each question changes for an applicant in a state, or in any state while it is not known. */
export async function questionEffectsIn(
  db: Db,
  sandbox: Pick<Sandbox, 'runFigures'>,
  state: string | null,
): Promise<QuestionEffects | null> {
  const [effects, rules] = await Promise.all([questionEffects(db, sandbox), listStateFactors(db)])
  return effectsUnder(effects, rules, state)
}

const noEffect: QuestionEffect = { price: 0, typical: 0, tier: 0, decision: 0 }

/** Applies the rules of a state, among those of all states: an answer that it does not allow changes nothing. */
export function effectsUnder(
  effects: QuestionEffects | null,
  rules: readonly { state?: unknown; factor?: unknown }[],
  state: string | null,
): QuestionEffects | null {
  if (effects === null) return null
  const ruled = withoutRating.flatMap(([factor, name]): [string, QuestionEffect][] => {
    const effect = effects[name]
    const isRuled = rules.some((rule) => rule.factor === factor && (state === null || rule.state === state))
    return effect && isRuled ? [[name, state === null ? { ...effect, byState: true } : noEffect]] : []
  })
  return { ...effects, ...Object.fromEntries(ruled) }
}

async function storeEffects(db: Db, sandbox: Pick<Sandbox, 'runFigures'>, hash: string) {
  const version = await queries.activeVersion(db)
  if (version?.hash !== hash) return
  const configuration = await gateConfiguration(db)
  const effects = await computeEffects(
    sandbox,
    version as unknown as GateVersion,
    configuration,
    calendarDay(new Date()),
  )
  await queries.storeEffects(db, hash, JSON.stringify(effects))
}

/** Runs people of the bundled population with each answer to each question, one question at a time. */
export async function computeEffects(
  sandbox: Pick<Sandbox, 'runFigures'>,
  version: GateVersion,
  configuration: GateConfiguration,
  asOf: string,
): Promise<QuestionEffects> {
  const people = populationInputs(population(step), configuration, asOf)
  const effects: QuestionEffects = {}
  for (const question of questions) {
    if (!question.engine && question.name !== 'employer_name') continue
    const inputs = people.map((input) => variants(question, input, people, configuration))
    const outcomes = await run(sandbox, version, inputs.flat())
    let at = 0
    effects[question.name] = effectOf(
      inputs.map(({ length }) => {
        at += length
        return outcomes.slice(at - length, at)
      }),
    )
  }
  return effects
}

async function run(sandbox: Pick<Sandbox, 'runFigures'>, version: GateVersion, inputs: GateInput[]) {
  const [first] = inputs
  if (!first) return []
  const { shared } = sharedPart(version, first)
  const own = inputs.map((input) => ({ ...input, tiers: undefined }))
  const outcomes = await sandbox.runFigures(version.source, own, { trial: true, shared })
  return outcomes.map((outcome) => {
    if (!outcome.ok) throw new Error(outcome.message)
    return outcome.result
  })
}

/** Returns the person's input with each answer that is tried. */
function variants(
  question: Question,
  input: GateInput,
  people: GateInput[],
  configuration: GateConfiguration,
) {
  const { name } = question
  if (name === 'employer_name') {
    const records = configuration.employers
      .filter(({ industry }) => industry === input.quote.industry)
      .toSorted((one, other) => Number(one.layoff_frequency) - Number(other.layoff_frequency))
    return [null, ...spread(records, tried.employers)].map((employer) =>
      withEmployer(configuration, input, employer),
    )
  }
  return answersTo(question, people, configuration).map((answer) => {
    const quote = { ...input.quote, [name]: answer }
    // The industry of an employer's record counts, whatever the applicant answers.
    const employer = name === 'industry' ? null : input.employer
    const consistent = name === 'income' ? { ...quote, salary: 12 * Number(answer) } : quote
    return answering(configuration, input, consistent, employer)
  })
}

/** The same person with another employer and matching answers. */
function withEmployer(configuration: GateConfiguration, input: GateInput, employer: Row | null) {
  const { employer_type = null, employer_size = null } = employer ?? input.quote
  return answering(configuration, input, { ...input.quote, employer_type, employer_size }, employer)
}

/** The same person, who lives in the same state, with other answers. */
function answering(configuration: GateConfiguration, input: GateInput, quote: Row, employer: Row | null) {
  const { asOf, notRated } = input
  return { ...inputOf(configuration, quote, employer, asOf), notRated }
}

function answersTo(question: Question, people: GateInput[], { tiers }: GateConfiguration): Row[string][] {
  if (question.kind === 'list') return tiers.map(({ tier_name }) => String(tier_name).toLowerCase())
  if (isYesOrNo(question)) return [true, false]
  if (question.kind === 'choice') return question.options.map(optionValue)
  const values = people
    .flatMap(({ quote }) => quote[question.name] ?? [])
    .toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  return spread([...new Set(values)], tried.numbers)
}

/** Returns some of the items at equal distances, the first and the last among them. */
function spread<Item>(items: readonly Item[], count: number) {
  if (items.length <= count) return [...items]
  return Array.from(
    { length: count },
    (_, index) => items[Math.round((index * (items.length - 1)) / (count - 1))] as Item,
  )
}

function effectOf(people: ResultFigures[][]): QuestionEffect {
  const ranges = people.map(priceRange)
  const share = (is: (results: ResultFigures[]) => boolean) => round(people.filter(is).length / people.length)
  return {
    price: round(Math.max(0, ...ranges)),
    typical: round(ranges.reduce((sum, range) => sum + range, 0) / Math.max(1, ranges.length)),
    tier: share((results) => differ(covered(results), ({ coverage_tier }) => coverage_tier)),
    decision: share((results) => differ(results, ({ status }) => status)),
  }
}

/** The highest over the lowest price of a dollar of cover, less 1, in the tier where they differ most. */
function priceRange(results: ResultFigures[]) {
  const sold = covered(results)
  const tiers = [...new Set(sold.map(({ coverage_tier }) => coverage_tier))]
  const ranges = tiers.map((tier) => {
    const same = sold.filter(({ coverage_tier }) => coverage_tier === tier)
    const prices = same.map(({ monthly_premium, max_coverage }) => monthly_premium / max_coverage)
    return Math.max(...prices) / Math.min(...prices) - 1
  })
  return Math.max(0, ...ranges)
}

function covered(results: ResultFigures[]) {
  return results.filter(({ status, max_coverage }) => status !== 'declined' && max_coverage > 0)
}

function differ(results: ResultFigures[], of: (result: ResultFigures) => unknown) {
  return new Set(results.map(of)).size > 1
}

function round(value: number) {
  return Math.round(value * 1e4) / 1e4
}
