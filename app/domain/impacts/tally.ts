import { cents } from '~/engine/model/money'

import { decisions, type Decision, type Figures, type QuoteOutcome } from './outcome'

/** Quotes that a run names. */
const maxNamed = { decision: 100, mover: 25 }

/** A quote before and after the change. */
export type NamedQuote<Item> = { item: Item; before: Figures; after: Figures }

type Side = {
  decisions: Record<Decision, number>
  /** Offers, which are approved or referred, with their premiums and expected claims in dollars a month. */
  offers: number
  premium: number
  claims: number
  failed: number
}

export type Spread = { count: number; percentiles: number[] }

export type TallyResult = {
  quotes: number
  before: Side
  after: Side
  /** The quotes whose decision changes, by both decisions. */
  moves: { before: Decision; after: Decision; count: number }[]
  /** The quotes that are offered another tier. */
  otherTier: number
  /** The change of the premium of the quotes that are offered before and after, in percent. */
  change: { up: Spread; down: Spread; same: number; all: Spread; bins: number[] }
}

/** The percentiles of a spread. */
const shownPercentiles = [5, 25, 50, 75, 95] as const

/** Changes are counted by tenths of a percent from -100% to 300%, which is what percentiles are exact to; larger ones count as 300%. */
const binsAPercent = 10
const lowest = -100
const highest = 300
const binCount = (highest - lowest) * binsAPercent + 1

/**
 * Sums up quotes one by one: counts, sums and a histogram, so that memory does not grow with their number.
 */
export function createTally<Item>() {
  const before = emptySide()
  const after = emptySide()
  const moves = new Map<string, number>()
  const bins = new Uint32Array(binCount)
  const changedDecisions: NamedQuote<Item>[] = []
  const movers: NamedQuote<Item>[] = []
  const counts = { quotes: 0, otherTier: 0, up: 0, down: 0, same: 0 }

  function addPremiums(item: Item, one: Figures, other: Figures) {
    const change = cents(other.premium - one.premium)
    counts[change > 0 ? 'up' : change < 0 ? 'down' : 'same'] += 1
    const bin = binOf((100 * change) / one.premium)
    bins[bin] = (bins[bin] ?? 0) + 1
    if (change !== 0) addMover(movers, { item, before: one, after: other })
  }

  return {
    /** Adds a quote; `claims` are the expected ones of its offers, in dollars a month. */
    add(item: Item, one: QuoteOutcome, other: QuoteOutcome, claims: { before: number; after: number }) {
      counts.quotes += 1
      addSide(before, one, claims.before)
      addSide(after, other, claims.after)
      if (!one.ok || !other.ok) return
      const [a, b] = [one.figures, other.figures]
      if (a.decision !== b.decision) {
        const move = `${a.decision} ${b.decision}`
        moves.set(move, (moves.get(move) ?? 0) + 1)
        if (changedDecisions.length < maxNamed.decision) changedDecisions.push({ item, before: a, after: b })
      }
      if (a.decision === 'declined' || b.decision === 'declined') return
      if (a.tier !== b.tier) counts.otherTier += 1
      addPremiums(item, a, b)
    },
    named: { decision: changedDecisions, mover: movers },
    result(): TallyResult {
      const zero = binOf(0)
      // Changes of less than half a tenth of a percent are in the bin of zero, with the premiums that stay.
      const part = (from: number, to: number, count: number) => spreadOf(bins, from, to, count)
      const { up, down, same } = counts
      return {
        quotes: counts.quotes,
        before,
        after,
        otherTier: counts.otherTier,
        moves: movesOf(moves),
        change: {
          up: part(zero + 1, binCount, up),
          down: part(0, zero, down),
          same,
          all: part(0, binCount, up + down + same),
          bins: Array.from(bins),
        },
      }
    },
  }
}

function emptySide(): Side {
  return { decisions: { approved: 0, referred: 0, declined: 0 }, offers: 0, premium: 0, claims: 0, failed: 0 }
}

function addSide(side: Side, outcome: QuoteOutcome, claims: number) {
  if (!outcome.ok) {
    side.failed += 1
    return
  }
  const { decision, premium } = outcome.figures
  side.decisions[decision] += 1
  if (decision === 'declined') return
  side.offers += 1
  side.premium += premium
  side.claims += claims
}

function binOf(percent: number) {
  const bounded = Math.min(highest, Math.max(lowest, percent))
  return Math.round((bounded - lowest) * binsAPercent)
}

/** Returns the change in percent that a bin stands for. */
export function percentOf(bin: number) {
  return lowest + bin / binsAPercent
}

/** Keeps the largest movers, largest first. */
function addMover<Item>(movers: NamedQuote<Item>[], quote: NamedQuote<Item>) {
  const sizeOf = ({ before, after }: NamedQuote<Item>) => Math.abs(after.premium - before.premium)
  const size = sizeOf(quote)
  const last = movers.at(-1)
  if (movers.length === maxNamed.mover && last && sizeOf(last) >= size) return
  const at = movers.findIndex((other) => sizeOf(other) < size)
  movers.splice(at < 0 ? movers.length : at, 0, quote)
  movers.length = Math.min(movers.length, maxNamed.mover)
}

function spreadOf(bins: Uint32Array, from: number, to: number, count: number): Spread {
  let total = 0
  for (let bin = from; bin < to; bin += 1) total += bins[bin] ?? 0
  if (total === 0) return { count, percentiles: [] }
  return {
    count,
    percentiles: shownPercentiles.map((share) => percentileOf(bins, from, (share / 100) * total)),
  }
}

/** Returns the change below or at which `rank` of the quotes are. */
function percentileOf(bins: Uint32Array, from: number, rank: number) {
  let seen = 0
  for (let bin = from; bin < bins.length; bin += 1) {
    seen += bins[bin] ?? 0
    if (seen >= rank && seen > 0) return percentOf(bin)
  }
  return highest
}

function movesOf(moves: ReadonlyMap<string, number>) {
  return decisions.flatMap((before) =>
    decisions.flatMap((after) => {
      const count = moves.get(`${before} ${after}`)
      return count === undefined ? [] : [{ before, after, count }]
    }),
  )
}
