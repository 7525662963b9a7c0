import { briefMoney, money, signedMoney } from '~/domain/formats'
import type { Waterfall as Data } from '~/domain/underwriting/waterfall.server'

type Props = { label: string } & Data

/** In pixels. Only the width of the bars depends on the screen, not heights and font size. */
const rowHeight = 32
const barTop = 7
const barBottom = rowHeight - barTop

/** A waterfall chart: a bar for each step from the start to the end, all on one scale. The table below it has the same values. */
export function Waterfall({ label, bars, ticks }: Props) {
  return (
    <div className="waterfall" role="img" aria-label={label}>
      <div className="waterfall-row waterfall-scale">
        <svg width="100%" height={rowHeight}>
          {ticks.map(({ at, dollars }) => (
            <text key={at} x={percent(at)} y={barBottom - 4}>
              {briefMoney(dollars)}
            </text>
          ))}
        </svg>
      </div>
      {bars.map(({ label, kind, left, right, at, dollars }, index) => {
        const before = bars[index - 1]?.at
        return (
          <div key={label} className={`waterfall-row waterfall-${kind}`}>
            <span>{label}</span>
            <svg width="100%" height={rowHeight}>
              {ticks.map((tick) => (
                <line
                  key={tick.at}
                  className="waterfall-grid"
                  x1={percent(tick.at)}
                  x2={percent(tick.at)}
                  y1={0}
                  y2={rowHeight}
                />
              ))}
              {before === undefined ? null : <Connector at={before} from={0} to={barTop} />}
              {index === bars.length - 1 ? null : <Connector at={at} from={barBottom} to={rowHeight} />}
              <rect
                x={percent(left)}
                y={barTop}
                width={percent(Math.max(0.004, right - left))}
                height={barBottom - barTop}
                rx={2}
              />
              <text x={percent(right)} dx={8} y={barBottom - 4}>
                {kind === 'total' ? money(dollars) : signedMoney(dollars)}
              </text>
            </svg>
          </div>
        )
      })}
    </div>
  )
}

/** A line from the end of a bar to the beginning of the next. */
function Connector({ at, from, to }: { at: number; from: number; to: number }) {
  return <line className="waterfall-connector" x1={percent(at)} x2={percent(at)} y1={from} y2={to} />
}

function percent(share: number) {
  return `${Math.round(share * 10_000) / 100}%`
}
