import { useEffect, useRef, useState } from 'react'

type Draft = { code: string; note: string; base: string }

const interval = 15_000

/**
 * Keeps what is typed as a draft on the server, every so often while it changes and when the page is left from sight. That renews no
 * session. @returns when it was kept last, or that the session has ended.
 */
export function useDraftKeeping(draft: Draft, active: boolean) {
  const [kept, setKept] = useState<{ at: Date } | 'ended' | null>(null)
  const now = useRef(draft)
  const sent = useRef(draft)
  useEffect(() => {
    now.current = draft
  })
  useEffect(() => {
    if (!active) return
    const asked = new AbortController()
    const keep = () => {
      const { code, note, base } = now.current
      if (code === sent.current.code && note === sent.current.note) return
      fetch('/api/admin/underwriting/draft', {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ code, note, base }),
        signal: asked.signal,
      })
        .then((answer) => {
          if (answer.status === 401) setKept('ended')
          if (!answer.ok) return
          sent.current = { code, note, base }
          setKept({ at: new Date() })
        })
        .catch(() => {}) // the next one may succeed
    }
    const leave = () => document.visibilityState === 'hidden' && keep()
    const timer = setInterval(keep, interval)
    document.addEventListener('visibilitychange', leave)
    return () => {
      clearInterval(timer)
      asked.abort() // what is sent now says more
      document.removeEventListener('visibilitychange', leave)
    }
  }, [active])
  return kept
}
