import { useEffect, useState, type RefObject } from 'react'

import type { CorrectionPreview } from '~/domain/corrections/preview.server'

import { askAfterPause, postJson } from '../parts/ask-after-pause'

const unpriced = 'Your changes cannot be listed and priced now. That is not needed to save them.'
const unreachable =
  'The service cannot be reached. What you typed is kept here; your changes are listed once it can be.'

export type PreviewState = {
  preview: CorrectionPreview | null
  /** Why there is no preview. */
  problem: string | null
  /** Whether the input has changed since, or is being sent. */
  isStale: boolean
}

/**
 * Previews the form of a correction while typing: its changes and the price. Requests it again for each `formResult`, which may have
 * replaced values, and when a lost connection is back. The first response expands the groups with a change, as of a restored draft.
 * `rendered` is the preview that the page was rendered with.
 */
export function usePreview(
  form: RefObject<HTMLFormElement>,
  quoteId: number,
  { formResult, rendered }: { formResult: unknown; rendered: CorrectionPreview | null },
): PreviewState {
  const [state, setState] = useState<PreviewState>({ preview: rendered, problem: null, isStale: false })
  useEffect(() => {
    let isFirst = true
    const { askSoon, stop } = askAfterPause(async (signal) => {
      if (!form.current) return
      const answer = await askPreview(quoteId, new FormData(form.current), signal)
      if (answer === null) return
      setState(answer)
      if (isFirst) for (const { name } of answer.preview?.changes ?? []) unfold(name)
      isFirst = false
    })
    function onInput({ target }: Event) {
      if (!(target instanceof Element) || target.closest('form') !== form.current || target.id === 'reason')
        return
      setState((state) => ({ ...state, isStale: true }))
      askSoon()
    }
    askSoon() // also for input before hydration, and for a restored draft
    document.addEventListener('input', onInput)
    window.addEventListener('online', askSoon)
    return () => {
      document.removeEventListener('input', onInput)
      window.removeEventListener('online', askSoon)
      stop()
    }
  }, [form, quoteId, formResult])
  return state
}

function unfold(name: string) {
  const group = document.getElementById(name)?.closest('details')
  if (group) group.open = true
}

/** Returns the response; null after an abort. */
async function askPreview(
  quoteId: number,
  fields: FormData,
  signal: AbortSignal,
): Promise<PreviewState | null> {
  const without = (problem: string): PreviewState => ({ preview: null, problem, isStale: false })
  try {
    const url = `/api/admin/quotes/${quoteId}/corrections/preview`
    const answer = await postJson(url, Object.fromEntries(fields), signal)
    if (answer.ok)
      return { preview: (await answer.json()) as CorrectionPreview, problem: null, isStale: false }
    if (answer.status !== 409) return without(unpriced)
    const { error } = (await answer.json()) as { error: unknown }
    return without(typeof error === 'string' ? error : unpriced)
  } catch {
    return signal.aborted ? null : without(unreachable)
  }
}
