import { ageOn } from '~/domain/dates'
import { factorLimits } from '~/domain/portfolio-factor/portfolio-factor.schema'
import { guideToTier } from '~/domain/tiers/tier-guide'
import type { ResultFigures } from '~/domain/underwriting/sandbox.server'

import type { Draw, GateInput, Row } from './draws'

/** The outcome of a run: its figures, or the message of its failure. */
export type GateOutcome = { ok: true; result: ResultFigures } | { ok: false; message: string }

/** The runs that a rule needs for one applicant, and its judgement on them: what is wrong, or null. */
export type Probe = { inputs: GateInput[]; judge: (results: ResultFigures[]) => string | null }

/** A rule for single applicants. Its number is that of the specification of the engine. */
export type Rule = { number: number; title: string; probe: (draw: Draw) => Probe | null }

const cent = 0.005

/** A value changed by a quarter, within its limit. */
const scaled = (value: number, max: number) => (value * 1.25 <= max ? value * 1.25 : value * 0.8)

export const blindTitle = 'an answer that the state does not allow changes nothing'

export const rules: readonly Rule[] = [
  {
    number: 3,
    title: 'the premium follows the risk, all else equal',
    probe: (draw) => {
      const possible = ladders.filter((ladder) => ladder.applies(draw.input))
      const ofEmployer = possible.filter(({ row }) => row === 'employer')
      const chosen = [pick(possible, draw.picks[0]), pick(ofEmployer, draw.picks[7])].flatMap((ladder) =>
        ladder ? [{ ladder, values: ladder.values(draw) }] : [],
      )
      return {
        inputs: chosen.flatMap(({ ladder, values }) =>
          values.map((value) => ladder.change(draw.input, value)),
        ),
        judge: (results) => {
          for (const [index, { ladder, values }] of chosen.entries()) {
            const [safer, riskier] = results.slice(2 * index)
            if (!safer?.coverage_tier || safer.coverage_tier !== riskier?.coverage_tier) continue
            if (riskier.monthly_premium < safer.monthly_premium - cent)
              return `${ladder.name} ${text(values[1])} costs ${dollars(riskier)}, ${text(values[0])} costs ${dollars(safer)}`
          }
          return null
        },
      }
    },
  },
  {
    number: 4,
    title: "the premium is proportional to the tier's base premium and to the factor of the portfolio",
    probe: ({ input, picks }) => {
      const { factor } = input.portfolio
      const isBase = (picks[1] ?? 0) < 0.5
      // Base premiums are whole cents, so that each tier has a ratio of its own.
      const scaledBase = ({ base_premium }: Row) =>
        Math.round(100 * scaled(Number(base_premium), 100_000)) / 100
      const tiers = input.tiers.map((tier) => ({ ...tier, base_premium: scaledBase(tier) }))
      const portfolio = { factor: scaled(factor, factorLimits.max) }
      const changed = isBase ? { ...input, tiers } : { ...input, portfolio }
      return {
        inputs: [input, changed],
        judge: ([before, after]) => {
          if (!before || !after || before.coverage_tier !== after.coverage_tier) return null
          const tier = input.tiers.find(({ tier_name }) => tier_name === after.coverage_tier)
          const ofTier = tier ? scaledBase(tier) / Number(tier.base_premium) : 1 // without a tier there is no premium
          const ratio = isBase ? ofTier : portfolio.factor / factor
          const expected = before.monthly_premium * ratio
          if (Math.abs(after.monthly_premium - expected) <= 0.02) return null
          return `${isBase ? 'base premiums' : 'the factor of the portfolio'} times ${text(ratio)} makes ${dollars(before)} ${dollars(after)}`
        },
      }
    },
  },
  {
    number: 5,
    title: 'a benefit is within the tier and six months of income, and a higher tier never covers less',
    probe: (draw) =>
      levels(draw, ([lower, higher], input) => {
        for (const result of [lower, higher]) {
          const tier = input.tiers.find(({ tier_name }) => tier_name === result.coverage_tier)
          const limit = Math.min(Number(tier?.max_monthly_benefit ?? 0), 6 * Number(input.quote.income))
          if (result.max_coverage > limit + cent)
            return `${result.coverage_tier} covers $${result.max_coverage}, more than $${limit}`
        }
        return lower.max_coverage > higher.max_coverage + cent
          ? `${lower.coverage_tier} covers $${lower.max_coverage}, the higher ${higher.coverage_tier} $${higher.max_coverage}`
          : null
      }),
  },
  {
    number: 6,
    title:
      'nobody under 18 or with too little tenure is covered, and a tier steps down to the best lower one',
    probe: ({ input }) => ({
      inputs: [input],
      judge: ([result]) => (result ? eligibility(input, result) : null),
    }),
  },
  {
    number: 7,
    title: 'the reason of a recommendation is true',
    probe: ({ input }) => {
      const unsure = answered(input, { coverage_level: 'unsure' })
      return { inputs: [unsure], judge: ([result]) => (result ? recommendation(unsure, result) : null) }
    },
  },
  {
    number: 11,
    title: blindTitle,
    probe: ({ input, picks }) => {
      const [name, answer, values] = pick(withoutRating, picks[2]) ?? []
      if (!name || !answer || !values) return null
      const inputs = values.map((value) => ({ ...answered(input, { [answer]: value }), notRated: [name] }))
      return {
        inputs,
        judge: ([one, other]) => inequality(name, values, one, other),
      }
    },
  },
  {
    number: 13,
    title: 'a contradiction is referred, and does not lower the price',
    probe: contradiction,
  },
  {
    number: 14,
    title: 'no tier that costs more and covers no more is offered',
    probe: (draw) =>
      levels(draw, (results) => {
        for (const one of results)
          for (const other of results)
            if (one.monthly_premium > other.monthly_premium + cent && one.max_coverage <= other.max_coverage)
              return `${one.coverage_tier} covers $${one.max_coverage} for ${dollars(one)}, ${other.coverage_tier} $${other.max_coverage} for ${dollars(other)}`
        return null
      }),
  },
]

