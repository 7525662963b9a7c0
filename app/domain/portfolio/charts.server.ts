import { scaleLinear } from 'd3-scale'
import { area, stack } from 'd3-shape'

/*
 * The geometry of the portfolio's charts. Positions and heights are fractions from 0 to 1, from the left and from the bottom; paths are in
 * a box of 100 by 100.
 */

type Tick = { at: number; label: string }

export type StackGeometry = {
  ticks: Tick[]
  bars: { at: number; width: number; parts: { name: string; from: number; height: number }[] }[]
  /** Labels under the bars: the first, a middle one and the last. */
  labels: Tick[]
}

/** Stacked bars side by side; every bar has the same parts, from the bottom upwards. */
export function stackGeometry(
  rows: readonly { label: string; counts: readonly number[] }[],
  names: readonly string[],
): StackGeometry {
  const sums = rows.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0))
  const y = scaleLinear()
    .domain([0, Math.max(4, ...sums)])
    .nice(4)
  const width = 1 / Math.max(1, rows.length)
  const layers = stack<unknown, (typeof rows)[number], number>()
    .keys(names.keys())
    .value(({ counts }, part) => counts[part] ?? 0)(rows)
  return {
    ticks: y.ticks(4).map((value) => ({ at: rounded(y(value)), label: compact.format(value) })),
    bars: rows.map((_, index) => ({
      at: rounded(index * width),
      width: rounded(width),
      parts: layers.flatMap((layer) => {
        const [below = 0, above = 0] = layer[index] ?? []
        const name = names[layer.key] ?? ''
        return above === below
          ? []
          : [{ name, from: rounded(y(below)), height: rounded(y(above) - y(below)) }]
      }),
    })),
    labels: edgeLabels(rows.map(({ label }, index) => ({ at: rounded((index + 0.5) * width), label }))),
  }
}

export type LineGeometry = {
  ticks: Tick[]
  /** The position of zero, if any value is negative. */
  zero: number | null
  target: number | null
  /** Paths of the line, with its gaps, and of the area between it and zero. */
  line: string
  area: string
  /** The line from the last point that is complete to the one of a period that still runs; empty without one. */
  running: string
  /** Points without a neighbor to connect to. */
  alone: { at: number; height: number }[]
  last: { at: number; height: number; label: string } | null
  labels: Tick[]
}

/** A figure by month. A month without the figure leaves a gap. */
export function lineGeometry(
  rows: readonly { label: string; value: number | null }[],
  {
    target = null,
    minTop,
    running = false,
    format,
  }: {
    target?: number | null
    /** The minimum upper end of the scale. */
    minTop: number
    /** Whether the last row is of a period that still runs: its figure is not complete, and the line does not lead to it. */
    running?: boolean
    format: (value: number) => string
  },
): LineGeometry {
  const values = rows.flatMap(({ value }) => (value === null ? [] : [value]))
  const y = scaleLinear()
    .domain([Math.min(0, ...values), Math.max(minTop, target ?? 0, ...values)])
    .nice(4)
  const place = (index: number) => (rows.length > 1 ? index / (rows.length - 1) : 0.5)
  const points = rows.map(({ value }, index) => ({
    at: rounded(place(index)),
    height: value === null ? null : rounded(y(value)),
    value,
  }))
  const drawn = points.filter(isDrawn)
  const complete = running ? points.slice(0, -1) : points
  const last = drawn.at(-1)
  const ground = area<(typeof points)[number]>()
    .defined(isDrawn)
    .x(({ at }) => rounded(at * 100))
    .y0(rounded((1 - y(0)) * 100))
    .y1(({ height }) => rounded((1 - (height ?? 0)) * 100))
  return {
    ticks: y.ticks(4).map((value) => ({ at: rounded(y(value)), label: format(value) })),
    zero: (y.domain()[0] ?? 0) < 0 ? rounded(y(0)) : null,
    target: target === null ? null : rounded(y(target)),
    line: ground.lineY1()(complete) ?? '',
    area: ground(complete) ?? '',
    running: running ? (ground.lineY1()(points.slice(-2)) ?? '') : '',
    alone: drawn
      .filter((point) => {
        const index = points.indexOf(point)
        return ![points[index - 1], points[index + 1]].some((neighbor) => neighbor && isDrawn(neighbor))
      })
      .map(({ at, height }) => ({ at, height })),
    last: last ? { at: last.at, height: last.height, label: format(last.value) } : null,
    labels: edgeLabels(rows.map(({ label }, index) => ({ at: rounded(place(index)), label }))),
  }
}

/** The curves of the overview: two counts on one scale, and dollars on another. `running`: the last row is of a day that is not over. */
export function curveGeometry(
  rows: readonly { label: string; applications: number; decided: number; premium: number }[],
  { running = false } = {},
) {
  const minTop = Math.max(4, ...rows.map(({ applications }) => applications))
  const counts = (name: 'applications' | 'decided') =>
    lineGeometry(
      rows.map((row) => ({ label: row.label, value: row[name] })),
      { minTop, running, format: compact.format },
    )
  return {
    applications: counts('applications'),
    decided: counts('decided'),
    premium: lineGeometry(
      rows.map(({ label, premium }) => ({ label, value: premium })),
      { minTop: 40, running, format: (dollars) => `$${compact.format(dollars)}` },
    ),
  }
}

function isDrawn<Point extends { height: number | null; value: number | null }>(
  point: Point,
): point is Point & { height: number; value: number } {
  return point.value !== null
}

export type SpreadGeometry = {
  ticks: Tick[]
  rows: { name: string; least: number; lower: number; median: number; upper: number; greatest: number }[]
}

type Spread = { least: number; lower: number; median: number; upper: number; greatest: number }

/** As many as have room on a phone. */
const ticksOfSpread = 4

/** The positions of the minimum, the quartiles, the median and the maximum of each row, all on a scale from zero to a round value. */
export function spreadGeometry(
  rows: readonly ({ name: string } & Spread)[],
  format: (value: number) => string,
): SpreadGeometry {
  if (rows.length === 0) return { ticks: [], rows: [] }
  const highest = Math.max(...rows.map(({ greatest }) => greatest))
  const x = scaleLinear().domain([0, highest]).nice(ticksOfSpread)
  return {
    ticks: x.ticks(ticksOfSpread).map((value) => ({ at: rounded(x(value)), label: format(value) })),
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

/** As many labels as fit on the narrowest screen. */
function edgeLabels(all: readonly Tick[]) {
  const shown = new Set([0, Math.floor((all.length - 1) / 2), all.length - 1])
  return all.filter((_, index) => shown.has(index))
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

const rounded = (value: number) => Math.round(value * 100_000) / 100_000
