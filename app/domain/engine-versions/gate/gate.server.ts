import { isDeepStrictEqual } from 'node:util'

import type { GoldenCase } from '~/engine/golden-cases'
import type { EngineTables } from '~/engine/model/tables'
import { questions } from '~/domain/quotes/questions'
import type { ResultFigures, Sandbox, SandboxFailure } from '~/domain/underwriting/sandbox.server'
import { checkResult, runEngine, sharedPart } from '~/domain/underwriting/underwriting.server'

import { figureDifferences, type FailingCase } from '../case-figures'
import {
  drawApplicants,
  inputOf,
  typicalAnswers,
  type Draw,
  type GateConfiguration,
  type GateInput,
  type Row,
} from './draws'
import {
  employeeInputs,
  employeeProblems,
  population,
  populationInputs,
  populationProblems,
  releaseStep,
  type PopulationProblem,
} from './population.server'
import { answered, rules, type GateOutcome } from './rules'
import { stateRuleViolation } from './state-rules'

export type GateVersion = { source: string; tables: EngineTables; tests: readonly GoldenCase[] }

/** Why a version or a configuration may not go live. `rule` is null for a golden case and for a run that failed. */
export type Violation = {
  rule: number | null
  message: string
  /** The smallest counter-example found: the answers that are not typical. */
  example: unknown
  failure?: SandboxFailure
  /** All golden cases that give other figures, of which the message names the first. */
  cases?: FailingCase[]
  /** Whether a written justification lifts it. */
  justifiable?: true
}

export type GateOptions = {
  asOf: string
  /** Applicants drawn for each rule. */
  draws?: number
  seed?: number
  /** Every nth person of the population is run. */
  populationStep?: number
}

/**
 * Runs a version's golden cases, then the rules of the specification over drawn applicants and the bundled population, in the sandbox.
 * Returns the first violation, or null. `busy` is a failure of the sandbox itself.
 */
export async function findViolation(
  sandbox: Pick<Sandbox, 'run' | 'runFigures'>,
  version: GateVersion,
  configuration: GateConfiguration,
  { asOf, draws: count = 300, seed = 1, populationStep = releaseStep }: GateOptions,
): Promise<Violation | null> {
  const run = runner(sandbox, version)
  const first = await wholeViolation(sandbox, version, inputOf(configuration, typicalAnswers, null, asOf))
  if (first.violation) return first.violation
  const golden = await goldenViolation(run, version.tests)
  if (golden) return golden
  const draws = drawApplicants(configuration, asOf, count, seed)
  const runOnce = withMemory(run)
  return (
    (await baseViolation(sandbox, { run, runOnce }, version, draws)) ??
    (await blindViolation(sandbox, version, draws)) ??
    (await ruleViolation(runOnce, draws)) ??
    (await hostileViolation(run, draws)) ??
    (await stateViolation(run, configuration, asOf)) ??
    (await changedInputViolation(sandbox, version, draws)) ??
    (await populationViolation(run, version, configuration, asOf, populationStep))
  )
}

/**
 * Checks rules 8 and 9 for a configuration under the version in use, which obeys the others: for the population, unless it has the same
 * inputs as under `before`, and for the employees of `employer`, a changed row. Rules of states that `before` does not have are checked
 * by rule 11.
 */
export async function findConfigurationViolation(
  sandbox: Pick<Sandbox, 'run' | 'runFigures'>,
  version: GateVersion,
  configuration: GateConfiguration,
  {
    asOf,
    before = null,
    employer = null,
  }: { asOf: string; before?: GateConfiguration | null; employer?: Row | null },
): Promise<Violation | null> {
  const run = runner(sandbox, version)
  if (before === null || !haveSameInputs(before, configuration, asOf)) {
    const violation = await populationViolation(run, version, configuration, asOf, guardStep, [8])
    if (violation !== null) return violation
  }
  const known = new Set(before?.stateRules.map(({ state, factor }) => `${state} ${factor}`))
  const added =
    before === null
      ? []
      : configuration.stateRules.filter(({ state, factor }) => !known.has(`${state} ${factor}`))
  const violation = await stateViolation(run, configuration, asOf, added)
  if (violation !== null || employer === null) return violation
  const people = population(40)
  const inputs = employeeInputs(people, configuration, employer, asOf)
  return outcomesViolation(inputs, await run(inputs), (results) =>
    employeeProblems(people, inputs, results, version.tables),
  )
}

/** Every nth person of the population is run for a change of the configuration. */
export const guardStep = 8

