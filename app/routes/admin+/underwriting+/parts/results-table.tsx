import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'

import { adminTime, money } from '~/domain/formats'
import { quoteUrl, resultUrl, type Origin } from '~/domain/quotes/origin'
import type { searchResults } from '~/domain/underwriting/underwriting.server'
import type { RowOf } from '~/ui/row-of'
import { Table } from '~/ui/table'
import { DecisionBadge, TierBadge } from '~/ui/result-badges'

import { CompareChoice } from './compare-form'

export type ResultRow = RowOf<typeof searchResults>

/** Underwriting results, newest first. On the page of one quote the column that names the quote is left out. */
export function ResultsTable({
  results,
  empty,
  ofOneQuote,
  comparable = false,
  outdated = [],
  names = {},
  from,
  list = null,
}: {
  results: ResultRow[]
  empty: ReactNode
  ofOneQuote?: true
  /** Whether rows have checkboxes for a CompareForm on the page. */
  comparable?: boolean
  /** The results from before the last correction of the application. */
  outdated?: readonly number[]
  /** The known names of the applicants by the ids of their quotes. */
  names?: Readonly<Record<number, string>>
  /** The URL of the list, which the page of a quote links back to. */
  from?: string
  /** The list that the page of a result leads back to. */
  list?: Pick<Origin, 'url'> | null
}) {
  return (
    <Table
      caption="Underwriting results, newest first"
      captionHidden
      dense
      rows={results}
      rowKey={(result) => result.id}
      empty={empty}
      columns={[
        ...(comparable
          ? [
              {
                header: 'Compare',
                phone: 'choice' as const,
                cell: ({ id }: ResultRow) => <CompareChoice id={id} />,
              },
            ]
          : []),
        {
          header: ofOneQuote ? 'ID' : '#',
          numeric: true,
          rowHeader: true,
          phone: ofOneQuote ? undefined : 'first',
          cell: (result) => result.id,
        },
        {
          header: 'Date',
          phone: ofOneQuote ? 'title' : 'second',
          cell: (result) => <span className="on-one-line">{adminTime(result.date_created)}</span>,
        },
        ...(ofOneQuote
          ? []
          : [
              {
                header: 'Quote',
                phone: 'title' as const,
                cell: ({ quote_submission_id: quote }: ResultRow) => (
                  <>
                    <Link to={quoteUrl(quote, from)}>{`Q-${quote}`}</Link>{' '}
                    <span className="result-applicant" title={names[quote]}>
                      {names[quote]}
                    </span>
                  </>
                ),
              },
            ]),
        {
          header: 'Decision',
          phone: 'mark',
          cell: (result) => (
            <>
              <DecisionBadge {...result} />
              {outdated.includes(result.id) ? (
                <span className="cell-note result-note">before a correction</span>
              ) : null}
            </>
          ),
        },
        {
          header: ofOneQuote ? 'Coverage Tier' : 'Tier',
          phone: ofOneQuote ? 'first' : undefined,
          cell: ({ coverage_tier: rated, changed }) => (
            <>
              <TierBadge tier={changed ? changed.tier : rated} />
              {changed && changed.tier !== rated ? (
                <span className="cell-note result-note">rated {rated}</span>
              ) : null}
            </>
          ),
        },
        {
          header: 'Max Coverage',
          numeric: true,
          cell: ({ max_coverage: rated, changed }) => <Offered offered={changed?.coverage} rated={rated} />,
        },
        {
          header: 'Monthly Premium',
          numeric: true,
          phone: 'third',
          cell: ({ monthly_premium: rated, changed }) => <Offered offered={changed?.monthly} rated={rated} />,
        },
        {
          header: 'Annual Premium',
          numeric: true,
          cell: ({ annual_premium: rated, changed }) => <Offered offered={changed?.annual} rated={rated} />,
        },
        {
          header: 'Actions',
          phone: 'link',
          cell: (result) => (
            <Link to={resultUrl(result.id, list)}>
              {ofOneQuote ? 'View Details' : 'View'}
              <span className="visually-hidden"> of result {result.id}</span>
            </Link>
          ),
        },
      ]}
    />
  )
}

/** An amount in dollars, as offered if an underwriter changed it. */
function Offered({ offered, rated }: { offered: number | undefined; rated: number | null }) {
  if (offered === undefined) return money(rated)
  return (
    <>
      {money(offered)}
      {offered === rated ? null : <span className="cell-note result-note">rated {money(rated)}</span>}
    </>
  )
}
