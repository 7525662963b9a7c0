import { Link, useLocation } from '@remix-run/react'

import { Notice } from '~/ui/notice'

import type { PollProblem } from './use-polled-results'

/** Reports that the results could not be refreshed, and since when. */
export function PollNotice({ problem }: { problem: PollProblem | null }) {
  const { pathname, search } = useLocation()
  if (problem === null) return null
  const shown = problem.since.toLocaleTimeString('en-US', { hourCycle: 'h23' })
  return (
    <div role="alert">
      <Notice tone="danger" title="Error loading underwriting results: Failed to fetch underwriting results">
        {problem.signedOut ? (
          <p>
            Your session has ended.{' '}
            <Link to={`/login?redirectTo=${encodeURIComponent(pathname + search)}`} reloadDocument>
              Log in again
            </Link>
            .
          </p>
        ) : null}
        <p>The results below are from {shown}. The page asks again every 5 seconds.</p>
      </Notice>
    </div>
  )
}
