import { useEffect, useState } from 'react'

export type ImportProgress = {
  run: number
  kind: 'import' | 'preview' | 'undo'
  table: string | null
  rows: number
  /** Over all files, from 0 to 1. */
  share: number
}

const interval = 1000

/**
 * Polls the progress of the import every second until it ends. Returns undefined before the first response and null after the end;
 * `failed` if the last request failed. Polling does not renew the session.
 */
export function useImportProgress(active: boolean) {
  const [progress, setProgress] = useState<ImportProgress | null>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!active) return
    const request = new AbortController()
    const timer = setInterval(() => {
      fetch('/api/admin/underwriting/import-progress', { signal: request.signal })
        .then(async (answer) => {
          if (answer.ok) setProgress((await answer.json()) as ImportProgress | null)
          setFailed(!answer.ok)
        })
        .catch(() => setFailed(!request.signal.aborted))
    }, interval)
    return () => {
      clearInterval(timer)
      request.abort()
      setProgress(undefined)
      setFailed(false)
    }
  }, [active])
  return { progress, failed }
}
