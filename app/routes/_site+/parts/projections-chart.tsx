import { useId } from 'react'

import { compactMoney } from '~/domain/formats'
import { Plot } from '~/ui/plot'

type Row = { year: number; members: number; premium: number; claims: number; expenses: number }
type Props = {
  /** US dollars per year. */
  rows: readonly Row[]
  title?: string
}

const series = [
  { key: 'premium', label: 'Premium' },
  { key: 'claims', label: 'Claims' },
  { key: 'expenses', label: 'Expenses' },
] as const

/** Pixels. */
const plotHeight = 240
const headRoom = 20
/** Dollars: the axis is in millions, and goes up to at least one million. */
const minTop = 1_000_000
/** Fractions of the width of a year: the gap around its bars, and the width of a bar. */
const groupMargin = 0.1
const barShare = 0.88

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** The smallest round step (1, 2 or 5 times a power of ten) that reaches `max` in up to five steps. */
function roundStep(max: number) {
  const power = 10 ** Math.floor(Math.log10(max / 5))
  return power * ([1, 2, 5, 10].find((factor) => factor * power * 5 >= max) ?? 10)
}

/** Premium, claims and expenses by year. The table beside it has the same figures. */
export function ProjectionsChart({ rows, title = 'Projected premium, claims and expenses by year' }: Props) {
  const id = useId()
  const max = Math.max(
    minTop,
    ...rows.flatMap(({ premium, claims, expenses }) => [premium, claims, expenses]),
  )
  const step = roundStep(max)
  const ticks = Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step)
  const top = ticks[ticks.length - 1] ?? max
  const height = (dollars: number) => (dollars / top) * plotHeight
  const groupWidth = 100 / Math.max(1, rows.length)
  const slot = (groupWidth * (1 - 2 * groupMargin)) / series.length
  const description = rows
    .map(
      ({ year, members, premium, claims, expenses }) =>
        `${year}: premium ${compactMoney(premium)}, claims ${compactMoney(claims)}, ` +
        `expenses ${compactMoney(expenses)}, ${members.toLocaleString('en-US')} members.`,
    )
    .join(' ')

  return (
    <figure className="chart projections">
      <ul className="legend">
        {series.map(({ key, label }) => (
          <li key={key}>
            <svg width={16} height={16} aria-hidden="true">
              <rect x={1} y={1} width={14} height={14} rx={2} className={`projections-${key}`} />
              {key === 'claims' ? <Hatch id={id} width={16} height={16} /> : null}
            </svg>
            {label}
          </li>
        ))}
      </ul>
      <Plot
        title={title}
        description={description}
        ticks={ticks.map((dollars) => ({
          at: dollars / top,
          label: dollars === 0 ? '$0' : `$${dollars / 1_000_000}M`,
        }))}
        plotHeight={plotHeight}
        headRoom={headRoom}
        footRoom={84}
        background={
          <>
            <defs>
              <pattern id={`${id}-hatch`} width={6} height={6} patternUnits="userSpaceOnUse">
                <path d="M-1 7 7-1M-1 1 1-1M5 7 7 5" />
              </pattern>
            </defs>
            <text x={0} y={headRoom + plotHeight + 54} className="projections-members">
              Members at the end of the year
            </text>
          </>
        }
      >
        {rows.map((row, group) => {
          const left = group * groupWidth
          return (
            <g key={row.year}>
              {series.map(({ key }, index) => {
                // A bar for a value above zero stays visible, however small.
                const tall = row[key] === 0 ? 0 : Math.max(2, height(row[key]))
                const box = {
                  x: `${left + groupWidth * groupMargin + slot * (index + (1 - barShare) / 2)}%`,
                  y: plotHeight - tall,
                  width: `${slot * barShare}%`,
                  height: tall,
                }
                return (
                  <g key={key}>
                    <rect {...box} className={`projections-${key}`} />
                    {key === 'claims' ? <Hatch id={id} {...box} /> : null}
                  </g>
                )
              })}
              <text x={`${left + groupWidth / 2}%`} y={plotHeight + 24} className="projections-year">
                {row.year}
              </text>
              <text x={`${left + groupWidth / 2}%`} y={plotHeight + 76} className="projections-count">
                {compact.format(row.members)}
              </text>
            </g>
          )
        })}
      </Plot>
    </figure>
  )
}

type Box = { x?: string; y?: number; width: string | number; height: number }

/** A hatch pattern, so that adjacent bars differ without color. */
function Hatch({ id, ...box }: Box & { id: string }) {
  return <rect {...box} className="projections-hatch" fill={`url(#${id}-hatch)`} />
}
