import type { Question } from './questions'

/**
 * What the answer to a question changes, all other answers equal: `price` is the largest difference between two answers of one person, as a
 * fraction of the lower price, in the same tier and for each dollar of cover; `typical` is its mean. `tier` and `decision` are the shares
 * of people for whom an answer changes these. `byState`: some states do not allow the answer to change anything, and the state is not known.
 */
export type QuestionEffect = {
  price: number
  typical: number
  tier: number
  decision: number
  byState?: true
}

export type QuestionEffects = Record<string, QuestionEffect>

/** Differences below this are rounding of cents. */
const minEffect = 0.005

export function movesPrice({ price }: QuestionEffect) {
  return price >= minEffect
}

/** Describes to the applicant what the engine in use uses an answer for; null where it is used for nothing, or that is unknown or obvious. */
export function effectText({ name, engine }: Question, effects: QuestionEffects | null) {
  const effect = effects?.[name]
  if (effect === undefined || (!engine && name !== 'employer_name') || name === 'coverage_level') return null
  if (movesPrice(effect)) {
    return `Between answers, the price of the same cover differs by up to ${priceDifference(effect.price)}${effect.byState ? ', where the state allows it' : ''}.`
  }
  if (effect.tier > 0) return 'It can change which tier you are offered, not its price.'
  return effect.decision > 0 ? 'We use it to decide about your application, not for its price.' : null
}

/** How much higher a price is than another, as a share of the lower one: '17%', or '2.2 times' from twice the price. */
export function priceDifference(share: number) {
  return share >= 1 ? `${(1 + share).toFixed(1)} times` : percent(share)
}

export function percent(share: number) {
  if (share === 0) return '0%'
  return `${share < 0.1 ? (100 * share).toFixed(1) : (100 * share).toFixed(0)}%`
}
