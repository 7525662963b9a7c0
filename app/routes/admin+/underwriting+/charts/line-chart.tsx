import type { LineGeometry } from '~/domain/portfolio/charts.server'
import { AxisLabels, Plot } from '~/ui/plot'

import { AxisNames } from './axis-names'

type Props = {
  title: string
  description: string
  /** The label of the line, and that of its target line, if any. */
  name: string
  targetLabel?: string
  axes: { scale: string; places: string }
  chart: LineGeometry
}

/** In pixels. */
const plotHeight = 200
const headRoom = 44
const footRoom = 52

/** A figure by month, with its target. The table beside it has the same values. */
export function LineChart({ title, description, name, targetLabel, axes, chart }: Props) {
  const { ticks, zero, target, line, area, alone, last, labels } = chart
  const top = (height: number) => (1 - height) * plotHeight
  return (
    <figure className="chart portfolio-chart">
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
      <Plot
        title={title}
        description={description}
        ticks={ticks}
        zero={zero}
        plotHeight={plotHeight}
        headRoom={headRoom}
        footRoom={footRoom}
        endLabelLength={last?.label.length}
        background={<AxisNames {...axes} height={headRoom + plotHeight + footRoom} />}
      >
        <svg x={0} y={0} width="100%" height={plotHeight} viewBox="0 0 100 100" preserveAspectRatio="none">
          <path className="portfolio-area" d={area} />
          <path className="portfolio-line" d={line} vectorEffect="non-scaling-stroke" />
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
            <text x={`${last.at * 100}%`} dx={10} y={top(last.height)} dy="0.35em" className="portfolio-last">
              {last.label}
            </text>
          </>
        ) : null}
        <AxisLabels labels={labels} y={plotHeight + 24} hasEndRoom />
      </Plot>
    </figure>
  )
}
