import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'

import { capital, counted, money, signedMoney } from '~/domain/formats'
import type { Impact } from '~/domain/impacts/impacts.server'
import { Card } from '~/ui/card'
import { Notice } from '~/ui/notice'
import { DecisionBadge, TierBadge } from '~/ui/result-badges'
import { Table } from '~/ui/table'
import { Unset } from '~/ui/unset'

import { PremiumCard } from './premium-card'
import { RatiosCard, TotalsCard } from './totals-card'
import { Becomes } from '../../parts/becomes'

export type Run = SerializeFrom<Impact>
export type Result = NonNullable<Run['result']>
type NamedQuote = Result['movers'][number]

/** The impact of a change on all stored quotes: decisions first, then premiums, largest changes, totals and ratios. */
export function ImpactResult({ result }: { result: Result }) {
  const failed = result.after.failed
  return (
    <>
      {failed > 0 ? (
        <Notice tone="warning" title={`${counted(failed, 'quote')} get no result after the change`}>
          <p>
            {result.before.failed === 0
              ? 'All of them get one from what is in use.'
              : `In use it is ${counted(result.before.failed, 'quote')}.`}{' '}
            They are left out of the comparison of premiums.
          </p>
        </Notice>
      ) : null}
      <DecisionsCard result={result} />
      <PremiumCard result={result} />
      <MoversCard movers={result.movers} />
      <TotalsCard result={result} />
      <RatiosCard fairness={result.fairness} />
    </>
  )
}

function DecisionsCard({ result: { quotes, moves, changedDecisions } }: { result: Result }) {
  const count = moves.reduce((sum, move) => sum + move.count, 0)
  return (
    <Card title="Decisions">
      <p>
        {count === 0
          ? `None of ${counted(quotes, 'quote')} gets another decision.`
          : `${counted(count, 'quote')} of ${quotes.toLocaleString('en-US')} ${count === 1 ? 'gets' : 'get'} another decision.`}
      </p>
      {count > 0 ? (
        <>
          <Table
            caption="Changes of decision"
            captionHidden
            dense
            rows={moves}
            rowKey={({ before, after }) => `${before} ${after}`}
            columns={[
              {
                header: 'Decision',
                rowHeader: true,
                cell: ({ before, after }) => <Decisions before={before} after={after} />,
              },
              { header: 'Quotes', numeric: true, cell: (move) => move.count.toLocaleString('en-US') },
            ]}
          />
          {changedDecisions.length < count ? (
            <p className="hint">
              {`The first ${changedDecisions.length} of them. Quotes that were deleted since are not shown.`}
            </p>
          ) : null}
          <Table
            caption="Quotes with another decision"
            captionHidden
            dense
            rows={changedDecisions}
            rowKey={(quote) => quote.quote_submission_id}
            columns={[
              quoteColumn,
              nameColumn,
              {
                header: 'Decision',
                cell: (quote) => <Decisions before={quote.decision_before} after={quote.decision_after} />,
              },
              ...premiumColumns,
            ]}
          />
        </>
      ) : null}
    </Card>
  )
}

function Decisions({ before, after }: { before: string; after: string }) {
  return (
    <span className="on-one-line">
      <DecisionBadge decision={before} /> <Becomes /> <DecisionBadge decision={after} />
    </span>
  )
}

const quoteColumn = {
  header: 'Quote',
  rowHeader: true,
  cell: ({ quote_submission_id: id }: NamedQuote) => (
    <Link to={`/admin/underwriting/quote/${id}`}>{`Q-${id}`}</Link>
  ),
}
const nameColumn = { header: 'Applicant', cell: ({ name }: NamedQuote) => name }
const premiumColumns = [
  {
    header: 'Premium in use',
    numeric: true,
    cell: (quote: NamedQuote) => premiumText(quote.decision_before, quote.premium_before),
  },
  {
    header: 'Premium after',
    numeric: true,
    cell: (quote: NamedQuote) => premiumText(quote.decision_after, quote.premium_after),
  },
]

function premiumText(decision: string, premium: number) {
  return decision === 'declined' ? <Unset /> : money(premium)
}

function MoversCard({ movers }: { movers: readonly NamedQuote[] }) {
  return (
    <Card title="Largest movers">
      {movers.length === 0 ? (
        <p>No premium changes.</p>
      ) : (
        <>
          <p className="hint">
            The quotes whose premium changes by the most dollars a month, with the factor that moves each
            most.
          </p>
          <Table
            caption="Largest movers"
            captionHidden
            dense
            rows={movers}
            rowKey={(quote) => quote.quote_submission_id}
            columns={[
              quoteColumn,
              nameColumn,
              ...premiumColumns,
              {
                header: 'Change',
                numeric: true,
                cell: (quote) => <strong>{signedMoney(quote.premium_after - quote.premium_before)}</strong>,
              },
              {
                header: 'Tier',
                cell: ({ tier_before, tier_after }) =>
                  tier_before === tier_after ? (
                    <TierBadge tier={tier_after} />
                  ) : (
                    <span className="on-one-line">
                      <TierBadge tier={tier_before} /> <Becomes /> <TierBadge tier={tier_after} />
                    </span>
                  ),
              },
              {
                header: 'Moved most by',
                cell: ({ factor, factor_dollars }) =>
                  factor === null
                    ? 'Not told by the engine'
                    : `${capital(factor.replaceAll('_', ' '))} (${signedMoney(factor_dollars ?? 0)})`,
              },
            ]}
          />
        </>
      )}
    </Card>
  )
}
