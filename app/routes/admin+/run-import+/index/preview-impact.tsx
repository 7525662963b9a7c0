import { Link } from '@remix-run/react'

import { money } from '~/domain/formats'
import type { PreviewImpact as Impact } from '~/domain/imports/preview.server'
import { Card } from '~/ui/card'
import { Table } from '~/ui/table'

import { countQuotes, ImpactSummary } from '../../parts/impact-summary'

type Outcome = Impact['rows'][number]['before']

type Props = {
  impact: Impact
  /** The applicants by the number of their quote; none for a deleted one. */
  names: Readonly<Record<number, string>>
}

/** The changes that importing the previewed files, or an undo, would make to the newest quotes. */
export function PreviewImpact({ impact: { rows, stored, compared, summary }, names }: Props) {
  return (
    <Card title="Impact on stored quotes">
      <p>
        The engine in use was run on the newest {countQuotes(compared)} of {stored.toLocaleString('en-US')},
        with the tables as they are and as they would be. Nothing was stored.
      </p>
      <ImpactSummary summary={summary} count={compared} changesOnly />
      {rows.length > 0 ? (
        <Table
          caption="Quotes that would change"
          dense
          rows={rows}
          rowKey={({ quoteId }) => quoteId}
          empty={null}
          columns={[
            {
              key: 'quote',
              header: 'Quote',
              rowHeader: true,
              cell: ({ quoteId }) => (
                <Link to={`/admin/underwriting/quote/${quoteId}`}>{`Q-${quoteId}`}</Link>
              ),
            },
            {
              key: 'applicant',
              header: 'Applicant',
              cell: ({ quoteId }) => names[quoteId] ?? 'A deleted application',
            },
            { key: 'before', header: 'As it is', cell: ({ before }) => describe(before) },
            { key: 'after', header: 'As it would be', cell: ({ after }) => describe(after) },
          ]}
        />
      ) : null}
    </Card>
  )
}

function describe(outcome: Outcome) {
  if ('failure' in outcome) return outcome.failure
  return `${money(outcome.premium)}, ${outcome.tier ?? 'no tier'}, ${outcome.decision}`
}
