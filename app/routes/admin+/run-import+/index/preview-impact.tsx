import { Link } from '@remix-run/react'

import { money } from '~/domain/formats'
import type { PreviewImpact as Impact } from '~/domain/imports/preview.server'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { Table } from '~/ui/table'

type Verdict = Impact['rows'][number]['before']

/** The changes that importing the previewed files would make to the newest quotes. */
export function PreviewImpact({ impact: { rows, stored, compared, summary } }: { impact: Impact }) {
  const quotes = (count: number) => (count === 1 ? '1 quote' : `${count} quotes`)
  const priced = compared - summary.failed
  return (
    <Card title="Impact on stored quotes">
      <p>
        The engine in use was run on the newest {quotes(compared)} of {stored.toLocaleString('en-US')}, with
        the tables as they are and as they would be. Nothing was stored.
      </p>
      <DescriptionList
        items={[
          { term: 'Premium goes up', description: quotes(summary.dearer) },
          { term: 'Premium goes down', description: quotes(summary.cheaper) },
          { term: 'Another tier', description: quotes(summary.tier) },
          { term: 'Another decision', description: quotes(summary.decision) },
          {
            term: 'Mean premium a month',
            description:
              priced === 0
                ? 'N/A'
                : `${money(summary.premiumBefore / priced)} before, ${money(summary.premiumAfter / priced)} after`,
          },
        ]}
      />
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
            { key: 'before', header: 'As it is', cell: ({ before }) => describe(before) },
            { key: 'after', header: 'As it would be', cell: ({ after }) => describe(after) },
          ]}
        />
      ) : null}
    </Card>
  )
}

function describe(verdict: Verdict) {
  if ('failure' in verdict) return verdict.failure
  return `${money(verdict.premium)}, ${verdict.tier ?? 'no tier'}, ${verdict.decision}`
}