/** Most changes, such as that of an employer, affect nobody in the population. */
function haveSameInputs(one: GateConfiguration, other: GateConfiguration, asOf: string) {
  const people = population(guardStep)
  return isDeepStrictEqual(populationInputs(people, one, asOf), populationInputs(people, other, asOf))
}

type Run = (inputs: readonly GateInput[]) => Promise<(GateOutcome & { failure?: SandboxFailure })[]>

/** Runs inputs in batches; all of them have the tiers of the first as those that a batch shares. */
function runner(sandbox: Pick<Sandbox, 'runFigures'>, version: GateVersion): Run {
  return async (inputs) => {
    const [first] = inputs
    if (first === undefined) return []
    const { shared } = sharedPart(version, first)
    const own = inputs.map((input) => (input.tiers === first.tiers ? { ...input, tiers: undefined } : input))
    const results = await sandbox.runFigures(version.source, own, { trial: true, shared })
    return results.map((result) =>
      result.ok ? result : { ok: false, message: result.message, failure: result },
    )
  }
}

/** A run that failed breaks rule 2. */
function failed(
  outcome: (GateOutcome & { failure?: SandboxFailure }) | undefined,
  input: GateInput | undefined,
): Violation | null {
  if (outcome?.ok) return null
  return {
    rule: 2,
    message: noResult(outcome?.message ?? 'it gave no result'),
    example: exampleOf(input),
    ...(outcome?.failure && { failure: outcome.failure }),
  }
}

function noResult(message: string) {
  return `whatever the form accepts gets a result, and the code failed: ${withoutLine(message)}`
}

/** The message of a failure without its line, which its position has, too. */
function withoutLine(message: string) {
  return message.replace(/^Line \d+: /, '')
}

async function goldenViolation(run: Run, tests: readonly GoldenCase[]): Promise<Violation | null> {
  const cases: FailingCase[] = []
  let first: Violation | null = null
  for (const { name, input, expected } of tests) {
    const [outcome] = await run([input as GateInput])
    if (!outcome?.ok) {
      const message = `Golden case "${name}": ${withoutLine(outcome?.message ?? 'it gave no result')}`
      return first ?? { ...failed(outcome, input as GateInput)!, rule: null, message }
    }
    const { status, coverage_tier, max_coverage, monthly_premium } = outcome.result
    const found = { status, coverage_tier, max_coverage, monthly_premium }
    const words = Object.entries(expected)
      .filter(([figure, value]) => found[figure as keyof typeof found] !== value)
      .map(([figure, value]) => `${figure} is ${found[figure as keyof typeof found]}, not ${value}`)
    if (words.length === 0) continue
    cases.push({ name, differences: figureDifferences(expected, found) })
    const message = `Golden case "${name}": ${words.join(', ')}`
    first ??= { rule: null, message, example: input.quote, cases }
  }
  return first
}

/** Rules 1, 2 and 10: whole results of single runs, and the same inputs again in the reverse order in one batch. */
async function baseViolation(
  sandbox: Pick<Sandbox, 'run'>,
  { run, runOnce }: { run: Run; runOnce: Run },
  version: GateVersion,
  draws: readonly Draw[],
): Promise<Violation | null> {
  const inputs = draws.map(({ input }) => input)
  const outcomes = await runOnce(inputs)
  for (const [index, input] of inputs.entries()) {
    const problem = failed(outcomes[index], input)
    if (problem) return problem
  }
  const reversed = (await run(inputs.toReversed())).toReversed()
  for (const [index, input] of inputs.entries())
    if (JSON.stringify(outcomes[index]) !== JSON.stringify(reversed[index]))
      return {
        rule: 1,
        message: 'the same input gives the same result: a run depends on those before it',
        example: exampleOf(input),
      }
  for (const [index, input] of inputs.slice(0, wholeResults).entries()) {
    const whole = await wholeViolation(sandbox, version, input)
    if (whole.violation) return whole.violation
    const summary = outcomes[index]
    if (summary?.ok && summary.result.monthly_premium !== whole.premium)
      return {
        rule: 1,
        message: 'a run in a batch gives the result of a single one',
        example: exampleOf(input),
      }
  }
  return null
}

/** Rule 10: the whole result of a single run is valid and closes. */
async function wholeViolation(
  sandbox: Pick<Sandbox, 'run'>,
  version: GateVersion,
  input: GateInput,
): Promise<{ violation: Violation } | { violation: null; premium: number }> {
  const example = exampleOf(input)
  const run = await runEngine(sandbox, version, input, { trial: true })
  if (!run.ok) return { violation: { rule: 2, message: noResult(run.message), example, failure: run } }
  const checked = checkResult(run.result)
  if (!checked.ok) return { violation: { rule: 10, message: checked.message, example } }
  const { coverage_tier: tier, monthly_premium: premium } = checked.result
  if (tier === null || input.tiers.some(({ tier_name }) => tier_name === tier))
    return { violation: null, premium }
  const message = `The engine's result is not valid. coverage_tier: there is no tier ${JSON.stringify(tier)}`
  return { violation: { rule: 10, message, example } }
}

