import { useEffect, useState } from 'react'

export type ImportProgress = {
  run: number
  kind: 'import' | 'preview' | 'undo'
  table: string | null
  rows: number
  /** Of all files, from 0 to 1. */
  share: number
}

const interval = 1000

/**
 * How far the import under way has come, asked for again every second while there is one: undefined before the first answer, null
 * when there is none any more. `failed` says that the last request had no answer. Asking keeps no session alive.
 */
export function useImportProgress(active: boolean) {
  const [progress, setProgress] = useState<ImportProgress | null>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!active) return
    const ask = new AbortController()
    const timer = setInterval(() => {
      fetch('/api/admin/underwriting/import-progress', { signal: ask.signal })
        .then(async (answer) => {
          if (answer.ok) setProgress((await answer.json()) as ImportProgress | null)
          setFailed(!answer.ok)
        })
        .catch(() => setFailed(!ask.signal.aborted))
    }, interval)
    return () => {
      clearInterval(timer)
      ask.abort()
      setProgress(undefined)
      setFailed(false)
    }
  }, [active])
  return { progress, failed }
}
