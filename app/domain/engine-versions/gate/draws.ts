import { optionValue, questions } from '~/domain/quotes/questions'
import * as options from '~/domain/quotes/quotes.options'
import { isYesOrNo } from '~/domain/underwriting/engine-input.schema'
import { seededRandom } from '~/engine/seeded-random'

/** A row of a configuration table, or the answers of an application. */
export type Row = Record<string, string | number | boolean | null>

/** The tables of the configuration that the engine reads. */
export type ConfigurationPart = 'tiers' | 'employers' | 'industries'

/** The configuration under which a version is checked. */
export type GateConfiguration = Record<ConfigurationPart, Row[]> & {
  /** The factors that each state does not allow: rows of state and factor. */
  stateRules: Row[]
  /** 1 unless another one was released. */
  portfolioFactor?: number
}

/** The input of one run, without the version's tables. */
export type GateInput = {
  interface: 2
  asOf: string
  quote: Row
  tiers: Row[]
  employer: Row | null
  industry: Row | null
  portfolio: { factor: number }
  notRated: string[]
}

/** A drawn applicant. `picks` are numbers from 0 to 1 that a rule uses for its own choices. */
export type Draw = { input: GateInput; picks: number[] }

/** Plain answers, to which a counter-example is reduced. */
export const typicalAnswers: Row = {
  date_of_birth: '1988-05-14',
  children_count: 0,
  family_size: 1,
  employer_type: 'Private',
  employer_size: 'Medium (50-500)',
  industry: 'Professional and Business Services',
  employment_length: 4,
  employment_type: 'Full-time',
  work_arrangement: 'On-site',
  union_membership: false,
  income: 5000,
  salary: 60_000,
  pay_type: 'Salary',
  pay_schedule: 'Bi-Weekly',
  coverage_level: 'standard',
  education: 'Bachelor',
  credit_score: 700,
  bankruptcy_history: 'None',
  background_check: 'Clear',
}

/** Draws applicants with every answer that the form accepts, absent ones among them. The same seed gives the same draws. */
export function drawApplicants(
  configuration: GateConfiguration,
  asOf: string,
  count: number,
  seed = 1,
): Draw[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => ({
    input: drawInput(random, configuration, asOf),
    picks: Array.from({ length: 8 }, random),
  }))
}

function drawInput(random: () => number, configuration: GateConfiguration, asOf: string): GateInput {
  const oneOf = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const quote: Row = {}
  for (const question of questions.filter(({ engine }) => engine)) {
    if (isYesOrNo(question)) quote[question.name] = random() < 0.5
    else if (question.kind === 'choice') quote[question.name] = oneOf(question.options.map(optionValue))
    if (random() < 0.03) quote[question.name] = null
  }
  const age = random() < 0.05 ? 15 + 3 * random() : 18 + 55 * random()
  const born = new Date(Date.parse(asOf) - age * 365.25 * 86_400_000)
  const income = random() < 0.02 ? 0 : Math.round(600 * Math.exp(3.2 * random()))
  const years = random() < 0.25 ? random() : Math.min(age - 14, 30 * random() ** 2)
  Object.assign(quote, {
    date_of_birth: born.toISOString().slice(0, 10),
    income,
    salary: random() < 0.9 ? 12 * income : Math.round(24 * income * random()),
    employment_length: Math.max(0, Math.round(years * 100) / 100),
    family_size: 1 + Math.floor(6 * random()),
    credit_score: 300 + Math.floor(551 * random()),
    coverage_level: oneOf([
      ...configuration.tiers.map(({ tier_name }) => String(tier_name).toLowerCase()),
      'unsure',
    ]),
  } satisfies Row)
  quote.children_count = Math.floor(Number(quote.family_size) * random())
  quote.industry ??= oneOf(options.industries)
  const employer = random() < 0.3 ? (oneOf(configuration.employers) ?? null) : null
  if (employer !== null && random() < 0.8)
    for (const column of ['industry', 'employer_type', 'employer_size'])
      quote[column] = employer[column] ?? null
  return inputOf(configuration, quote, employer, asOf)
}

/** Returns the input for some answers, with the industry that the host would find; without a state every factor is rated. */
export function inputOf(
  { tiers, industries, stateRules, portfolioFactor = 1 }: GateConfiguration,
  quote: Row,
  employer: Row | null,
  asOf: string,
  state: string | null = null,
): GateInput {
  const name = employer?.industry ?? quote.industry
  const industry = industries.find(({ industry_name }) => industry_name === name) ?? null
  const portfolio = { factor: portfolioFactor }
  const notRated = stateRules
    .flatMap((rule) => (rule.state === state ? [String(rule.factor)] : []))
    .toSorted()
  return { interface: 2, asOf, quote, tiers, employer, industry, portfolio, notRated }
}
