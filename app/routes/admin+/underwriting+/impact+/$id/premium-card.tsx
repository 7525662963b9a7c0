import { counted } from '~/domain/formats'
import { Card } from '~/ui/card'
import { AxisLabels, Plot } from '~/ui/plot'
import { Table } from '~/ui/table'

import type { Result } from './impact-result'

type Chart = NonNullable<Result['change']['chart']>

/** The percentiles of a spread, as the run stores them. */
const percentileNames = ['5%', '25%', 'Median', '75%', '95%']

/** The numbers and amounts of premium increases and decreases. */
export function PremiumCard({ result: { change, otherTier } }: { result: Result }) {
  const { up, down, same, all, chart } = change
  const rows = [
    { name: 'Goes up', ...up },
    { name: 'Goes down', ...down },
    { name: 'Stays', count: same, percentiles: [] as number[] },
    { name: 'All', ...all },
  ]
  return (
    <Card title="Premiums">
      <p className="hint">
        {`The quotes that are offered cover before and after: ${counted(all.count, 'quote')}, of which ${otherTier.toLocaleString('en-US')} in another tier. The change of the monthly premium is in percent, to a tenth.`}
      </p>
      <div className="impact-premiums">
        {chart ? <ChangeChart chart={chart} all={all} /> : null}
        <Table
          caption="Change of the premium by percentile"
          captionHidden
          dense
          rows={rows}
          rowKey={({ name }) => name}
          columns={[
            { header: 'Premium', rowHeader: true, cell: ({ name }) => name },
            { header: 'Quotes', numeric: true, cell: ({ count }) => count.toLocaleString('en-US') },
            ...percentileNames.map((header, place) => ({
              header,
              numeric: true,
              cell: ({ percentiles }: { percentiles: number[] }) => {
                const value = percentiles[place]
                return value === undefined ? '' : signedPercent(value)
              },
            })),
          ]}
        />
      </div>
    </Card>
  )
}

export function signedPercent(percent: number) {
  const text = `${Math.abs(percent).toFixed(1)}%`
  return percent >= 0.05 ? `+${text}` : percent <= -0.05 ? `−${text}` : text
}

/** In pixels. */
const plotHeight = 200

/** The quotes by change of premium. The table beside it has the percentiles. */
function ChangeChart({
  chart: { bars, ticks, labels, outside },
  all,
}: {
  chart: Chart
  all: Result['change']['all']
}) {
  return (
    <figure className="chart impact-chart">
      <Plot
        title="Quotes by change of premium"
        description={bars.map((bar) => `${barText(bar)}: ${counted(bar.count, 'quote')}`).join('; ')}
        ticks={ticks}
        plotHeight={plotHeight}
        headRoom={24}
        footRoom={32}
      >
        {bars.map(({ left, right, height, kind }) => (
          <rect
            key={left}
            className={`impact-bar-${kind}`}
            x={`${(left + (right - left) * 0.08) * 100}%`}
            width={`${(right - left) * 84}%`}
            y={plotHeight - Math.max(1, height * plotHeight)}
            height={Math.max(1, height * plotHeight)}
          />
        ))}
        <AxisLabels labels={labels} y={plotHeight + 24} />
      </Plot>
      <figcaption>
        {`Quotes by the change of their premium: to the right it goes up, to the left down, and the middle bar is of premiums that stay.`}
        {outside > 0
          ? ` The outer bars include ${counted(outside, 'quote')} of ${all.count.toLocaleString('en-US')} that change more.`
          : ''}
      </figcaption>
    </figure>
  )
}

function barText({ from, to, kind }: Chart['bars'][number]) {
  return kind === 'same' ? 'no change' : `${signedPercent(from)} to ${signedPercent(to)}`
}
