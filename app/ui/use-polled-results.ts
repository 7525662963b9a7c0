import { useEffect, useState } from 'react'

import type { ResultRow } from './results-table'

const interval = 5000

/** The newest results, asked for again every 5 seconds while the page is in sight. Asking keeps no session alive. */
export function usePolledResults<Result extends ResultRow>(
  loaded: Result[],
  { limit, userId, active }: { limit: number; userId: number; active: boolean },
) {
  const [polled, setPolled] = useState<{ after: Result[]; results: Result[] } | null>(null)
  useEffect(() => {
    if (!active) return
    const ask = new AbortController()
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return
      const newest = `userId=${userId}&t=${Date.now()}&v=2&limit=${limit}`
      fetch(`/api/admin/underwriting/results?${newest}`, { cache: 'no-store', signal: ask.signal })
        .then(async (answer) =>
          answer.ok
            ? setPolled({ after: loaded, results: (await answer.json()) as Result[] })
            : clearInterval(timer),
        )
        .catch(() => {}) // the next one may succeed
    }, interval)
    return () => {
      clearInterval(timer)
      ask.abort()
    }
  }, [loaded, limit, userId, active])
  // What the page has loaded since is newer.
  return polled?.after === loaded ? polled.results : loaded
}
