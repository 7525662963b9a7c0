import type { GrowthGeometry } from '~/domain/pitch-deck/charts.server'
import { Plot } from '~/ui/plot'

/** Pixels. */
const plotHeight = 240

/** A line that grows over the years, with the figure of each year. */
export function GrowthChart({
  chart: { title, description, ticks, points, line, area },
}: {
  chart: GrowthGeometry
}) {
  const left = (at: number) => `${at * 100}%`
  const top = (height: number) => (1 - height) * plotHeight
  return (
    <figure className="chart growth">
      <Plot
        title={title}
        description={description}
        ticks={ticks}
        plotHeight={plotHeight}
        headRoom={28}
        footRoom={34}
      >
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
      </Plot>
    </figure>
  )
}
