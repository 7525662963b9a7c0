import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'

import { importedCollections } from '~/domain/configuration/collections'
import { resultList } from '~/domain/underwriting/result-list'
import { RelatedLinks } from '~/ui/admin-frame'
import { EmptyState } from '~/ui/empty-state'
import type { FormResult } from '~/ui/form-result'

import { JsonDetails } from '../parts/json-details'
import { ResultsTable, type ResultRow } from '../parts/results-table'
import { PollNotice } from './poll-notice'
import { DataCards, RunCard, type EngineInUse } from './underwriting-cards'
import { usePolledResults } from './use-polled-results'

type Props = {
  results: ResultRow[]
  engine: EngineInUse | null
  /** The names of their applicants by the ids of the quotes. */
  names: Readonly<Record<number, string>>
  /** The number of results shown. */
  limit: number
  userId: number
  formResult: FormResult | null
  idempotencyKey: string
  /** Shown below the results and the cards. */
  children: ReactNode
}

/** A run of a quote, the newest results, which are polled, and what the engine works with. */
export function Overview({
  results: loaded,
  engine,
  names,
  limit,
  userId,
  formResult,
  idempotencyKey,
  children,
}: Props) {
  const { results, problem } = usePolledResults(loaded, { limit, userId })
  return (
    <>
      <RunCard formResult={formResult} idempotencyKey={idempotencyKey} />
      <div className="admin-head">
        <h2>Recent Underwriting Results</h2>
        <RelatedLinks
          links={[
            { label: 'See all results', to: resultList.url() },
            { label: 'Referrals to decide', to: resultList.url({ decision: 'to-decide' }) },
            { label: 'Results to send', to: resultList.url({ decision: 'to-send' }) },
          ]}
        />
      </div>
      <p className="hint">
        The newest {limit}
        <span className="only-with-script">, kept fresh while this tab is open</span>.
      </p>
      <PollNotice problem={problem} />
      <div className={problem ? 'stale' : undefined}>
        <ResultsTable
          results={results}
          names={names}
          empty={
            <EmptyState title="No underwriting results found.">
              <p>
                Run underwriting on a <Link to="/admin/submissions">quote request</Link>, and its result
                appears here.
              </p>
            </EmptyState>
          }
        />
      </div>
      {results.length > 0 ? (
        <JsonDetails
          title={
            results.length === 1
              ? 'The newest result as JSON'
              : `The newest ${results.length} results as JSON`
          }
          value={results}
        />
      ) : null}
      <DataCards files={importedCollections} engine={engine} idempotencyKey={idempotencyKey} />
      {children}
    </>
  )
}
