import { useEffect, useState, type RefObject } from 'react'

import type { FieldError } from '~/domain/parse-fields'

import { askAfterPause, postJson } from '../parts/ask-after-pause'

const unpriced = 'it cannot be worked out now, which is not needed to save the decision'

export type TermsPrice = {
  /** What the changes would cost, in words; null before any. */
  price: string | null
  /** Why there is no price, without a full stop. */
  problem: string | null
  /** Something was typed since. */
  isStale: boolean
}

/**
 * Follows the changes that are typed into the form of a decision: what they would cost. Null until it is asked. Each answer to the form,
 * which may hold a price of its own, takes its place.
 */
export function useTermsPrice(form: RefObject<HTMLFormElement>, resultId: number, formResult: unknown) {
  const [known, setKnown] = useState<{ since: unknown; price: TermsPrice } | null>(null)
  useEffect(() => {
    const { askSoon, stop } = askAfterPause(async (signal) => {
      const fields = form.current && Object.fromEntries(new FormData(form.current))
      if (fields?.verdict !== 'changed') return
      const price = await askPrice(resultId, fields, signal)
      if (price) setKnown({ since: formResult, price })
    })
    function onInput({ target }: Event) {
      if (!(target instanceof Element) || target.closest('form') !== form.current || isOfWords(target)) return
      setKnown((known) => known && { ...known, price: { ...known.price, isStale: true } })
      askSoon()
    }
    if (formResult === undefined) askSoon() // also for what was typed before hydration, and for a restored draft
    document.addEventListener('input', onInput)
    return () => {
      document.removeEventListener('input', onInput)
      stop()
    }
  }, [form, resultId, formResult])
  return known !== null && known.since === formResult ? known.price : null
}

/** Whether a field has no say in the price. */
function isOfWords({ id }: Element) {
  return ['reason', 'words', 'told'].includes(id)
}

/** Returns what the engine answers; null after an abort. */
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
    return without(error.find(({ path }) => path !== '')?.message ?? null) // without a path: nothing is changed yet
  } catch {
    return signal.aborted ? null : without(unpriced)
  }
}
