import { scaleLinear, scalePoint } from 'd3-scale'
import { area } from 'd3-shape'

/** A figure that grows from year to year. Places and heights are between 0 and 1; paths are in a box of 100 by 100. */
export type GrowthGeometry = {
  title: string
  description: string
  ticks: { at: number; label: string }[]
  points: { at: number; height: number; label: string; value: string }[]
  line: string
  area: string
}

/** A short label, so that the scale fits next to the plot on a phone: 40K. */
const compact = new Intl.NumberFormat('en-US', { notation: 'compact' })

/** A line over the years, from nothing up to a round figure above the greatest. */
export function growthGeometry(
  rows: readonly { year: number; value: number }[],
  { title, format }: { title: string; format: (value: number) => string },
): GrowthGeometry {
  const x = scalePoint<number>()
    .domain(rows.map(({ year }) => year))
    .range([0, 1])
    .padding(0.5)
  const y = scaleLinear()
    .domain([0, Math.max(1, ...rows.map(({ value }) => value))])
    .nice(4)
  const points = rows.map(({ year, value }) => ({
    at: x(year) ?? 0,
    height: y(value),
    label: String(year),
    value: format(value),
  }))
  const ground = area<(typeof points)[number]>()
    .x(({ at }) => percent(at))
    .y0(100)
    .y1(({ height }) => percent(1 - height))
  return {
    title,
    description: points.map(({ label, value }) => `${label}: ${value}.`).join(' '),
    ticks: y.ticks(4).map((value) => ({ at: y(value), label: compact.format(value) })),
    points,
    line: ground.lineY1()(points) ?? '',
    area: ground(points) ?? '',
  }
}

/** Parts of a whole: where each begins, in percent of the way round, and the middle of its arc on a ring of radius 1. */
export type RingGeometry = {
  title: string
  whole: string
  parts: {
    name: string
    text: string
    percent: number
    amount: string
    start: number
    x: number
    y: number
  }[]
}

/** Parts that make 100 percent, as a ring that begins at the top. */
export function ringGeometry(
  parts: readonly { name: string; text: string; percent: number }[],
  { title, whole, format }: { title: string; whole: number; format: (value: number) => string },
): RingGeometry {
  const angle = scaleLinear()
    .domain([0, 100])
    .range([-Math.PI / 2, 1.5 * Math.PI])
  let end = 0
  return {
    title,
    whole: format(whole),
    parts: parts.map((part) => {
      const start = end
      end += part.percent
      const middle = angle((start + end) / 2)
      return {
        ...part,
        amount: format((whole * part.percent) / 100),
        start,
        x: rounded(Math.cos(middle)),
        y: rounded(Math.sin(middle)),
      }
    }),
  }
}

const rounded = (value: number) => Math.round(value * 1000) / 1000
const percent = (share: number) => rounded(share * 100)
