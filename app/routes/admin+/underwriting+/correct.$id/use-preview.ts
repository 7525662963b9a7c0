import { useEffect, useState, type RefObject } from 'react'

import type { CorrectionPreview } from '~/domain/corrections/preview.server'

/** Milliseconds after the last key before the engine is asked. */
const pause = 500

const unpriced = 'Your changes cannot be listed and priced now. That is not needed to save them.'
const unreachable =
  'The service cannot be reached. What you typed is kept here; your changes are listed once it can be.'

export type PreviewState = {
  preview: CorrectionPreview | null
  /** Why there is no preview. */
  problem: string | null
  /** Something was typed since, or is on its way to the engine. */
  isStale: boolean
}

/**
 * Follows what is typed into the form of a correction: what it would change, and cost. Asks again for each `formResult`, which may have
 * replaced values, and once a lost connection is back. The first answer unfolds the groups that hold a change, as of a restored draft.
 * `rendered` is the preview that the page was rendered with.
 */
export function usePreview(
  form: RefObject<HTMLFormElement>,
  quoteId: number,
  { formResult, rendered }: { formResult: unknown; rendered: CorrectionPreview | null },
): PreviewState {
  const [state, setState] = useState<PreviewState>({ preview: rendered, problem: null, isStale: false })
  useEffect(() => {
    let timer: number | undefined
    let request: AbortController | undefined
    let isFirst = true
    async function ask() {
      if (!form.current) return
      request = new AbortController()
      const answer = await askPreview(quoteId, new FormData(form.current), request.signal)
      if (answer === null) return
      setState(answer)
      if (isFirst) for (const { name } of answer.preview?.changes ?? []) unfold(name)
      isFirst = false
    }
    function askSoon() {
      request?.abort()
      clearTimeout(timer)
      timer = window.setTimeout(() => void ask(), pause)
    }
    function onInput({ target }: Event) {
      if (!(target instanceof Element) || target.closest('form') !== form.current || target.id === 'reason')
        return
      setState((state) => ({ ...state, isStale: true }))
      askSoon()
    }
    askSoon() // of what was typed before the script ran, and of a restored draft
    document.addEventListener('input', onInput)
    window.addEventListener('online', askSoon)
    return () => {
      document.removeEventListener('input', onInput)
      window.removeEventListener('online', askSoon)
      request?.abort()
      clearTimeout(timer)
    }
  }, [form, quoteId, formResult])
  return state
}

function unfold(name: string) {
  const group = document.getElementById(name)?.closest('details')
  if (group) group.open = true
}

/** Returns what the service answers; null after an abort. */
async function askPreview(
  quoteId: number,
  fields: FormData,
  signal: AbortSignal,
): Promise<PreviewState | null> {
  const without = (problem: string): PreviewState => ({ preview: null, problem, isStale: false })
  try {
    const answer = await fetch(`/api/admin/quotes/${quoteId}/corrections/preview`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(fields)),
      signal,
    })
    if (answer.ok)
      return { preview: (await answer.json()) as CorrectionPreview, problem: null, isStale: false }
    if (answer.status !== 409) return without(unpriced)
    const { error } = (await answer.json()) as { error: unknown }
    return without(typeof error === 'string' ? error : unpriced)
  } catch {
    return signal.aborted ? null : without(unreachable)
  }
}
