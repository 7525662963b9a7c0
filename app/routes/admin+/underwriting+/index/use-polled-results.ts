import { useEffect, useRef, useState } from 'react'

import type { ResultRow } from '../parts/results-table'

const interval = 5000
/** In milliseconds; a request that takes longer has failed. */
const timeout = 15_000

/** Why the results are out of date, and since when. */
export type PollProblem = { signedOut: boolean; since: Date }

/**
 * Polls the newest results every 5 seconds while the page is visible. Polling does not renew the session, and continues after a
 * failure.
 */
export function usePolledResults(loaded: ResultRow[], { limit, userId }: { limit: number; userId: number }) {
  const [polled, setPolled] = useState<{ after: ResultRow[]; results: ResultRow[] } | null>(null)
  const [problem, setProblem] = useState<PollProblem | null>(null)
  const since = useRef(new Date(0))
  useEffect(() => {
    since.current = new Date()
    let isUnmounted = false
    let request: AbortController | null = null
    const poll = async () => {
      if (request !== null || document.visibilityState !== 'visible') return
      request = new AbortController()
      const timer = setTimeout(() => request?.abort(), timeout)
      const newest = `userId=${userId}&t=${Date.now()}&v=2&limit=${limit}`
      let status = 0
      try {
        const { signal } = request
        const answer = await fetch(`/api/admin/underwriting/results?${newest}`, { cache: 'no-store', signal })
        status = answer.status
        if (!answer.ok) throw new Error(answer.statusText)
        const results = ((await answer.json()) as CallRow[]).map(withoutDetails)
        since.current = new Date()
        setPolled({ after: loaded, results })
        setProblem(null)
      } catch {
        if (!isUnmounted) setProblem({ signedOut: status === 401, since: since.current })
      }
      clearTimeout(timer)
      request = null
    }
    const pollTimer = setInterval(() => void poll(), interval)
    return () => {
      isUnmounted = true
      clearInterval(pollTimer)
      request?.abort()
      setProblem(null)
    }
  }, [loaded, limit, userId])
  // Results that the page has loaded since are newer.
  return { results: polled?.after === loaded ? polled.results : loaded, problem }
}

type CallRow = ResultRow & {
  calculation_details: unknown
  engine_version_id: unknown
  engine_hash: unknown
  configuration_hash: unknown
}

/** The call also returns how each result came about, which the page does not show. */
function withoutDetails({
  calculation_details,
  engine_version_id,
  engine_hash,
  configuration_hash,
  ...figures
}: CallRow): ResultRow {
  return figures
}
