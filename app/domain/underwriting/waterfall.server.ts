import { scaleLinear } from 'd3-scale'

import { changedLines } from '~/domain/decisions/changed-lines'

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

/** Short labels, next to the bars. */
const labels = {
  change: 'Tier or cover, changed',
  loading: (percent: number) => `Loading of ${percent}%`,
}

type Step = { label: string; dollars: number; from: number; to: number }

/**
 * Computes the steps from the tier's base premium to the applicant's: a bar for each factor that adds or takes a cent, in the
 * order of use, and what a person changed. Null when nothing was offered.
 */
export function premiumWaterfall(
  details: ResultDetails,
  premium: number | null,
  offered: { monthly: number | null; loading_percent: number | null } | null = null,
): Waterfall | null {
  const base = details.base_premium
  if (base === 0 || !premium) return null
  const moves = stepsFrom(
    base,
    details.factors.filter(({ dollars }) => dollars !== 0),
  )
  const { monthly = null, loading_percent: loading } = offered ?? {}
  const terms = monthly === null ? null : { monthly, loading_percent: loading ?? 0 }
  const changes = terms ? stepsFrom(premium, changedLines(premium, terms, labels)) : []
  const x = scaleLinear()
    .domain([0, Math.max(premium, base, ...[...moves, ...changes].map((move) => move.to))])
    .nice(5)
  const total = (label: string, value: number): WaterfallBar => ({
    label,
    kind: 'total',
    left: 0,
    right: x(value),
    at: x(value),
    dollars: value,
  })
  const bar = ({ label, dollars, from, to }: Step): WaterfallBar => ({
    label,
    kind: to > from ? 'up' : 'down',
    left: x(Math.min(from, to)),
    right: x(Math.max(from, to)),
    at: x(to),
    dollars,
  })
  const bars = [
    total('Base premium of the tier', base),
    ...moves.map(bar),
    total(terms ? 'Premium, as rated' : 'Monthly premium', premium),
    ...(terms ? [...changes.map(bar), total('Premium, as offered', terms.monthly)] : []),
  ]
  return { bars, ticks: x.ticks(5).map((dollars) => ({ at: x(dollars), dollars })) }
}

/** Each line from where the one before it ends. */
function stepsFrom(start: number, lines: readonly { label: string; dollars: number }[]): Step[] {
  let running = start
  return lines.map(({ label, dollars }) => {
    const from = running
    running += dollars
    return { label, dollars, from, to: running }
  })
}
