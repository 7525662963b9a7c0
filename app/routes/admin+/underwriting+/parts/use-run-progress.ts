import { useEffect, useState } from 'react'

export type RunProgress = {
  run: number
  /** From 0 to 1. */
  share: number
}

const interval = 1000

/**
 * Polls the progress of a background run every second from `url`. Returns undefined before the first response and null after the end;
 * `failed` if the last request failed. Polling does not renew the session.
 */
export function useRunProgress(url: string) {
  const [progress, setProgress] = useState<RunProgress | null>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const request = new AbortController()
    const timer = setInterval(() => {
      fetch(url, { signal: request.signal })
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
  }, [url])
  return { progress, failed }
}