/** Whole results are checked for this many applicants; each takes a single run. */
const wholeResults = 60

/** Rule 1: the input is the same after a run. */
async function changedInputViolation(
  sandbox: Pick<Sandbox, 'runFigures'>,
  version: GateVersion,
  draws: readonly Draw[],
): Promise<Violation | null> {
  const check = `
;underwrite = ((engine) => (input) => {
  const before = JSON.stringify(input)
  const result = engine(input)
  if (JSON.stringify(input) !== before) throw new Error('it changes its input')
  return result
})(underwrite)`
  const found = await firstFailure(sandbox, version, check, draws.slice(0, 50))
  if (found === null) return null
  const message = `the input is not changed: ${/it changes its input/.exec(found.failure.message)?.[0] ?? `the run fails: ${found.failure.message}`}`
  return { rule: 1, message, ...found }
}

/** Runs a source with code that wraps `underwrite`; returns the first applicant whose run fails. */
async function firstFailure(
  sandbox: Pick<Sandbox, 'runFigures'>,
  version: GateVersion,
  wrapper: string,
  draws: readonly Draw[],
) {
  const [first] = draws
  if (first === undefined) return null
  const { shared } = sharedPart(version, first.input)
  const inputs = draws.map(({ input }) => ({ ...input, tiers: undefined }))
  const outcomes = await sandbox.runFigures(version.source + wrapper, inputs, { trial: true, shared })
  const at = outcomes.findIndex((outcome) => !outcome.ok)
  const failure = outcomes[at]
  return failure && !failure.ok ? { failure, example: exampleOf(draws[at]?.input) } : null
}

/** Rule 11: a getter on everything that the engine must not see ends the run when it is read. */
async function blindViolation(
  sandbox: Pick<Sandbox, 'runFigures'>,
  version: GateVersion,
  draws: readonly Draw[],
): Promise<Violation | null> {
  const trap = `
;underwrite = ((engine) => (input) => {
  for (const name of ${JSON.stringify(hiddenAnswers)})
    Object.defineProperty(input.quote, name, { get() { throw new Error('reads quote.' + name) }, configurable: true, enumerable: false })
  return engine(input)
})(underwrite)`
  const found = await firstFailure(sandbox, version, trap, draws.slice(0, 100))
  if (found === null) return null
  const reason =
    /reads quote\.\w+/.exec(found.failure.message)?.[0] ?? `cannot be checked: ${found.failure.message}`
  const message = `the engine is blind to everything outside its input: it ${reason}`
  return { rule: 11, message, ...found }
}

/** Answers outside the allow-list, and names under which an application may have such facts elsewhere. */
const hiddenAnswers = [
  ...questions.filter(({ engine }) => !engine).map(({ name }) => name),
  ...['sex', 'race', 'ethnicity', 'user_id', 'ip_address', 'first_name', 'last_name', 'address', 'zip_code'],
]

async function ruleViolation(runOnce: Run, draws: readonly Draw[]): Promise<Violation | null> {
  for (const rule of rules) {
    const probes = draws.flatMap((draw) => {
      const probe = rule.probe(draw)
      return probe ? [{ draw, ...probe }] : []
    })
    const outcomes = await runOnce(probes.flatMap(({ inputs }) => inputs))
    let at = 0
    for (const { draw, inputs, judge } of probes) {
      const own = outcomes.slice(at, at + inputs.length)
      at += inputs.length
      const failure = own.map((outcome, index) => failed(outcome, inputs[index])).find(Boolean)
      if (failure) return failure
      const message = judge(own.flatMap((outcome) => (outcome.ok ? [outcome.result] : [])))
      if (message === null) continue
      const smallest = await shrink(runOnce, rule, draw)
      return {
        rule: rule.number,
        message: `${rule.title}: ${smallest.message ?? message}`,
        example: exampleOf(smallest.draw.input),
      }
    }
  }
  return null
}

/** Runs each input once: several rules look at the same one. */
function withMemory(run: Run): Run {
  const known = new Map<string, Awaited<ReturnType<Run>>[number]>()
  return async (inputs) => {
    const keys = inputs.map((input) => JSON.stringify(input))
    const missing = new Map(inputs.flatMap((input, at) => (known.has(keys[at]!) ? [] : [[keys[at]!, input]])))
    const outcomes = await run([...missing.values()])
    for (const [index, key] of [...missing.keys()].entries()) known.set(key, outcomes[index]!)
    return keys.map((key) => known.get(key)!)
  }
}