/** Answers and columns along which the premium must not fall, from the safer value to the riskier one. */
type Ladder = {
  name: string
  row: 'quote' | 'employer' | 'industry'
  applies: (input: GateInput) => boolean
  values: (draw: Draw) => [safer: Row[string], riskier: Row[string]]
  change: (input: GateInput, value: Row[string]) => GateInput
}

const ladders: Ladder[] = [
  answerLadder('credit_score', (a, b) => [
    Math.round(300 + 550 * Math.max(a, b)),
    Math.round(300 + 550 * Math.min(a, b)),
  ]),
  answerLadder('employment_length', (a, b) => [
    round(1 + 20 * Math.max(a, b)),
    round(1 + 20 * Math.min(a, b)),
  ]),
  answerLadder('bankruptcy_history', (a) => (a < 0.5 ? ['None', 'Chapter 13'] : ['Chapter 13', 'Chapter 7'])),
  answerLadder('background_check', (a) => (a < 0.5 ? ['Clear', 'MinorFlag'] : ['MinorFlag', 'MajorFlag'])),
  rowLadder('employer', 'employer_stability_rating', 10, true),
  rowLadder('employer', 'layoff_frequency', 12, false),
  rowLadder('employer', 'layoff_mentions', 12, false),
  rowLadder('employer', 'sector_unemp_rate', 15, false),
  rowLadder('industry', 'industry_unemp_rate', 15, false),
]

function answerLadder(name: string, values: (a: number, b: number) => [Row[string], Row[string]]): Ladder {
  return {
    name,
    row: 'quote',
    applies: () => true,
    values: ({ picks }) => values(picks[3] ?? 0, picks[4] ?? 0),
    change: (input, value) => answered(input, { [name]: value }),
  }
}

function rowLadder(row: 'employer' | 'industry', column: string, max: number, isSafe: boolean): Ladder {
  return {
    name: column,
    row,
    applies: (input) => input[row] !== null,
    values: ({ picks: [, , , a = 0, b = 0] }) => {
      const [low, high] = [Math.round(max * Math.min(a, b)), Math.round(max * Math.max(a, b))]
      return isSafe ? [high, low] : [low, high]
    },
    change: (input, value) => ({ ...input, [row]: { ...input[row], [column]: value } }),
  }
}

