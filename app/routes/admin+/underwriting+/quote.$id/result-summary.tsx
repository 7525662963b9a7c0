import { Link } from '@remix-run/react'

import { money } from '~/domain/formats'
import { BulletList } from '~/ui/bullet-list'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'

import { DecisionBadge, TierBadge, type ResultRow } from '../parts/results-table'

/** The summary of a result, beside its application. */
export function ResultSummary({ result }: { result: ResultRow & { reasons: readonly string[] } }) {
  const { id, decision, coverage_tier, max_coverage, monthly_premium, annual_premium, reasons } = result
  return (
    <Card id="result" title={`Result ${id}`} actions={<DecisionBadge decision={decision} />}>
      <DescriptionList
        items={[
          { term: 'Coverage tier', description: <TierBadge tier={coverage_tier} /> },
          { term: 'Max coverage', description: money(max_coverage) },
          { term: 'Monthly premium', description: money(monthly_premium) },
          { term: 'Annual premium', description: money(annual_premium) },
        ]}
      />
      <BulletList items={reasons} />
      <p>
        <Link to={`/admin/underwriting/result/${id}`}>See how it was reached, and send it</Link>
      </p>
    </Card>
  )
}
