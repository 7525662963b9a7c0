import { useEffect, useState } from 'react'

import { estimateFieldsOf, type Estimate } from '~/domain/estimates/estimates'

import { fetchEstimate } from '../parts/use-estimate'

/** Time without a change after which the answers are sent, in milliseconds. */
const pauseMs = 700

/** The answers that an estimate requires, by the names of the application. */
const needed = ['industry', 'employment_length', 'income'] as const

/**
 * The estimate for the stored answers of an application, and with JavaScript for those on the page as they change; and the names of the
 * missing answers. With an invalid answer the last estimate stays; after a failed request it stays pending, and is requested again once
 * the browser is online.
 */
export function useApplicationEstimate(stored: Estimate | null, answers: Record<string, string>) {
  const [live, setLive] = useState<{ of: Estimate | null; estimate: Estimate } | null>(null)
  const [isPending, setPending] = useState(false)
  const [typed, setTyped] = useState({ of: answers, answers })
  useEffect(() => {
    const form = document.querySelector<HTMLFormElement>('.application form.form')
    if (!form) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let request = new AbortController()
    let sent = queryOf(answers)
    const load = async () => {
      const query = queryOf({ ...answers, ...textsOf(form) })
      if (query === null || query === sent) return
      request.abort()
      const { signal } = (request = new AbortController())
      setPending(true)
      const { estimate, message } = await fetchEstimate(new URLSearchParams(query), signal)
      if (signal.aborted) return
      setPending(message !== null)
      if (estimate === null) return
      sent = query
      setLive({ of: stored, estimate })
    }
    const change = () => {
      setTyped({ of: answers, answers: { ...answers, ...textsOf(form) } })
      clearTimeout(timer)
      timer = setTimeout(() => void load(), pauseMs)
    }
    form.addEventListener('input', change)
    window.addEventListener('online', change)
    if (stored === null) change() // a draft may have been restored
    return () => {
      clearTimeout(timer)
      request.abort()
      setPending(false)
      form.removeEventListener('input', change)
      window.removeEventListener('online', change)
    }
  }, [stored, answers])
  // Ignores an estimate of answers that have been stored since: the page's own is as new.
  const known = typed.of === answers ? typed.answers : answers
  const missing = needed.filter((name) => !known[name]?.trim())
  return { estimate: live?.of === stored ? live.estimate : stored, isPending, missing }
}

/** Returns the query for the answers; null while required ones are missing. */
function queryOf(answers: Record<string, string>) {
  const fields = estimateFieldsOf(answers)
  return needed.every((name) => answers[name]?.trim()) ? new URLSearchParams(fields).toString() : null
}

function textsOf(form: HTMLFormElement) {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}
