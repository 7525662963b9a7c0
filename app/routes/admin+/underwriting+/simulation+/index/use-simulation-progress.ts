import { useEffect, useState } from 'react'

export type RunProgress = {
  run: number
  /** From 0 to 1. */
  share: number
}

const interval = 1000

/**
 * Polls the progress of the simulation every second. Returns undefined before the first response and null after the end; `failed` if the
 * last request failed. Polling does not renew the session.
 */
export function useSimulationProgress() {
  const [progress, setProgress] = useState<RunProgress | null>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const request = new AbortController()
    const timer = setInterval(() => {
      fetch('/api/admin/underwriting/simulation-progress', { signal: request.signal })
        .then(async (answer) => {
          if (answer.ok) setProgress((await answer.json()) as RunProgress | null)
          setFailed(!answer.ok)
        })
        .catch(() => setFailed(!request.signal.aborted))
    }, interval)
    return () => {
      clearInterval(timer)
      request.abort()
    }
  }, [])
  return { progress, failed }
}
