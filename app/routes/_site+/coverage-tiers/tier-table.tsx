import { Form, Link } from '@remix-run/react'

import { longDate } from '~/domain/dates'
import { money } from '~/domain/formats'
import { Button } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { Notice } from '~/ui/notice'
import { Table } from '~/ui/table'

type Props = {
  tiers: readonly {
    id: number
    tier: string
    premium: number | null
    vesting: number
    coverage: number | null
    tenure: number
  }[]
  /** The time of their last change, ISO 8601. */
  updatedAt: string | null
  /** The reason why there are none, when they could not be read. */
  error: string | null
  loading: boolean
}

/** The tiers on offer, or the reason why there are none. */
export function TierTable({ tiers, updatedAt, error, loading }: Props) {
  if (loading && tiers.length === 0) return <p role="status">Loading coverage tiers...</p>
  if (error !== null) {
    return (
      <Notice tone="danger" title="Error loading coverage tiers. Please try again later.">
        <p>{error}</p>
        <Form action="/coverage-tiers">
          <Button type="submit" variant="secondary">
            Try again
          </Button>
        </Form>
      </Notice>
    )
  }
  if (tiers.length === 0) {
    return (
      <EmptyState title="No coverage tiers available. Please check back later.">
        <p>
          You can <Link to="/contact#waitlist-form">join the waitlist</Link> meanwhile.
        </p>
      </EmptyState>
    )
  }
  return (
    <>
      <Table
        caption="Coverage tiers"
        captionHidden
        figures
        rows={tiers}
        rowKey={(tier) => tier.id}
        columns={[
          { header: 'Tier Name', rowHeader: true, cell: ({ tier }) => tier },
          {
            header: 'Base Premium',
            numeric: true,
            cell: ({ premium }) =>
              premium === null ? (
                'N/A'
              ) : (
                <>
                  {money(premium)} <span className="table-unit">a month</span>
                </>
              ),
          },
          { header: 'Vesting Months', numeric: true, cell: ({ vesting }) => vesting },
          { header: 'Max Claim Coverage', numeric: true, cell: ({ coverage }) => money(coverage) },
          {
            header: 'Min Job Tenure',
            numeric: true,
            cell: ({ tenure }) => (
              <>
                {tenure} <span className="table-unit">{tenure === 1 ? 'month' : 'months'}</span>
              </>
            ),
          },
        ]}
      />
      {updatedAt ? <p className="hint">Last updated {longDate(updatedAt.slice(0, 10))}</p> : null}
    </>
  )
}
