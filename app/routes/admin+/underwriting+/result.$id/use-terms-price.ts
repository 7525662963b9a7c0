import { useEffect, useState, type RefObject } from 'react'

import { termFields } from '~/domain/decisions/decisions.options'
import type { FieldError } from '~/domain/parse-fields'

import { askAfterPause, postJson } from '../parts/ask-after-pause'

const unpriced = 'it cannot be worked out now, which is not needed to save the decision'

export type TermsPrice = {
  /** The price of the changes as text; null without changes. */
  price: string | null
  /** Why there is no price, without a period. */
  problem: string | null
  /** Whether the input has changed since. */
  isStale: boolean
}

const unchanged: TermsPrice = { price: null, problem: null, isStale: false }

/**
 * Requests the price of the changes in a decision form while typing. Null before the first request. Each result of the form,
 * which may have its own price, replaces it.
 */
export function useTermsPrice(form: RefObject<HTMLFormElement>, resultId: number, formResult: unknown) {
  const [known, setKnown] = useState<{ since: unknown; price: TermsPrice } | null>(null)
  useEffect(() => {
    const { askSoon, stop } = askAfterPause(async (signal) => {
      const fields = form.current && Object.fromEntries(new FormData(form.current))
      if (fields?.verdict !== 'changed') return
      const isUnchanged = termFields.every((name) => !fields[name])
      const price = isUnchanged ? unchanged : await askPrice(resultId, fields, signal)
      if (price) setKnown({ since: formResult, price })
    })
    function onInput({ target }: Event) {
      if (!(target instanceof Element) || target.closest('form') !== form.current || isOfWords(target)) return
      setKnown((known) => known && { ...known, price: { ...known.price, isStale: true } })
      askSoon()
    }
    if (formResult === undefined) askSoon() // also for input before hydration, and for a restored draft
    document.addEventListener('input', onInput)
    return () => {
      document.removeEventListener('input', onInput)
      stop()
    }
  }, [form, resultId, formResult])
  return known !== null && known.since === formResult ? known.price : null
}

/** Whether a field does not affect the price. */
function isOfWords({ id }: Element) {
  return ['reason', 'words', 'told'].includes(id)
}

/** Returns the response; null after an abort. */
async function askPrice(
  resultId: number,
  fields: Record<string, unknown>,
  signal: AbortSignal,
): Promise<TermsPrice | null> {
  const without = (problem: string | null) => ({ price: null, problem, isStale: false })
  try {
    const url = `/api/admin/underwriting/results/${resultId}/decision/price`
    const answer = await postJson(url, fields, signal)
    if (answer.ok) {
      const { price } = (await answer.json()) as { price: string }
      return { price, problem: null, isStale: false }
    }
    if (answer.status !== 422) return without(unpriced)
    const { error } = (await answer.json()) as { error: FieldError[] }
    return without(error.find(({ path }) => path !== '')?.message ?? null) // without a path: no changes yet
  } catch {
    return signal.aborted ? null : without(unpriced)
  }
}
