import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'

import { compactMoney } from '~/domain/formats'
import type { PathsResult } from '~/engine/simulate-paths'

/**
 * The geometry of the fan of reserves. Positions and heights are fractions from 0 to 1, from the left and from the bottom; paths are in a
 * box of 100 by 100.
 */
export type FanGeometry = {
  ticks: { at: number; label: string }[]
  /** The height of zero, if any value is negative. */
  zero: number | null
  /** Areas between percentiles of the same distance from the median, the widest first. */
  bands: string[]
  median: string
  replays: { name: string; path: string }[]
  labels: { at: number; label: string }[]
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Draws percentiles by month, lowest first, and the replays as lines. */
export function drawFan({ fan, replays }: Pick<PathsResult, 'fan' | 'replays'>): FanGeometry {
  const values = [...fan.flatMap(({ reserve }) => reserve), ...replays.flatMap(({ reserve }) => reserve)]
  const y = scaleLinear()
    .domain([Math.min(0, ...values), Math.max(1000, ...values)])
    .nice(4)
  const place = (month: number) => (fan.length > 1 ? month / (fan.length - 1) : 0.5)
  const x = (_: unknown, month: number) => rounded(place(month) * 100)
  const top = (value: number) => rounded((1 - y(value)) * 100)
  const curve = (of: readonly number[]) => line<number>().x(x).y(top)(of) ?? ''
  const count = fan[0]?.reserve.length ?? 0
  const middle = Math.floor(count / 2)
  const shown = [0, Math.floor((fan.length - 1) / 2), fan.length - 1]
  return {
    ticks: y.ticks(4).map((value) => ({ at: rounded(y(value)), label: compactMoney(value) })),
    zero: (y.domain()[0] ?? 0) < 0 ? rounded(y(0)) : null,
    bands: Array.from(
      { length: middle },
      (_, index) =>
        area<{ reserve: number[] }>()
          .x(x)
          .y0(({ reserve }) => top(reserve[index] ?? NaN))
          .y1(({ reserve }) => top(reserve[count - 1 - index] ?? NaN))(fan) ?? '',
    ),
    median: curve(fan.map(({ reserve }) => reserve[middle] ?? NaN)),
    replays: replays.map(({ scenario, reserve }) => ({ name: scenario, path: curve(reserve) })),
    labels: [...new Set(shown)].map((month) => ({
      at: rounded(place(month)),
      label: monthFormat.format(new Date(fan[month]?.month ?? 0)),
    })),
  }
}

const rounded = (value: number) => Math.round(value * 100_000) / 100_000
