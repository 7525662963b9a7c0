import { readFileSync } from 'node:fs'

import { parse } from 'csv-parse/sync'

import { briefMoney } from '~/domain/formats'
import { questions } from '~/domain/quotes/questions'
import type { ResultFigures } from '~/domain/underwriting/sandbox.server'
import { isYesOrNo } from '~/domain/underwriting/engine-input.schema'
import { expectedFrequency } from '~/engine/model/claim-model'
import type { EngineTables } from '~/engine/model/tables'
import { projectPath } from '~/project-path.server'

import { inputOf, type GateConfiguration, type GateInput, type Row } from './draws'

/** A person of the bundled population: see app/engine/population.md. */
export type Person = { weight: number; groups: Record<string, string>; quote: Row; employerName: string }

/** Every nth person of the population is run for a release. */
export const releaseStep = 4

let everybody: Person[] | undefined

/** Returns the population, or every `step`th person of it. */
export function population(step = 1) {
  everybody ??= readPopulation()
  return everybody.filter((_, index) => index % step === 0)
}

function readPopulation(): Person[] {
  const rows: Record<string, string>[] = parse(readFileSync(projectPath('app/engine/population.csv')), {
    columns: true,
  })
  return rows.map((row) => {
    const answer = (name: string) => row[name] ?? ''
    const quote = Object.fromEntries(
      questions
        .filter(({ engine }) => engine)
        .map((question) => [
          question.name,
          question.kind === 'number'
            ? Number(answer(question.name))
            : isYesOrNo(question)
              ? answer(question.name) === 'TRUE'
              : answer(question.name),
        ]),
    )
    return {
      weight: Number(row.weight),
      quote,
      employerName: answer('employer_name'),
      groups: {
        sex: answer('sex'),
        age: answer('date_of_birth') <= '1986-01-01' ? '40 and over' : 'under 40',
        state: answer('region_state'),
        industry: answer('industry'),
        'marital status': answer('marital_status'),
        income: bandOf(Number(answer('income')), [2000, 3500, 5000, 7000]),
        tenure: bandOf(Number(answer('employment_length')), [1, 3, 10]),
        education: answer('education'),
        'kind of work': answer('employment_type'),
      },
    }
  })
}

function bandOf(value: number, limits: number[]) {
  const at = limits.findIndex((limit) => value < limit)
  return at === 0
    ? `under ${limits[0]}`
    : at < 0
      ? `${limits.at(-1)} and more`
      : `${limits[at - 1]} to ${limits[at]}`
}

/** Returns the inputs of people if they all worked for one employer and said so. */
export function employeeInputs(
  people: readonly Person[],
  configuration: GateConfiguration,
  employer: Row,
  asOf: string,
) {
  const { industry = null, employer_type = null, employer_size = null } = employer
  const own = { industry, employer_type, employer_size }
  return people.map(({ quote, groups }) =>
    inputOf(configuration, { ...quote, ...own }, employer, asOf, groups.state),
  )
}

export function populationInputs(people: readonly Person[], configuration: GateConfiguration, asOf: string) {
  const employers = new Map(
    configuration.employers.map((row) => [String(row.employer_name).toLowerCase(), row]),
  )
  return people.map(({ quote, employerName, groups }) =>
    inputOf(configuration, quote, employers.get(employerName.toLowerCase()) ?? null, asOf, groups.state),
  )
}

type Offered = { person: Person; input: GateInput; result: ResultFigures; claims: number; lossRatio: number }
export type PopulationProblem = { number: 8 | 12 | 15; message: string; example: unknown }

/** Share of the population from which a group is looked at, and of a sample the fewest people of it. */
const groupShare = 0.02
const fewest = 25

/** The expected loss ratios outside which no result is offered. */
const lossRatioRange = { min: 0.15, max: 1.5 }

const lossRatioGroups = ['industry', 'income', 'tenure', 'education', 'kind of work']
const fairnessGroups = ['sex', 'age', 'state', 'industry']

/**
 * Rules 8, 15 and 12 over the outcomes of the population, in that order. Expected claims are computed from the version's claim tables by
 * the host: an engine's own forecast is compared with them.
 */
