import { useId } from 'react'

import type { GrowthPicture } from '~/domain/pitch-deck/pictures.server'

/** Percent of the width left of the line, for the axis. */
const axisRoom = 12
/** Pixels. Heights and letters stay as they are on every screen; only the line stretches. */
const plotHeight = 240
const headRoom = 28
const footRoom = 34

/** A line that grows over the years, with the figure of each. */
export function GrowthChart({
  picture: { title, description, ticks, points, line, area },
}: {
  picture: GrowthPicture
}) {
  const id = useId()
  const left = (at: number) => `${at * 100}%`
  const top = (height: number) => (1 - height) * plotHeight
  return (
    <figure className="picture growth">
      <svg
        className="growth-plot"
        width="100%"
        height={headRoom + plotHeight + footRoom}
        role="img"
        aria-labelledby={`${id}-title ${id}-text`}
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-text`}>{description}</desc>
        {ticks.map(({ at, label }) => (
          <g key={label} className="growth-tick">
            <line x1={0} x2="100%" y1={headRoom + top(at)} y2={headRoom + top(at)} />
            <text x={0} y={headRoom + top(at) - 5}>
              {label}
            </text>
          </g>
        ))}
        <svg x={`${axisRoom}%`} y={headRoom} width={`${100 - axisRoom}%`} height={plotHeight + footRoom}>
          <svg x={0} y={0} width="100%" height={plotHeight} viewBox="0 0 100 100" preserveAspectRatio="none">
            <path className="growth-area" d={area} />
            <path className="growth-line" d={line} vectorEffect="non-scaling-stroke" />
          </svg>
          {points.map(({ at, height, label, value }) => (
            <g key={label}>
              <circle cx={left(at)} cy={top(height)} r={5} />
              <text x={left(at)} dx={-2} y={top(height) - 12} className="growth-value">
                {value}
              </text>
              <text x={left(at)} y={plotHeight + 24} className="growth-year">
                {label}
              </text>
            </g>
          ))}
        </svg>
      </svg>
    </figure>
  )
}