/** Rating factors that a state may not allow, the answer of each, and two values of it. */
export const withoutRating: [factor: string, answer: string, values: Row[string][]][] = [
  ['credit_score', 'credit_score', [420, 830]],
  ['bankruptcy', 'bankruptcy_history', ['None', 'Chapter 7']],
  ['background_check', 'background_check', ['Clear', 'MajorFlag']],
  ['education', 'education', ['High School', 'Doctorate']],
  ['union', 'union_membership', [true, false]],
  ['pay_type', 'pay_type', ['Tipped', 'Salary']],
  ['work_arrangement', 'work_arrangement', ['Remote', 'On-site']],
]

/** Compares the price and the decision of two values of an answer that a state does not allow. */
export function inequality(
  name: string,
  values: readonly Row[string][],
  one?: ResultFigures,
  other?: ResultFigures,
) {
  const isSame =
    one?.monthly_premium === other?.monthly_premium &&
    one?.status === other?.status &&
    one?.coverage_tier === other?.coverage_tier
  const outcome = (result?: ResultFigures) => (result ? `${dollars(result)}, ${result.status}` : 'no result')
  return isSame
    ? null
    : `${name} is not rated in the state, and ${values.join(' and ')} give ${outcome(one)} and ${outcome(other)}`
}

/** Runs two neighboring levels and the recommendation, with enough tenure for each. */
function levels(
  { input, picks }: Draw,
  judge: (results: [ResultFigures, ResultFigures, ...ResultFigures[]], input: GateInput) => string | null,
): Probe | null {
  const tiers = sorted(input.tiers)
  const at = Math.floor((picks[5] ?? 0) * Math.max(1, tiers.length - 1))
  const requested = [tiers[at], tiers[at + 1] ?? tiers[at]].map((tier) =>
    String(tier?.tier_name).toLowerCase(),
  )
  const adult = { employment_length: 51, date_of_birth: '1955-06-01' }
  return {
    inputs: [...requested, 'unsure'].map((coverage_level) => answered(input, { ...adult, coverage_level })),
    judge: (results) => {
      const [one, other, ...rest] = results
      if (!one || !other || results.some(({ status }) => status === 'declined')) return null
      return judge([one, other, ...rest], input)
    },
  }
}

function eligibility({ quote, asOf, tiers }: GateInput, result: ResultFigures) {
  const isCovered = result.status !== 'declined'
  const months = 12 * Number(quote.employment_length ?? 0)
  const allowed = sorted(tiers).filter((tier) => Number(tier.min_job_tenure_months ?? 0) <= months + cent)
  if (isCovered && ageOn(String(quote.date_of_birth), asOf) < 18)
    return `born ${text(quote.date_of_birth)}, and covered`
  if (isCovered && allowed.length === 0) return `${months} months of tenure, and covered`
  const place = sorted(tiers).findIndex(
    ({ tier_name }) => String(tier_name).toLowerCase() === quote.coverage_level,
  )
  const requested = sorted(tiers)[place]
  if (!isCovered || requested === undefined || allowed.includes(requested)) return null
  const best = sorted(tiers)
    .slice(0, place)
    .filter((tier) => allowed.includes(tier))
    .at(-1)
  const isMenu = result.reasons.some(({ code }) => code === 'MENU')
  if (best === undefined)
    return `no lower tier than ${text(requested.tier_name)} is allowed, and ${result.coverage_tier} is offered`
  if (!isMenu && result.coverage_tier !== best.tier_name)
    return `${text(requested.tier_name)} steps down to ${result.coverage_tier}, not to ${text(best.tier_name)}`
  return result.reasons.some((reason) => reason.text.includes(String(requested.tier_name)))
    ? null
    : `no reason says that ${text(requested.tier_name)} needs more tenure`
}

