import type { FanGeometry } from '~/domain/simulations/fan-chart.server'
import { AxisLabels, Plot } from '~/ui/plot'

/** In pixels. */
const plotHeight = 260

const bandNames = ['99% of paths', '90%', 'Half']

/** Bands of percentiles around the median, and a line for each replay. The table below it has the same values. */
export function FanChart({
  title,
  description,
  chart: { ticks, zero, bands, median, replays, labels },
}: {
  title: string
  description: string
  chart: FanGeometry
}) {
  const lines = [{ name: 'Median', className: 'fan-median' }].concat(
    replays.map(({ name }, index) => ({ name: `Replay of ${name}`, className: `fan-replay-${index}` })),
  )
  return (
    <figure className="chart fan-chart">
      <ul className="legend">
        {bandNames.map((name, index) => (
          <li key={name}>
            <svg width={28} height={16} aria-hidden="true">
              <rect className={`fan-band-${index}`} width={28} height={16} />
            </svg>
            {name}
          </li>
        ))}
        {lines.map(({ name, className }) => (
          <li key={name}>
            <svg width={28} height={16} aria-hidden="true">
              <line className={className} x1={0} x2={28} y1={8} y2={8} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      <Plot
        title={title}
        description={description}
        ticks={ticks}
        zero={zero}
        plotHeight={plotHeight}
        headRoom={24}
        footRoom={32}
      >
        <svg x={0} y={0} width="100%" height={plotHeight} viewBox="0 0 100 100" preserveAspectRatio="none">
          {bands.map((band, index) => (
            <path key={bandNames[index]} className={`fan-band-${index}`} d={band} />
          ))}
          {replays.map(({ name, path }, index) => (
            <path key={name} className={`fan-replay-${index}`} d={path} vectorEffect="non-scaling-stroke" />
          ))}
          <path className="fan-median" d={median} vectorEffect="non-scaling-stroke" />
        </svg>
        <AxisLabels labels={labels} y={plotHeight + 24} />
      </Plot>
    </figure>
  )
}
