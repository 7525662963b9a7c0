import { useId } from 'react'

import { money, signedMoney } from '~/domain/formats'
import type { WaterfallBar } from '~/domain/underwriting/waterfall.server'

type Props = {
  title: string
  description: string
  bars: readonly WaterfallBar[]
}

/** Percent of the width for the bars; the rest is for the figure after the last one. */
const barRoom = 74
/** In pixels. Only the width of the bars depends on the screen, not heights and font size. */
const rowHeight = 44
const labelHeight = 18
const barHeight = 16

/** A waterfall chart: a bar for each step from the start to the end. The table beside it has the same values. */
export function Waterfall({ title, description, bars }: Props) {
  const id = useId()
  return (
    <svg
      className="waterfall"
      width="100%"
      height={bars.length * rowHeight}
      role="img"
      aria-labelledby={`${id}-title ${id}-text`}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-text`}>{description}</desc>
      {bars.map(({ label, kind, left, right, at, dollars }, index) => {
        const top = index * rowHeight
        const last = index === bars.length - 1
        return (
          <g key={label} className={`waterfall-${kind}`}>
            <text x={0} y={top + labelHeight - 5}>
              {label}
            </text>
            <rect
              x={`${left * barRoom}%`}
              y={top + labelHeight}
              width={`${Math.max(0.4, (right - left) * barRoom)}%`}
              height={barHeight}
              rx={2}
            />
            <text x={`${right * barRoom}%`} dx={8} y={top + labelHeight + barHeight - 3}>
              {kind === 'total' ? money(dollars) : signedMoney(dollars)}
            </text>
            {last ? null : (
              <line
                x1={`${at * barRoom}%`}
                x2={`${at * barRoom}%`}
                y1={top + labelHeight + barHeight}
                y2={top + rowHeight + labelHeight}
              />
            )}
          </g>
        )
      })}
    </svg>
  )
}
