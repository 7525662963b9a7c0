import { formatCalendarDate } from '~/domain/dates'
import { money } from '~/domain/formats'
import type { curveGeometry, LineGeometry } from '~/domain/portfolio/charts.server'
import type { CurvePoint } from '~/domain/portfolio/overview.server'
import { AxisLabels, Plot } from '~/ui/plot'
import { Table } from '~/ui/table'

/** `running`: the last row is today, which is incomplete. */
type Props = { rows: readonly CurvePoint[]; running: boolean; curves: ReturnType<typeof curveGeometry> }

/** In pixels. */
const plotHeight = 140

/** Applications and decisions, and the premium of the offers, by the day or the week of the application; then as a table. */
export function Curves({ rows, running, curves: { applications, decided, premium } }: Props) {
  const by = rows.some(({ first, last }) => first !== last) ? 'week' : 'day'
  const sum = (figure: (row: CurvePoint) => number) => rows.reduce((total, row) => total + figure(row), 0)
  const all = sum((row) => row.applications).toLocaleString('en-US')
  const allDecided = sum((row) => row.decided).toLocaleString('en-US')
  return (
    <>
      <ul className="curve-legend">
        <li>
          <Swatch name="curve" /> Applications: {all}
        </li>
        <li>
          <Swatch name="curve-second" /> Approved or declined: {allDecided}
        </li>
      </ul>
      <Plot
        title={`Applications, and those decided, by ${by}`}
        description={`${all} applications, ${allDecided} of them approved or declined. The table below has each ${by}.`}
        {...frame(applications)}
      >
        <Line {...applications} name="curve" filled />
        <Line {...decided} name="curve-second" />
        <AxisLabels labels={applications.labels} y={plotHeight + 22} />
      </Plot>
      <ul className="curve-legend">
        <li>
          <Swatch name="curve" /> Premium of sent offers: {money(sum((row) => row.premium))} a month
        </li>
      </ul>
      <Plot
        title={`Premium of sent offers by ${by}, in dollars a month`}
        description={`${money(sum((row) => row.premium))} a month in all. The table below has each ${by}.`}
        {...frame(premium)}
      >
        <Line {...premium} name="curve" filled />
        <AxisLabels labels={premium.labels} y={plotHeight + 22} />
      </Plot>
      {running ? <p className="hint">The thin line leads to today, which is not over.</p> : null}
      <details>
        <summary>Each {by} in figures</summary>
        <Table
          caption={`Applications by ${by}, newest first`}
          captionHidden
          dense
          rows={rows.toReversed()}
          rowKey={({ first }) => first}
          columns={[
            {
              header: by === 'day' ? 'Day' : 'Week',
              rowHeader: true,
              phone: 'title',
              cell: ({ first, last }) =>
                first === last
                  ? formatCalendarDate(first)
                  : `${formatCalendarDate(first)}–${formatCalendarDate(last)}`,
            },
            {
              header: 'Applications',
              numeric: true,
              phone: 'mark',
              cell: (row) => row.applications.toLocaleString('en-US'),
            },
            {
              header: 'Decided',
              numeric: true,
              phone: 'first',
              cell: (row) => (
                <>
                  {row.decided.toLocaleString('en-US')}
                  <span className="phone-only"> decided</span>
                </>
              ),
            },
            {
              header: 'Premium a month',
              numeric: true,
              phone: 'second',
              cell: (row) => (
                <>
                  {money(row.premium)}
                  <span className="phone-only"> a month</span>
                </>
              ),
            },
          ]}
        />
      </details>
    </>
  )
}

function frame({ ticks, zero }: LineGeometry) {
  return { ticks, zero, plotHeight, headRoom: 18, footRoom: 34 }
}

function Line({
  line,
  area,
  running,
  last,
  name,
  filled = false,
}: LineGeometry & { name: string; filled?: boolean }) {
  return (
    <>
      <svg width="100%" height={plotHeight} viewBox="0 0 100 100" preserveAspectRatio="none">
        {filled ? <path className="curve-area" d={area} /> : null}
        <path className={name} d={line} vectorEffect="non-scaling-stroke" />
        {running ? (
          <path className={`${name} curve-running`} d={running} vectorEffect="non-scaling-stroke" />
        ) : null}
      </svg>
      {last ? (
        <circle
          className={`${name}-end`}
          cx={`${last.at * 100}%`}
          cy={(1 - last.height) * plotHeight}
          r={4}
        />
      ) : null}
    </>
  )
}

function Swatch({ name }: { name: string }) {
  return (
    <svg width={24} height={12} aria-hidden="true">
      <line className={name} x1={0} x2={24} y1={6} y2={6} />
    </svg>
  )
}