/** Compares a recommendation with the guide of the public site. */
function recommendation({ quote, tiers }: GateInput, result: ResultFigures) {
  if (result.status === 'declined') return null
  const ordered = sorted(tiers)
  const { suitable, reached } = guideToTier(
    ordered.map((tier) => ({
      tier: String(tier.tier_name),
      coverage: Number(tier.max_monthly_benefit),
      vesting: 0,
    })),
    { pay: payOf(quote), household: Math.max(1, Number(quote.family_size ?? 1)), reserve: 0 },
    6,
  )
  const recommended = ordered.find(({ tier_name }) => tier_name === suitable?.tier)
  const isAllowed =
    Number(recommended?.min_job_tenure_months ?? 0) <= 12 * Number(quote.employment_length ?? 0) + cent
  const codes = result.reasons.map(({ code }) => code)
  const cheaper = result.reasons.find(
    ({ code, text }) => code === 'RECOMMENDED_TIER' && text.includes('for no more'),
  )
  if (cheaper !== undefined) return null // rule 14 judges it
  const expected = !isAllowed ? 'RECOMMENDED_TENURE' : reached ? 'RECOMMENDED_INCOME' : 'RECOMMENDED_TIER'
  if (!codes.includes(expected))
    return `what decided is ${expected}, and the reasons are ${codes.join(', ')} for ${result.coverage_tier}`
  return isAllowed && result.coverage_tier !== recommended?.tier_name
    ? `the guide recommends ${text(recommended?.tier_name)}, the engine ${result.coverage_tier}`
    : null
}

function contradiction({ input, picks }: Draw): Probe | null {
  const { quote, employer } = input
  const income = Math.max(1000, Number(quote.income))
  const sound = answered(input, {
    income,
    salary: 12 * income,
    employment_length: 5,
    date_of_birth: '1985-01-01',
    children_count: 0,
    family_size: 2,
    background_check: 'Clear',
    ...(employer && {
      industry: employer.industry ?? null,
      employer_type: employer.employer_type ?? null,
      employer_size: employer.employer_size ?? null,
    }),
  })
  const other = (value: Row[string] | undefined, a: string, b: string) => (value === a ? b : a)
  const kinds: [string, Row, boolean][] = [
    ['a salary of half the income', { salary: 6 * income }, false],
    ['a salary of nothing', { salary: 0 }, true],
    ['30 years of tenure at the age of 30', { employment_length: 30, date_of_birth: '1994-01-01' }, false],
    ['more children than the family has members', { children_count: 4 }, true],
  ]
  if (employer?.industry)
    kinds.push([
      'another industry than the record of the employer',
      { industry: other(employer.industry, 'Government', 'Construction') },
      true,
    ])
  if (employer?.employer_size)
    kinds.push([
      'another size than the record of the employer',
      { employer_size: other(employer.employer_size, 'Large (500+)', 'Small (<50)') },
      true,
    ])
  const [what, changes, isSamePrice] = pick(kinds, picks[6]) ?? []
  if (!what || !changes) return null
  return {
    inputs: [sound, answered(sound, changes)],
    judge: ([before, after]) => {
      if (!before || !after || before.status === 'declined' || after.status === 'declined') return null
      if (after.status !== 'referred') return `${what} is ${after.status}`
      return isSamePrice &&
        before.coverage_tier === after.coverage_tier &&
        Math.abs(before.monthly_premium - after.monthly_premium) > cent
        ? `${what} changes the premium from ${dollars(before)} to ${dollars(after)}`
        : null
    },
  }
}

export function answered(input: GateInput, answers: Row): GateInput {
  return { ...input, quote: { ...input.quote, ...answers } }
}

/** Returns the pay that counts: the lower of the two answers where they differ by more than a tenth, and the salary is one. */
function payOf({ income, salary }: Row) {
  const pay = Number(income)
  const other = Number(salary ?? 0) / 12
  return other >= 1 && Math.abs(other / pay - 1) > 0.1 ? Math.min(pay, round(other)) : pay
}

function sorted(tiers: readonly Row[]) {
  return tiers.toSorted(
    (a, b) =>
      Number(a.max_monthly_benefit) - Number(b.max_monthly_benefit) ||
      Number(a.base_premium) - Number(b.base_premium),
  )
}

function pick<Item>(items: readonly Item[], share = 0): Item | undefined {
  return items[Math.floor(share * items.length)]
}

function round(value: number) {
  return Math.round(value * 100) / 100
}

function dollars({ monthly_premium }: ResultFigures) {
  return `$${monthly_premium.toFixed(2)}`
}

function text(value: unknown) {
  return String(value)
}
