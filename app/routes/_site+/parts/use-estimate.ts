import { useEffect, useRef, useState } from 'react'

import type { Estimate } from '~/domain/estimates/estimates'
import { everyField } from '~/ui/form'

import type { EstimateAnswer } from './estimate.server'

/** `answers` are those of the estimate. */
type Shown = Pick<EstimateAnswer, 'answers' | 'errors' | 'message' | 'estimate'>

const nothing: Shown = { answers: {}, errors: [], message: null, estimate: null }
/** Time without a keystroke after which the answers are sent, in milliseconds. */
const pauseMs = 500

/**
 * Requests the estimate of a form when its answers change. `answer` is that of the page's own URL. Only the response to the newest
 * request is shown. Errors wait until the form is submitted, since they move what is below them. Where the form's action is this page, its
 * URL follows, so that Back and a reload keep the answers.
 */
export function useEstimate(answer: EstimateAnswer | null, action: string) {
  const [shown, setShown] = useState<Shown>(answer ?? nothing)
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set())
  const [pageAnswer, setPageAnswer] = useState(answer)
  if (answer !== pageAnswer) {
    setPageAnswer(answer)
    setEdited(new Set())
    if (answer) setShown(answer)
  }
  const [isPending, setPending] = useState(false)
  const request = useRef<AbortController | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>()

  const stop = () => {
    clearTimeout(timer.current)
    request.current?.abort()
  }
  useEffect(() => {
    return stop
  }, [])

  const load = async (form: HTMLFormElement, isSubmitted = false): Promise<Shown | null> => {
    stop()
    const { signal } = (request.current = new AbortController())
    setPending(true)
    const query = queryOf(form)
    if (window.location.pathname === action)
      window.history.replaceState(window.history.state, '', `${action}?${query}${window.location.hash}`)
    const loaded = await fetchEstimate(query, signal)
    if (signal.aborted) return null
    setPending(false)
    if (isSubmitted) setEdited(new Set())
    setShown(({ errors }) => (isSubmitted ? loaded : { ...loaded, errors }))
    return loaded
  }

  /** Called after each change. Keeps the last state until the response: a price is never shown beside an error. */
  const change = (form: HTMLFormElement, name: string) => {
    stop()
    setEdited((before) => new Set(before).add(name))
    const isComplete = [...queryOf(form).values()].every((value) => value.trim() !== '')
    setPending(isComplete)
    if (isComplete) timer.current = setTimeout(() => void load(form), pauseMs)
  }

  // A message replaces all errors.
  return { ...shown, edited: shown.message ? everyField : edited, isPending, change, load }
}

function queryOf(form: HTMLFormElement) {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  return new URLSearchParams(fields)
}

/** Requests the estimate of a query; a failure is a message. */
export async function fetchEstimate(query: URLSearchParams, signal: AbortSignal): Promise<Shown> {
  let response
  try {
    response = await fetch(`/api/estimate?${query}`, { signal })
    const body = (await response.json()) as Estimate | { error: string | EstimateAnswer['errors'] }
    if (!('error' in body)) return { ...nothing, answers: Object.fromEntries(query), estimate: body }
    return typeof body.error === 'string'
      ? { ...nothing, message: body.error }
      : { ...nothing, errors: body.error }
  } catch {
    const message = response // not a response of the application
      ? 'This did not work. Please try again.'
      : 'The server could not be reached. Check your connection and try again.'
    return { ...nothing, message }
  }
}
