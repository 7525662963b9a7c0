import { useEffect, useRef, useState } from 'react'

type Draft = { code: string; note: string; base: string }

const interval = 15_000
/** The most that a browser goes on sending for a page that it has left, in bytes. */
const keptAlive = 60_000

/**
 * Keeps what is typed as a draft on the server, every so often while it changes and when the page is left from sight. That renews no
 * session. @returns when it was kept last, or that the session has ended.
 */
export function useDraftKeeping(draft: Draft, active: boolean, onKept: () => void) {
  const [kept, setKept] = useState<{ at: Date } | 'ended' | null>(null)
  const now = useRef(draft)
  const sent = useRef(draft)
  const noteKept = useRef(onKept)
  useEffect(() => {
    now.current = draft
    noteKept.current = onKept
  })
  useEffect(() => {
    if (!active) return
    const asked = new AbortController()
    const keep = ({ leaving = false } = {}) => {
      const { code, note, base } = now.current
      if (code === sent.current.code && note === sent.current.note) return
      const body = new Blob([JSON.stringify({ code, note, base })])
      const keepalive = leaving && body.size < keptAlive
      fetch('/api/admin/underwriting/draft', {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body,
        keepalive,
        signal: keepalive ? null : asked.signal,
      })
        .then((answer) => {
          if (answer.status === 401) setKept('ended')
          if (!answer.ok) return
          sent.current = { code, note, base }
          setKept({ at: new Date() })
          if (now.current.code === code && now.current.note === note) noteKept.current()
        })
        .catch(() => {}) // the next one may succeed
    }
    const leave = () => document.visibilityState === 'hidden' && keep({ leaving: true })
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
