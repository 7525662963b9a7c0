import { useId } from 'react'

import type { StackPicture } from '~/domain/portfolio/pictures.server'

type Props = { title: string; description: string; names: readonly string[]; picture: StackPicture }

/** Percent of the width left of the bars, for the axis. */
const axisRoom = 12
/** Pixels. Heights and letters stay as they are on every screen; only the bars stretch. */
const plotHeight = 240
const headRoom = 24
const footRoom = 32
/** The share of a bar's room that is drawn. */
const barShare = 0.8

/** Bars side by side, each made of parts that differ by their pattern too. The table beside it says the same in figures. */
export function StackedBars({ title, description, names, picture: { ticks, bars, labels } }: Props) {
  const id = useId()
  const top = (height: number) => (1 - height) * plotHeight
  return (
    <figure className="picture portfolio-picture">
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
      <svg
        className="portfolio-plot"
        width="100%"
        height={headRoom + plotHeight + footRoom}
        role="img"
        aria-labelledby={`${id}-title ${id}-text`}
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-text`}>{description}</desc>
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
        {ticks.map(({ at, label }) => (
          <g key={label} className="portfolio-tick">
            <line x1={0} x2="100%" y1={headRoom + top(at)} y2={headRoom + top(at)} />
            <text x={0} y={headRoom + top(at) - 5}>
              {label}
            </text>
          </g>
        ))}
        <svg x={`${axisRoom}%`} y={headRoom} width={`${100 - axisRoom}%`} height={plotHeight + footRoom}>
          {bars.map(({ at, width, parts }) =>
            parts.map(({ name, from, height }) => {
              // A part that stands for something can be seen; between two there is a gap where there is room for one.
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
        </svg>
      </svg>
    </figure>
  )
}

/** Names under a plot; the first and the last stay within its width. */
export function AxisLabels({ labels, y }: { labels: readonly { at: number; label: string }[]; y: number }) {
  return (
    <>
      {labels.map(({ at, label }, index) => {
        const edge =
          labels.length === 1
            ? 'middle'
            : index === 0
              ? 'start'
              : index === labels.length - 1
                ? 'end'
                : 'middle'
        const x = edge === 'start' ? 0 : edge === 'end' ? 100 : at * 100
        return (
          <text key={at} x={`${x}%`} y={y} className={`portfolio-label portfolio-label-${edge}`}>
            {label}
          </text>
        )
      })}
    </>
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
