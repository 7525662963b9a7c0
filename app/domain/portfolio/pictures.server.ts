import { scaleLinear } from 'd3-scale'

/*
 * The geometry of the portfolio's pictures. Places and heights are between 0 and 1, from the left and from below.
 */

type Tick = { at: number; label: string }

export type StackPicture = {
  ticks: Tick[]
  bars: { at: number; width: number; parts: { name: string; from: number; height: number }[] }[]
  /** Under the bars: the first, one in the middle and the last. */
  labels: Tick[]
}

/** Bars side by side, each made of the same parts from below upwards. */
export function stackPicture(
  rows: readonly { label: string; counts: readonly number[] }[],
  names: readonly string[],
): StackPicture {
  const sums = rows.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0))
  const y = scaleLinear()
    .domain([0, Math.max(4, ...sums)])
    .nice(4)
  const width = 1 / Math.max(1, rows.length)
  return {
    ticks: y.ticks(4).map((value) => ({ at: rounded(y(value)), label: compact.format(value) })),
    bars: rows.map(({ counts }, index) => {
      let below = 0
      const parts = names.flatMap((name, part) => {
        const count = counts[part] ?? 0
        const from = y(below)
        below += count
        return count === 0 ? [] : [{ name, from: rounded(from), height: rounded(y(below) - from) }]
      })
      return { at: rounded(index * width), width: rounded(width), parts }
    }),
    labels: edgeLabels(rows.map(({ label }, index) => ({ at: rounded((index + 0.5) * width), label }))),
  }
}

export type LinePicture = {
  ticks: Tick[]
  /** Where nothing is, when the figures go below it. */
  zero: number | null
  target: number | null
  /** Stretches without a gap, each as the points of a polyline in a box of 100 by 100, and the ground between it and nothing. */
  lines: { line: string; area: string }[]
  /** Points that have no neighbours to be joined with. */
  alone: { at: number; height: number }[]
  /** Its label stands below it where the line comes down to it, and there is room. */
  last: { at: number; height: number; label: string; below: boolean } | null
  labels: Tick[]
}

/** A figure over the months. A month without the figure leaves a gap. */
export function linePicture(
  rows: readonly { label: string; value: number | null }[],
  {
    target = null,
    least,
    format,
  }: {
    target?: number | null
    /** The scale reaches this at least. */
    least: number
    format: (value: number) => string
  },
): LinePicture {
  const values = rows.flatMap(({ value }) => (value === null ? [] : [value]))
  const y = scaleLinear()
    .domain([Math.min(0, ...values), Math.max(least, target ?? 0, ...values)])
    .nice(4)
  const place = (index: number) => (rows.length > 1 ? index / (rows.length - 1) : 0.5)
  const stretches: { at: number; height: number; value: number }[][] = [[]]
  rows.forEach(({ value }, index) => {
    if (value === null) stretches.push([])
    else
      stretches.at(-1)!.push({
        at: rounded(place(index)),
        height: rounded(y(value)),
        value,
      })
  })
  const [before, last] = [stretches.at(-1)?.at(-2), stretches.flat().at(-1)]
  return {
    ticks: y.ticks(4).map((value) => ({ at: rounded(y(value)), label: format(value) })),
    zero: (y.domain()[0] ?? 0) < 0 ? rounded(y(0)) : null,
    target: target === null ? null : rounded(y(target)),
    lines: stretches
      .filter((points) => points.length > 1)
      .map((points) => {
        const spot = (at: number, height: number) => `${rounded(at * 100)},${rounded((1 - height) * 100)}`
        const line = points.map(({ at, height }) => spot(at, height)).join(' ')
        return { line, area: `${spot(points[0]!.at, y(0))} ${line} ${spot(points.at(-1)!.at, y(0))}` }
      }),
    alone: stretches
      .filter((points) => points.length === 1)
      .flat()
      .map(({ at, height }) => ({ at, height })),
    last: last
      ? {
          at: last.at,
          height: last.height,
          label: format(last.value),
          below: before !== undefined && before.height > last.height && last.height > 0.15,
        }
      : null,
    labels: edgeLabels(rows.map(({ label }, index) => ({ at: rounded(place(index)), label }))),
  }
}

export type SpreadPicture = {
  ticks: Tick[]
  rows: { name: string; least: number; lower: number; median: number; upper: number; greatest: number }[]
}

type Spread = { least: number; lower: number; median: number; upper: number; greatest: number }

/** Where the least, the greatest, the middle half and the median of each row lie on one scale. */
export function spreadPicture(
  rows: readonly ({ name: string } & Spread)[],
  format: (value: number) => string,
): SpreadPicture {
  const x = scaleLinear()
    .domain([0, Math.max(1, ...rows.map(({ greatest }) => greatest))])
    .nice(4)
  return {
    ticks: x.ticks(4).map((value) => ({ at: rounded(x(value)), label: format(value) })),
    rows: rows.map(({ name, least, lower, median, upper, greatest }) => ({
      name,
      least: rounded(x(least)),
      lower: rounded(x(lower)),
      median: rounded(x(median)),
      upper: rounded(x(upper)),
      greatest: rounded(x(greatest)),
    })),
  }
}

/** As many labels as the narrowest screen has room for. */
function edgeLabels(all: readonly Tick[]) {
  const wanted = new Set([0, Math.floor((all.length - 1) / 2), all.length - 1])
  return all.filter((_, index) => wanted.has(index))
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

const rounded = (value: number) => Math.round(value * 100_000) / 100_000