export function populationProblems(
  people: readonly Person[],
  inputs: readonly GateInput[],
  results: readonly ResultFigures[],
  tables: EngineTables,
): PopulationProblem[] {
  const offered = offeredTo(people, inputs, results, tables)
  return [
    ...tierProblems(people, inputs, tables),
    ...resultProblems(offered),
    ...lossRatioProblems(offered),
    ...decidedProblems(people, inputs, results),
    ...fairnessProblems(people, results), // last: a justification lifts it
  ]
}

function offeredTo(
  people: readonly Person[],
  inputs: readonly GateInput[],
  results: readonly ResultFigures[],
  tables: EngineTables,
): Offered[] {
  return people.flatMap((person, index) => {
    const [input, result] = [inputs[index], results[index]]
    if (!input || !result || result.status === 'declined') return []
    const claims = expectedFrequency(tables, input) * result.max_coverage
    return [{ person, input, result, claims, lossRatio: claims / result.monthly_premium }]
  })
}

/** Rule 8 over the results of the employees of one employer: each has a sound price. */
export function employeeProblems(
  people: readonly Person[],
  inputs: readonly GateInput[],
  results: readonly ResultFigures[],
  tables: EngineTables,
) {
  return resultProblems(offeredTo(people, inputs, results, tables))
}

function resultProblems(offered: readonly Offered[]): PopulationProblem[] {
  const problem = (message: string, example: unknown): PopulationProblem[] => [
    { number: 8, message, example },
  ]
  for (const { input, result, claims, lossRatio } of offered) {
    const own = result.expected.claims
    if (Math.abs(own - claims) > 0.01 + 0.01 * claims)
      return problem(
        `the engine expects claims of $${own} a month, the claim model $${claims.toFixed(2)}`,
        input.quote,
      )
    if (lossRatio < lossRatioRange.min || lossRatio > lossRatioRange.max)
      return problem(
        `a price of $${result.monthly_premium} has the expected loss ratio ${percent(lossRatio)}, not 15 to 150%`,
        input.quote,
      )
    const isInside = lossRatio >= 0.25 && lossRatio <= 1
    if (!isInside && result.status === 'approved')
      return problem(
        `a result with the expected loss ratio ${percent(lossRatio)} is approved, not referred`,
        input.quote,
      )
  }
  return []
}

function lossRatioProblems(offered: readonly Offered[]): PopulationProblem[] {
  const problem = (message: string): PopulationProblem[] => [{ number: 8, message, example: null }]
  const all = ratioOf(offered)
  if (all < 0.45 || all > 0.65)
    return problem(`the expected loss ratio of the population is ${percent(all)}, not 45 to 65%`)
  for (const [group, members] of groupsOf(offered, ({ person }) => person, lossRatioGroups)) {
    const ratio = ratioOf(members)
    if (ratio < 0.35 || ratio > 0.8)
      return problem(`the expected loss ratio of ${group} is ${percent(ratio)}, not 35 to 80%`)
  }
  return []
}

/** Each requested tier has a sound price for the average applicant, even if it is never offered because another is cheaper. */
function tierProblems(
  people: readonly Person[],
  inputs: readonly GateInput[],
  tables: EngineTables,
): PopulationProblem[] {
  const weight = people.reduce((sum, person) => sum + person.weight, 0)
  const claims = people.reduce((sum, person, index) => {
    const input = inputs[index]
    return sum + (input ? person.weight * expectedFrequency(tables, input) : 0)
  }, 0)
  const factor = inputs[0]?.portfolio.factor ?? 1
  const requestedTiers = new Set(people.map(({ quote }) => quote.coverage_level))
  for (const tier of inputs[0]?.tiers ?? []) {
    const { tier_name, base_premium, max_monthly_benefit } = tier
    if (!requestedTiers.has(String(tier_name).toLowerCase())) continue
    const ratio = ((claims / weight) * Number(max_monthly_benefit)) / (Number(base_premium) * factor)
    if (ratio < lossRatioRange.min || ratio > lossRatioRange.max)
      return [
        {
          number: 8,
          message: `coverage tier "${tier_name}" at a base premium of ${briefMoney(Number(base_premium))} has the expected loss ratio ${percent(ratio)} for the average applicant, not 15 to 150%`,
          example: null,
        },
      ]
  }
  return []
}