/** Replaces one answer after the other by the typical one, as long as the rule still fails. */
async function shrink(run: Run, rule: (typeof rules)[number], draw: Draw) {
  let smallest: { draw: Draw; message: string | null } = { draw, message: null }
  for (const [name, value] of Object.entries(typicalAnswers)) {
    if (smallest.draw.input.quote[name] === value) continue
    const candidate = { ...smallest.draw, input: answered(smallest.draw.input, { [name]: value }) }
    const probe = rule.probe(candidate)
    if (probe === null) continue
    const outcomes = await run(probe.inputs)
    const results = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.result] : []))
    const message = results.length === probe.inputs.length ? probe.judge(results) : null
    if (message !== null) smallest = { draw: candidate, message }
  }
  return smallest
}

/** Rule 9: a wrong configuration ends the run with the table, the row and the column. */
async function hostileViolation(run: Run, draws: readonly Draw[]): Promise<Violation | null> {
  const hostile = draws.slice(0, 60).map(({ input, picks }) => hostileTiers(input, picks))
  const outcomes = await run(hostile)
  for (const [index, outcome] of outcomes.entries()) {
    if (!outcome.ok && /Configuration: .+/.test(outcome.message)) continue
    const found = outcome.ok ? `it gave a premium of ${outcome.result.monthly_premium}` : outcome.message
    const example = hostile[index]?.tiers[0] ?? null
    return {
      rule: 9,
      message: `a wrong configuration is refused with table, row and column: ${found}`,
      example,
    }
  }
  return null
}

/** Replaces a value of the first tier by one that is out of any range. */
function hostileTiers(input: GateInput, [a = 0, b = 0]: number[]): GateInput {
  const values = [-1, 1e12, 'x', true]
  const columns = [
    'base_premium',
    'max_monthly_benefit',
    'min_job_tenure_months',
    'base_churn_rate',
    'claim_severity_factor',
  ]
  const column = columns[Math.floor(a * columns.length)] ?? 'base_premium'
  const [first, ...rest] = input.tiers
  return { ...input, tiers: [{ ...first, [column]: values[Math.floor(b * values.length)] ?? null }, ...rest] }
}

/** Rule 11 for the rules of the states. */
async function stateViolation(
  run: Run,
  configuration: GateConfiguration,
  asOf: string,
  stateRules?: readonly Row[],
): Promise<Violation | null> {
  const found = await stateRuleViolation(run, configuration, asOf, stateRules)
  if (found === null) return null
  const { failed, ...violation } = found
  return failed && 'failure' in failed && failed.failure
    ? { ...violation, failure: failed.failure }
    : violation
}

async function populationViolation(
  run: Run,
  version: GateVersion,
  configuration: GateConfiguration,
  asOf: string,
  step: number,
  numbers: readonly number[] = [8, 12, 15],
): Promise<Violation | null> {
  const people = population(step)
  const inputs = populationInputs(people, configuration, asOf)
  return outcomesViolation(inputs, await run(inputs), (results) =>
    populationProblems(people, inputs, results, version.tables).filter(({ number }) =>
      numbers.includes(number),
    ),
  )
}

function outcomesViolation(
  inputs: readonly GateInput[],
  outcomes: Awaited<ReturnType<Run>>,
  problemsOf: (results: ResultFigures[]) => PopulationProblem[],
): Violation | null {
  const at = inputs.findIndex((_, index) => !outcomes[index]?.ok)
  if (at >= 0) {
    const violation = failed(outcomes[at], inputs[at])
    const message = outcomes[at] && !outcomes[at].ok ? outcomes[at].message : ''
    const [, wrong] = /(Configuration: .*)/s.exec(message) ?? []
    return wrong && violation ? { ...violation, rule: 9, message: wrong } : violation
  }
  const results = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.result] : []))
  const [problem] = problemsOf(results)
  if (!problem) return null
  const { number, message, example } = problem
  return { rule: number, message, example, ...(number === 12 && { justifiable: true as const }) }
}

/** Returns the answers that differ from a typical applicant's, and the employer. */
function exampleOf(input: GateInput | undefined) {
  if (input === undefined) return null
  const answers = Object.entries(input.quote).filter(([name, value]) => typicalAnswers[name] !== value)
  return { ...Object.fromEntries(answers), ...(input.employer && { employer: input.employer.employer_name }) }
}
