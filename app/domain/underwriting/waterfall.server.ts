import { scaleLinear } from 'd3-scale'

import type { CalculationDetails } from '~/engine/engine.schema'

/** A bar of the waterfall: its ends between 0 and 1 of the width, and the premium in dollars before and after it. */
export type WaterfallBar = {
  label: string
  kind: 'total' | 'up' | 'down'
  left: number
  right: number
  /** The position of the premium after this bar. */
  at: number
  multiplier: number | null
  dollars: number
}

/**
 * Computes the steps from the tier's base premium to the applicant's: a bar for each factor that is not neutral, in the order of
 * use. Null when nothing was offered.
 */
export function premiumWaterfall(details: CalculationDetails, premium: number | null): WaterfallBar[] | null {
  const base = details.base_premium ?? 0
  if (base === 0 || !premium) return null
  let dollars = base
  const moves = details.factors
    .filter((factor) => factor.multiplier !== 1)
    .map(({ label, multiplier }) => {
      const from = dollars
      dollars = from * multiplier
      return { label, multiplier, from, to: dollars }
    })
  const x = scaleLinear()
    .domain([0, Math.max(premium, base, ...moves.map((move) => move.to))])
    .range([0, 1])
  const total = (label: string, value: number): WaterfallBar => ({
    label,
    kind: 'total',
    left: 0,
    right: x(value),
    at: x(value),
    multiplier: null,
    dollars: value,
  })
  return [
    total('Base premium of the tier', base),
    ...moves.map(({ label, multiplier, from, to }): WaterfallBar => ({
      label,
      kind: to > from ? 'up' : 'down',
      left: x(Math.min(from, to)),
      right: x(Math.max(from, to)),
      at: x(to),
      multiplier,
      dollars: to,
    })),
    total('Monthly premium', premium),
  ]
}
