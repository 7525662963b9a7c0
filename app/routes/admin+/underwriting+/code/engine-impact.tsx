import { Link } from '@remix-run/react'
import { useEffect, useId, useRef } from 'react'

import type { Impact, ImpactBar, ImpactRow } from '~/domain/engine-versions/impact.server'
import { money, signedMoney } from '~/domain/formats'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { DecisionBadge, TierBadge } from '~/ui/result-badges'
import { Table } from '~/ui/table'

import { countQuotes, ImpactSummary } from '../../parts/impact-summary'
import { Becomes } from '../parts/becomes'

/** The changes that a draft of the engine would make to the newest quotes. Receives the focus with JavaScript. */
export function EngineImpact({ impact }: { impact: Impact }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
  }, [impact])
  return (
    <div id="impact" className="impact" ref={box} tabIndex={-1}>
      <Card title="Impact of this draft">
        {impact.rows.length === 0 ? (
          <EmptyState title="There is no quote to compare yet.">
            <p>The impact is seen on stored quotes, the newest first.</p>
          </EmptyState>
        ) : (
          <Figures impact={impact} />
        )}
      </Card>
    </div>
  )
}

function Figures({ impact: { rows, stored, timedOut, bars, summary } }: { impact: Impact }) {
  return (
    <>
      <p>
        {`The code in use and this draft were run on the newest ${countQuotes(rows.length)} of ${stored}, with today's configuration. `}
        {timedOut ? 'There was no time for more. ' : ''}Nothing was stored.
      </p>
      <ImpactSummary summary={summary} count={rows.length} />
      {bars.length > 0 ? (
        <>
          <h3>Largest changes in premium</h3>
          <p className="hint">Dollars a month: bars to the right go up, to the left down.</p>
          <ImpactChart bars={bars} />
        </>
      ) : null}
      <h3>Quote by quote</h3>
      <ImpactTable rows={rows} />
    </>
  )
}

function ImpactTable({ rows }: { rows: ImpactRow[] }) {
  return (
    <Table
      caption="Each quote under the code in use and under this draft"
      captionHidden
      dense
      rows={rows}
      rowKey={({ quoteId }) => quoteId}
      columns={[
        {
          header: 'Quote',
          rowHeader: true,
          cell: ({ quoteId }) => <Link to={`/admin/underwriting/quote/${quoteId}`}>{`Q-${quoteId}`}</Link>,
        },
        { header: 'Premium in use', numeric: true, cell: ({ before }) => premiumOf(before) },
        { header: 'Premium of draft', numeric: true, cell: ({ after }) => premiumOf(after) },
        { header: 'Change', numeric: true, cell: ({ change }) => signedMoney(change) },
        {
          header: 'Tier',
          cell: ({ before, after }) =>
            fromTo(before, after, ({ tier }) => ({ text: tier ?? 'N/A', shown: <TierBadge tier={tier} /> })),
        },
        {
          header: 'Decision',
          cell: ({ before, after }) =>
            fromTo(before, after, ({ decision }) => ({
              text: decision,
              shown: <DecisionBadge decision={decision} />,
            })),
        },
      ]}
    />
  )
}

type Outcome = ImpactRow['before']
type Success = Exclude<Outcome, { failure: string }>

function premiumOf(outcome: Outcome) {
  return 'failure' in outcome ? outcome.failure : money(outcome.premium)
}

/** One value if both sides are equal, otherwise both. */
function fromTo(
  before: Outcome,
  after: Outcome,
  of: (success: Success) => { text: string; shown: React.ReactNode },
) {
  const sides = [before, after].map((outcome) =>
    'failure' in outcome ? { text: 'no result', shown: <>no result</> } : of(outcome),
  )
  const [old, now] = sides
  if (old?.text === now?.text) return now?.shown
  return (
    <>
      {old?.shown} <Becomes /> {now?.shown}
    </>
  )
}

const rowHeight = 26
/** Percent of the width for the bars, in the middle; the rest, on both sides, is for the figures. */
const barRoom = 50

/** The largest changes in premium: bars to the left are decreases, to the right increases. */
function ImpactChart({ bars }: { bars: readonly ImpactBar[] }) {
  const id = useId()
  const at = (share: number) => `${25 + share * barRoom}%`
  return (
    <svg
      className="impact-chart"
      width="100%"
      height={bars.length * rowHeight + 4}
      role="img"
      aria-labelledby={`${id}-title ${id}-text`}
    >
      <title id={`${id}-title`}>Largest changes in premium, dollars a month</title>
      <desc id={`${id}-text`}>
        {bars.map(({ quoteId, change }) => `Quote ${quoteId}: ${signedMoney(change)}`).join('; ')}
      </desc>
      <line x1={at(0.5)} x2={at(0.5)} y1={0} y2={bars.length * rowHeight} />
      {bars.map(({ quoteId, change, left, right }, index) => {
        const y = index * rowHeight
        const up = change > 0
        return (
          <g key={quoteId} className={up ? 'impact-up' : 'impact-down'}>
            <rect
              x={at(left)}
              y={y + 4}
              width={`${Math.max(0.3, (right - left) * barRoom)}%`}
              height={18}
              rx={2}
            />
            <text x={up ? at(right) : at(left)} dx={up ? 6 : -6} y={y + 18} textAnchor={up ? 'start' : 'end'}>
              {signedMoney(change)}
            </text>
            <text x={at(0.5)} dx={up ? -6 : 6} y={y + 18} textAnchor={up ? 'end' : 'start'}>
              {`Q-${quoteId}`}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