function ratioOf(offered: readonly Offered[]) {
  const total = (of: (one: Offered) => number) =>
    offered.reduce((sum, one) => sum + one.person.weight * of(one), 0)
  return total(({ claims }) => claims) / total(({ result }) => result.monthly_premium)
}

/** The lowest approval ratio between two groups that needs no justification. */
export const fourFifths = 0.8

/** The groups of a kind that are approved least and most, as shares, and the ratio of the two. */
export type FairnessRatio = {
  kind: string
  lowest: { group: string; rate: number }
  highest: { group: string; rate: number }
  ratio: number
}

/** The ratios of rule 12 over the outcomes of the population; kinds with fewer than two groups have none. */
export function fairnessRatios(
  people: readonly Person[],
  results: readonly (Pick<ResultFigures, 'status'> | null)[],
): FairnessRatio[] {
  const all = people.map((person, index) => ({ person, isApproved: results[index]?.status === 'approved' }))
  return fairnessGroups.flatMap((kind) => {
    const rates = [...groupsOf(all, ({ person }) => person, [kind])]
      .map(([group, members]) => ({
        group,
        rate: shareOf(
          members,
          ({ person }) => person.weight,
          ({ isApproved }) => isApproved,
        ),
      }))
      .sort((a, b) => a.rate - b.rate)
    const [lowest] = rates
    const highest = rates.at(-1)
    if (!lowest || !highest) return []
    return [{ kind, lowest, highest, ratio: highest.rate === 0 ? 1 : lowest.rate / highest.rate }]
  })
}

function fairnessProblems(people: readonly Person[], results: readonly ResultFigures[]): PopulationProblem[] {
  for (const { lowest, highest } of fairnessRatios(people, results)) {
    if (lowest.rate < fourFifths * highest.rate)
      return [
        {
          number: 12,
          message: `${lowest.group} is approved for ${percent(lowest.rate)}, ${highest.group} for ${percent(highest.rate)}: a ratio below 0.80`,
          example: null,
        },
      ]
  }
  return []
}

/** Rule 15: of the applicants who may be covered in each industry, at least this share is decided without a person. */
const decidedShare = 0.6

function decidedProblems(
  people: readonly Person[],
  inputs: readonly GateInput[],
  results: readonly ResultFigures[],
): PopulationProblem[] {
  const eligible = people.flatMap((person, index) => {
    const { tiers, quote } = inputs[index] as GateInput
    const shortest = Math.min(...tiers.map((tier) => Number(tier.min_job_tenure_months ?? 0)))
    const isEligible = 12 * Number(quote.employment_length) >= shortest && Number(quote.income) > 0
    return isEligible ? [{ person, status: results[index]?.status }] : []
  })
  for (const [group, members] of groupsOf(eligible, ({ person }) => person, ['industry'])) {
    const share = shareOf(
      members,
      ({ person }) => person.weight,
      ({ status }) => status === 'approved',
    )
    if (share < decidedShare)
      return [
        {
          number: 15,
          message: `${percent(share)} of the eligible applicants of ${group} are approved without a person, not 60%`,
          example: null,
        },
      ]
  }
  return []
}

/** Returns the members of each group that is large enough, by its name. */
function groupsOf<Item>(items: readonly Item[], personOf: (item: Item) => Person, kinds: readonly string[]) {
  const groups = new Map<string, Item[]>()
  for (const item of items)
    for (const kind of kinds) {
      const group = `${kind}: ${personOf(item).groups[kind]}`
      groups.set(group, [...(groups.get(group) ?? []), item])
    }
  const total = items.reduce((sum, item) => sum + personOf(item).weight, 0)
  return [...groups].filter(([, members]) => {
    const weight = members.reduce((sum, item) => sum + personOf(item).weight, 0)
    return members.length >= fewest && weight >= groupShare * total
  })
}

function shareOf<Item>(
  items: readonly Item[],
  weightOf: (item: Item) => number,
  is: (item: Item) => boolean,
) {
  const total = items.reduce((sum, item) => sum + weightOf(item), 0)
  return items.reduce((sum, item) => sum + (is(item) ? weightOf(item) : 0), 0) / total
}

function percent(share: number) {
  return `${(100 * share).toFixed(1)}%`
}
