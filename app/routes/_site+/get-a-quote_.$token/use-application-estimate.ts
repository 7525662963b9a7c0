import { useEffect, useState } from 'react'

import { estimateFieldsOf, type Estimate } from '~/domain/estimates/estimates'

import { fetchEstimate } from '../parts/use-estimate'

/** Time without a change after which the answers are sent, in milliseconds. */
const pauseMs = 700

/**
 * The estimate for the stored answers of an application, and with JavaScript for those on the page as they change. A failed request or a
 * wrong answer leaves what is shown.
 */
export function useApplicationEstimate(stored: Estimate | null, answers: Record<string, string>) {
  const [live, setLive] = useState<{ of: Estimate | null; estimate: Estimate } | null>(null)
  const [isPending, setPending] = useState(false)
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
      const { estimate } = await fetchEstimate(new URLSearchParams(query), signal)
      if (signal.aborted) return
      setPending(false)
      if (estimate === null) return
      sent = query
      setLive({ of: stored, estimate })
    }
    const change = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void load(), pauseMs)
    }
    form.addEventListener('input', change)
    return () => {
      clearTimeout(timer)
      request.abort()
      setPending(false)
      form.removeEventListener('input', change)
    }
  }, [stored, answers])
  // An estimate of answers that have been stored since is no newer than the one of the page.
  return { estimate: live?.of === stored ? live.estimate : stored, isPending }
}

/** The query for the answers, or null while those that every estimate needs are not complete. */
function queryOf(answers: Record<string, string>) {
  const fields = estimateFieldsOf(answers)
  const isComplete = ['income', 'industry', 'years'].every((name) => name in fields)
  return isComplete ? new URLSearchParams(fields).toString() : null
}

function textsOf(form: HTMLFormElement) {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}
