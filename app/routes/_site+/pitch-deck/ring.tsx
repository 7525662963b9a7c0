import { useId } from 'react'

import type { RingGeometry } from '~/domain/pitch-deck/charts.server'

/** Units of a 240 by 240 view box with the center of the ring at 0. */
const radius = 88
/** Percent of the circumference, between two parts. */
const gap = 0.6
/** Percent: smaller parts have no room for their figure. */
const minPercentWithFigure = 6

/** Parts of a whole as a ring with a legend; position, figure and shade identify each part. */
export function Ring({ chart: { title, whole, parts } }: { chart: RingGeometry }) {
  const id = useId()
  return (
    <figure className="chart">
      <div className="ring">
        <svg
          viewBox="-120 -120 240 240"
          width={240}
          height={240}
          role="img"
          aria-labelledby={`${id}-title ${id}-text`}
        >
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-text`}>
            {parts.map(({ name, percent, amount }) => `${name}: ${percent}%, ${amount}.`).join(' ')}
          </desc>
          {parts.map(({ name, percent, start }, index) => (
            <circle
              key={name}
              className={`ring-part ring-part-${index + 1}`}
              r={radius}
              pathLength={100}
              strokeDasharray={`${percent - gap} ${100 - percent + gap}`}
              strokeDashoffset={-start}
              transform="rotate(-90)"
            />
          ))}
          {parts
            .filter(({ percent }) => percent >= minPercentWithFigure)
            .map(({ name, percent, x, y }) => (
              <text key={name} className="ring-figure" x={x * radius} y={y * radius + 5}>
                {percent}%
              </text>
            ))}
          <text className="ring-whole" y={12}>
            {whole}
          </text>
        </svg>
        <ul className="ring-parts">
          {parts.map(({ name, text, percent, amount }, index) => (
            <li key={name}>
              <svg width={16} height={16} aria-hidden="true">
                <rect
                  x={1}
                  y={1}
                  width={14}
                  height={14}
                  rx={2}
                  className={`ring-swatch ring-part-${index + 1}`}
                />
              </svg>
              <p>
                <strong>{name}</strong>
                <span className="ring-amount">
                  {percent}% · {amount}
                </span>
              </p>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </figure>
  )
}
