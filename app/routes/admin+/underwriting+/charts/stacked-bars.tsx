import { useId } from 'react'

import type { StackGeometry } from '~/domain/portfolio/charts.server'
import { AxisLabels, Plot } from '~/ui/plot'

import { AxisNames } from './axis-names'

type Props = {
  title: string
  description: string
  names: readonly string[]
  axes: { scale: string; places: string }
  chart: StackGeometry
  /** Returns the URL of the list behind a part of a bar. */
  linkOf: (bar: number, name: string) => { to: string; title: string }
}

/** In pixels. */
const plotHeight = 240
const headRoom = 44
const footRoom = 52
/** The share of its slot that a bar fills. */
const barShare = 0.8

/** Stacked bars, whose parts also differ by pattern. The table beside it has the same values. */
export function StackedBars({ title, description, names, axes, chart, linkOf }: Props) {
  const { ticks, bars, labels } = chart
  const id = useId()
  const top = (height: number) => (1 - height) * plotHeight
  return (
    <figure className="chart portfolio-chart">
      <ul className="legend portfolio-legend">
        {names.map((name, index) => (
          <li key={name}>
            <svg width={16} height={16} aria-hidden="true">
              <Part id={id} index={index} x={1} y={1} width={14} height={14} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      <Plot
        title={title}
        description={description}
        ticks={ticks}
        plotHeight={plotHeight}
        headRoom={headRoom}
        footRoom={footRoom}
        overlay={<PartLinks chart={chart} linkOf={linkOf} />}
        background={
          <>
            <AxisNames {...axes} height={headRoom + plotHeight + footRoom} />
            <defs>
              <pattern id={`${id}-1`} width={6} height={6} patternUnits="userSpaceOnUse">
                <path d="M-1 7 7-1M-1 1 1-1M5 7 7 5" />
              </pattern>
              <pattern id={`${id}-3`} width={5} height={5} patternUnits="userSpaceOnUse">
                <circle cx={2.5} cy={2.5} r={1.2} />
              </pattern>
              <pattern id={`${id}-4`} width={4} height={4} patternUnits="userSpaceOnUse">
                <path d="M0 2H4" />
              </pattern>
            </defs>
          </>
        }
      >
        {bars.map(({ at, width, parts }) =>
          parts.map(({ name, from, height }) => {
            // A part with a value stays visible; parts have a gap between them if there is space for one.
            const tall = height * plotHeight
            return (
              <Part
                key={`${at} ${name}`}
                id={id}
                index={names.indexOf(name)}
                x={`${(at + (width * (1 - barShare)) / 2) * 100}%`}
                y={top(from) - Math.max(1, tall)}
                width={`${width * barShare * 100}%`}
                height={tall > 3 ? tall - 1 : Math.max(1, tall)}
              />
            )
          }),
        )}
        <AxisLabels labels={labels} y={plotHeight + 24} />
      </Plot>
    </figure>
  )
}

/** Links over the parts of the bars. They are for a pointer: the table has the same links for the keyboard and for screen readers. */
function PartLinks({ chart: { bars }, linkOf }: Pick<Props, 'chart' | 'linkOf'>) {
  return (
    <svg
      className="portfolio-links"
      width="100%"
      height={headRoom + plotHeight + footRoom}
      aria-hidden="true"
    >
      <svg x={0} y={headRoom} width="100%" height={plotHeight}>
        {bars.map(({ at, width, parts }, index) =>
          parts.map(({ name, from, height }) => {
            const { to, title } = linkOf(index, name)
            const tall = Math.max(4, height * plotHeight)
            return (
              <a key={`${at} ${name}`} href={to} tabIndex={-1}>
                <title>{title}</title>
                <rect
                  x={`${(at + (width * (1 - barShare)) / 2) * 100}%`}
                  y={(1 - from) * plotHeight - tall}
                  width={`${width * barShare * 100}%`}
                  height={tall}
                />
              </a>
            )
          }),
        )}
      </svg>
    </svg>
  )
}

type PartProps = {
  id: string
  index: number
  x: string | number
  y: number
  width: string | number
  height: number
}

function Part({ id, index, ...box }: PartProps) {
  return (
    <>
      <rect {...box} className={`portfolio-part-${index}`} />
      {index === 1 || index >= 3 ? (
        <rect {...box} className="portfolio-pattern" fill={`url(#${id}-${index})`} />
      ) : null}
    </>
  )
}
