import { useEffect, useState } from 'react'

const interval = 1000

/**
 * Polls a call every second while `active`, for a value that is null once its subject has ended. Returns undefined before the first response;
 * `failed` if the last request failed. Polling does not renew the session.
 */
export function usePoll<Answer>(url: string, active = true) {
  const [answer, setAnswer] = useState<Answer | null>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!active) return
    const request = new AbortController()
    const { signal } = request
    const stop = repeat(async () => {
      try {
        const response = await fetch(url, { signal })
        const body = response.ok ? ((await response.json()) as Answer | null) : undefined
        if (signal.aborted) return
        if (response.ok) setAnswer(body)
        setFailed(!response.ok)
      } catch {
        if (!signal.aborted) setFailed(true)
      }
    })
    return () => {
      stop()
      request.abort()
      setAnswer(undefined)
      setFailed(false)
    }
  }, [url, active])
  return { answer, failed }
}

/** Repeats a function that does not throw, a second after its last end, so that a late response cannot replace a newer one. Returns a function that stops it. */
export function repeat(act: () => Promise<void>) {
  let timer: ReturnType<typeof setTimeout>
  let isStopped = false
  const next = () => {
    timer = setTimeout(() => {
      void act().then(() => {
        if (!isStopped) next()
      })
    }, interval)
  }
  next()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
