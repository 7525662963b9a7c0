import { scaleLinear } from 'd3-scale'

import type { ResultDetails } from './details'

/** The bars of a waterfall, and the dollars of its scale; positions are between 0 and 1 of the width. */
export type Waterfall = { bars: WaterfallBar[]; ticks: { at: number; dollars: number }[] }

type WaterfallBar = {
  label: string
  kind: 'total' | 'up' | 'down'
  left: number
  right: number
  /** The position of the premium after this bar. */
  at: number
  /** Dollars: the amount of a total, or what a factor adds. */
  dollars: number
}

/**
 * Computes the steps from the tier's base premium to the applicant's: a bar for each factor that adds or takes a cent, in the
 * order of use. Null when nothing was offered.
 */
export function premiumWaterfall(details: ResultDetails, premium: number | null): Waterfall | null {
  const base = details.base_premium
  if (base === 0 || !premium) return null
  let running = base
  const moves = details.factors
    .filter(({ dollars }) => dollars !== 0)
    .map(({ label, dollars }) => {
      const from = running
      running += dollars
      return { label, dollars, from, to: running }
    })
  const x = scaleLinear()
    .domain([0, Math.max(premium, base, ...moves.map((move) => move.to))])
    .nice(5)
  const total = (label: string, value: number): WaterfallBar => ({
    label,
    kind: 'total',
    left: 0,
    right: x(value),
    at: x(value),
    dollars: value,
  })
  const bars = [
    total('Base premium of the tier', base),
    ...moves.map(({ label, dollars, from, to }): WaterfallBar => ({
      label,
      kind: to > from ? 'up' : 'down',
      left: x(Math.min(from, to)),
      right: x(Math.max(from, to)),
      at: x(to),
      dollars,
    })),
    total('Monthly premium', premium),
  ]
  return { bars, ticks: x.ticks(5).map((dollars) => ({ at: x(dollars), dollars })) }
}
