import { useId } from 'react'

import type { LinePicture } from '~/domain/portfolio/pictures.server'

import { AxisLabels } from './stacked-bars'

type Props = {
  title: string
  description: string
  /** What the line shows, and what it aims at, where there is such a line. */
  name: string
  targetLabel?: string
  picture: LinePicture
}

/** Percent of the width left of the line, for the axis, and right of it, for its last point. */
const axisRoom = 14
const endRoom = 2
/** Pixels. Heights and letters stay as they are on every screen; only the line stretches. */
const plotHeight = 200
const headRoom = 24
const footRoom = 32

/** A figure over the months, with the line it aims at. The table beside it says the same in figures. */
export function LineChart({ title, description, name, targetLabel, picture }: Props) {
  const id = useId()
  const { ticks, zero, target, lines, alone, last, labels } = picture
  const top = (height: number) => (1 - height) * plotHeight
  return (
    <figure className="picture portfolio-picture">
      {target === null ? null : (
        <ul className="legend portfolio-legend">
          <li>
            <svg width={28} height={16} aria-hidden="true">
              <line className="portfolio-line" x1={0} x2={28} y1={8} y2={8} />
            </svg>
            {name}
          </li>
          <li>
            <svg width={28} height={16} aria-hidden="true">
              <line className="portfolio-target" x1={0} x2={28} y1={8} y2={8} />
            </svg>
            {targetLabel}
          </li>
        </ul>
      )}
      <svg
        className="portfolio-plot"
        width="100%"
        height={headRoom + plotHeight + footRoom}
        role="img"
        aria-labelledby={`${id}-title ${id}-text`}
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-text`}>{description}</desc>
        {ticks.map(({ at, label }) => (
          <g key={label} className={at === zero ? 'portfolio-tick portfolio-zero' : 'portfolio-tick'}>
            <line x1={0} x2="100%" y1={headRoom + top(at)} y2={headRoom + top(at)} />
            <text x={0} y={headRoom + top(at) - 5}>
              {label}
            </text>
          </g>
        ))}
        <svg
          x={`${axisRoom}%`}
          y={headRoom}
          width={`${100 - axisRoom - endRoom}%`}
          height={plotHeight + footRoom}
        >
          <svg x={0} y={0} width="100%" height={plotHeight} viewBox="0 0 100 100" preserveAspectRatio="none">
            {lines.map(({ line, area }) => (
              <g key={line}>
                <polygon className="portfolio-area" points={area} />
                <polyline className="portfolio-line" points={line} vectorEffect="non-scaling-stroke" />
              </g>
            ))}
          </svg>
          {target === null ? null : (
            <line className="portfolio-target" x1={0} x2="100%" y1={top(target)} y2={top(target)} />
          )}
          {alone.map(({ at, height }) => (
            <circle key={at} cx={`${at * 100}%`} cy={top(height)} r={3} />
          ))}
          {last ? (
            <>
              <circle cx={`${last.at * 100}%`} cy={top(last.height)} r={5} />
              <text
                x={`${last.at * 100}%`}
                dx={4}
                y={top(last.height) + (last.below ? 22 : -12)}
                className={last.at < 0.2 ? 'portfolio-last' : 'portfolio-last portfolio-label-end'}
              >
                {last.label}
              </text>
            </>
          ) : null}
          <AxisLabels labels={labels} y={plotHeight + 24} />
        </svg>
      </svg>
    </figure>
  )
}
