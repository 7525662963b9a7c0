import type { Fields } from '~/domain/parse-fields'
import { questions } from '~/domain/quotes/questions'
import { movesPrice, priceDifference, type QuestionEffects } from '~/domain/quotes/question-effects'

/** A question, and by how much its answers change the price of the same cover, such as 'up to 17% more'. */
export type Move = { question: string; label: string; effect: string }

/** The shares of people with these answers whom the engine declines, and whom it refers to a person, from 0 to 1. */
type Decisions = { declined: number; referred: number; referralReason: string | null }

/** What people with the same answers pay for the tier that most of them are recommended. Amounts are dollars, prices a month. */
export type PricedEstimate = Decisions & {
  tier: string
  benefit: number
  /** The benefit in months of pay. */
  months: number
  /** Eight of ten people who get a price pay from `low` to `high`. */
  low: number
  high: number
  /** Why it is this tier, in a sentence. */
  reason: string
  /** How many are declined or referred, in a sentence each, where it is worth saying. */
  notes: string[]
}

/** Most people with these answers are declined; `askAgain` is the day from which they are not, YYYY-MM-DD. */
export type DeclinedEstimate = Decisions & {
  tier: null
  benefit: null
  months: null
  low: null
  high: null
  reason: string
  askAgain: string | null
}

export type Estimate = (PricedEstimate | DeclinedEstimate) & {
  moves: Move[]
  /** The name of the employer is known: what its record does to the price is in the range. */
  knowsEmployer: boolean
}

/** Answers of an application that an estimate takes where they are known. */
const otherFields = [
  'coverage_level',
  'employer_name',
  'region_state',
  'children_count',
  'family_size',
  'salary',
  'education',
  'credit_score',
  'bankruptcy_history',
  'background_check',
  'pay_type',
  'union_membership',
  'work_arrangement',
] as const

/** A field of the estimate, as its form and its URL name it. */
const estimateFields = ['income', 'industry', 'years', ...otherFields] as const

/** Returns the answers of an application that an estimate takes, by the names of its fields. */
export function estimateFieldsOf(answers: Record<string, string | undefined>): Record<string, string> {
  const { employment_length: years, ...rest } = answers
  const named: typeof answers = { ...rest, years }
  return Object.fromEntries(
    estimateFields.flatMap((name) => {
      const value = named[name]?.trim() ?? ''
      return value === '' ? [] : [[name, value] as const]
    }),
  )
}

/** Returns the fields of an estimate in a query; a field that occurs twice is an array, which no field accepts. */
export function estimateQuery(params: URLSearchParams): Fields {
  const values = estimateFields.flatMap((name) => {
    const all = params.getAll(name)
    return all.length === 0 ? [] : [[name, all.length === 1 ? all[0] : all] as const]
  })
  return Object.fromEntries(values)
}

const maxMoves = 5

/** Returns the questions that change the price most, the largest first, whether an estimate asks them or not. */
export function largestMoves(effects: QuestionEffects | null, knowsEmployer = false): Move[] {
  return questions
    .flatMap(({ name, label }) => {
      const effect = effects?.[name]
      if (effect === undefined || !movesPrice(effect)) return []
      const note = name === 'employer_name' && !knowsEmployer ? ' (not in this range)' : ''
      return [{ question: name, label: (labels[name] ?? label) + note, price: effect.price }]
    })
    .sort((one, other) => other.price - one.price)
    .slice(0, maxMoves)
    .map(({ price, ...move }) => ({
      ...move,
      effect: `up to ${priceDifference(price)} ${price < 1 ? 'more' : 'as much'}`,
    }))
}

/** Names that are clearer than the question's label by itself. */
const labels: Record<string, string> = {
  employment_length: 'Years with your employer',
  employer_name: 'Your employer’s record of layoffs',
}

/** Returns the value below which a share of the weight lies, of values in any order. */
export function weightedPercentile(items: readonly { value: number; weight: number }[], share: number) {
  const sorted = items.toSorted((one, other) => one.value - other.value)
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0)
  let sum = 0
  for (const { value, weight } of sorted) {
    sum += weight
    if (sum >= share * total) return value
  }
  return sorted.at(-1)?.value ?? 0
}
