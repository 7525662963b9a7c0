import { scaleLinear } from 'd3-scale'

import { percentOf } from './tally'

/** A bar of the histogram: its ends in percent of the premium, its place and height as fractions from 0 to 1, and its quotes. */
export type ChangeBar = {
  from: number
  to: number
  left: number
  right: number
  height: number
  count: number
  kind: 'up' | 'down' | 'same'
}

export type ChangeGeometry = {
  bars: ChangeBar[]
  ticks: { at: number; label: string }[]
  labels: { at: number; label: string }[]
  /** The quotes outside the drawn range, in the first and the last bar. */
  outside: number
}

/** The number of bars on each side of the middle one, which is of premiums that stay. */
const sideBars = 12
/** Widths of a bar in percent that read well. */
const widths = [0.2, 0.5, 1, 2, 5, 10, 25]

/**
 * Draws the changes of premium as a histogram around 0. The bars are as wide as nearly all quotes need; the first and the last have the
 * rest as well. Null without quotes.
 */
export function drawChanges(bins: readonly number[]): ChangeGeometry | null {
  const total = bins.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const width = widths.find((one) => outsideOf(bins, one) <= total / 100) ?? widths.at(-1)!
  const counts = Array.from({ length: 2 * sideBars + 1 }, () => 0)
  for (const [bin, count] of bins.entries()) {
    const bar = sideBars + barOf(percentOf(bin), width)
    counts[Math.min(2 * sideBars, Math.max(0, bar))]! += count
  }
  const y = scaleLinear()
    .domain([0, Math.max(...counts)])
    .nice(4)
  const share = (bar: number) => bar / counts.length
  return {
    bars: counts.flatMap((count, bar) =>
      count === 0
        ? []
        : [{ ...endsOf(bar, width), left: share(bar), right: share(bar + 1), height: y(count), count }],
    ),
    ticks: y
      .ticks(4)
      .filter(Number.isInteger)
      .map((value) => ({ at: y(value), label: value.toLocaleString('en-US') })),
    labels: [0, sideBars / 2, sideBars, sideBars * 1.5, 2 * sideBars].map((bar) => ({
      at: share(bar + 0.5),
      label: signed((bar - sideBars) * width),
    })),
    outside: outsideOf(bins, width),
  }
}

/** Returns the bar of a change, counted from the one of premiums that stay: less than a tenth of a percent is in that. */
function barOf(percent: number, width: number) {
  return Math.abs(percent) < 0.05 ? 0 : Math.sign(percent) * Math.ceil(Math.abs(percent) / width - 1e-9)
}

function outsideOf(bins: readonly number[], width: number) {
  return bins.reduce(
    (sum, count, bin) => (Math.abs(barOf(percentOf(bin), width)) > sideBars ? sum + count : sum),
    0,
  )
}

function endsOf(bar: number, width: number): Pick<ChangeBar, 'from' | 'to' | 'kind'> {
  const place = bar - sideBars
  if (place === 0) return { from: 0, to: 0, kind: 'same' }
  return place > 0
    ? { from: (place - 1) * width, to: place * width, kind: 'up' }
    : { from: place * width, to: (place + 1) * width, kind: 'down' }
}

function signed(percent: number) {
  const text = `${Math.abs(percent).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`
  return percent > 0 ? `+${text}` : percent < 0 ? `−${text}` : text
}
