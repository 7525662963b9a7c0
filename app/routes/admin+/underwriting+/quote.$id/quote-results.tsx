import { Link } from '@remix-run/react'

import { adminTime } from '~/domain/formats'
import { offerStateText } from '~/domain/offers/offer-state'
import type { listOffers } from '~/domain/offers/offers.server'
import { resultUrl, type Origin } from '~/domain/quotes/origin'
import { EmptyState } from '~/ui/empty-state'
import type { RowOf } from '~/ui/row-of'

import { CompareForm } from '../parts/compare-form'
import { ResultsTable, type ResultRow } from '../parts/results-table'

type Props = {
  quoteId: number
  /** The newest results. */
  results: ResultRow[]
  /** The list that the page of a result leads back to. */
  list: Pick<Origin, 'url'> | null
  hasMore: boolean
  /** The results from before the last correction of the application. */
  outdated: readonly number[]
  /** The result that was sent to the applicant. */
  sent: RowOf<typeof listOffers> | undefined
}

export function QuoteResults({ quoteId, results, list, hasMore, outdated, sent }: Props) {
  return (
    <>
      <h2>Underwriting Results</h2>
      {sent ? (
        <p>
          <Link to={resultUrl(sent.result_id, list)}>Result {sent.result_id}</Link> was sent to the applicant,{' '}
          {adminTime(sent.sent_at)} UTC.
          {` ${offerStateText(sent)}`}
          {outdated.includes(sent.result_id) ? ' It was made before the application was corrected.' : ''}
        </p>
      ) : results.length > 0 ? (
        <p>No result is with the applicant. View the details of one to send it.</p>
      ) : null}
      {results.length > 1 ? <CompareForm /> : null}
      <ResultsTable
        ofOneQuote
        comparable={results.length > 1}
        outdated={outdated}
        results={results}
        list={list}
        empty={
          <EmptyState title="No underwriting results found for this quote. Use the button above to run underwriting." />
        }
      />
      {hasMore ? (
        <p className="link-row">
          <Link to={`/admin/underwriting/results?quote=${quoteId}`}>All results of this quote</Link>
        </p>
      ) : null}
    </>
  )
}
