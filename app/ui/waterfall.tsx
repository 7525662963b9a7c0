import { scaleLinear } from 'd3-scale'
import { useId } from 'react'

type Props = {
  title: string
  description: string
  start: { label: string; value: number }
  steps: readonly { label: string; from: number; to: number; note: string }[]
  end: { label: string; value: number }
  format: (value: number) => string
}

const width = 640
const rowHeight = 44
const labelHeight = 18
const barHeight = 16
const valueRoom = 90

/** How a figure grows from its start to its end, a bar for each step. The table beside it says the same in figures. */
export function Waterfall({ title, description, start, steps, end, format }: Props) {
  const id = useId()
  const bars = [
    { label: start.label, from: 0, to: start.value, note: format(start.value), kind: 'total' },
    ...steps.map((step) => ({
      ...step,
      kind: step.to > step.from ? 'up' : step.to < step.from ? 'down' : 'flat',
    })),
    { label: end.label, from: 0, to: end.value, note: format(end.value), kind: 'total' },
  ]
  const x = scaleLinear()
    .domain([0, Math.max(...bars.flatMap((bar) => [bar.from, bar.to]))])
    .range([0, width - valueRoom])
  const height = bars.length * rowHeight

  return (
    <svg
      className="waterfall"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-labelledby={`${id}-title ${id}-text`}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-text`}>{description}</desc>
      {bars.map((bar, index) => {
        const left = x(Math.min(bar.from, bar.to))
        const right = x(Math.max(bar.from, bar.to))
        const top = index * rowHeight
        const following = bars[index + 1]
        return (
          <g key={bar.label} className={`waterfall-${bar.kind}`}>
            <text x={0} y={top + labelHeight - 5}>
              {bar.label}
            </text>
            <rect
              x={left}
              y={top + labelHeight}
              width={Math.max(2, right - left)}
              height={barHeight}
              rx={2}
            />
            <text x={right + 8} y={top + labelHeight + barHeight - 3} className="waterfall-note">
              {bar.note}
            </text>
            {following ? (
              <line
                x1={x(bar.to)}
                x2={x(bar.to)}
                y1={top + labelHeight + barHeight}
                y2={top + rowHeight + labelHeight}
              />
            ) : null}
          </g>
        )
      })}
    </svg>
  )
}
