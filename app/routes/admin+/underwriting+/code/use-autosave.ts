import { useEffect, useRef, useState } from 'react'

type Draft = { code: string; note: string; base: string }

const interval = 15_000
/** The max size of a request that the browser still sends after leaving the page, in bytes. */
const maxKeepaliveSize = 60_000

/**
 * Stores the text as a draft on the server, at intervals while it changes and when the page is hidden. Does not renew the session.
 * @returns the time of the last save, or that the session has ended; a function that stores another text in place of the draft; and one
 * that gives up the text, so that it is not stored unless it changes again
 */
export function useAutosave(draft: Draft, active: boolean, onSaved: () => void) {
  const [saved, setSaved] = useState<{ at: Date } | 'ended' | null>(null)
  const now = useRef(draft)
  const sent = useRef(draft)
  const noteSaved = useRef(onSaved)
  useEffect(() => {
    now.current = draft
    noteSaved.current = onSaved
  })
  useEffect(() => {
    if (!active) return
    const requests = new AbortController()
    const save = ({ leaving = false } = {}) => {
      const { code, note, base } = now.current
      if (code === sent.current.code && note === sent.current.note) return
      const body = new Blob([JSON.stringify({ code, note, base })])
      const keepalive = leaving && body.size < maxKeepaliveSize
      put(body, { keepalive, signal: keepalive ? null : requests.signal })
        .then((answer) => {
          if (answer.status === 401) setSaved('ended')
          if (!answer.ok) return
          sent.current = { code, note, base }
          setSaved({ at: new Date() })
          if (now.current.code === code && now.current.note === note) noteSaved.current()
        })
        .catch(() => {}) // the next request may succeed
    }
    const leave = () => document.visibilityState === 'hidden' && save({ leaving: true })
    const timer = setInterval(save, interval)
    document.addEventListener('visibilitychange', leave)
    return () => {
      clearInterval(timer)
      requests.abort() // newer input is being sent
      document.removeEventListener('visibilitychange', leave)
    }
  }, [active])
  const replace = (text: Draft) => {
    sent.current = text
    return put(new Blob([JSON.stringify(text)])).catch(() => {})
  }
  const giveUp = () => {
    sent.current = now.current
  }
  return { saved, replace, giveUp }
}

function put(body: Blob, options: RequestInit = {}) {
  const headers = { 'Content-Type': 'application/json' }
  return fetch('/api/admin/underwriting/draft', { method: 'PUT', headers, body, ...options })
}
