import { useFetcher } from '@remix-run/react'
import { useState } from 'react'

import type { RefusedForm } from './refused-form'

/**
 * A fetcher for an action. Its `data` is the refusal of the last request that this component has seen, and undefined once that was
 * accepted: Remix keeps the data of an earlier refusal when a later request is redirected, and when a fetcher of that key is drawn anew.
 */
export function useActionFetcher(key?: string) {
  const fetcher = useFetcher<RefusedForm>({ key })
  const isIdle = fetcher.state === 'idle'
  const [wasIdle, setWasIdle] = useState(isIdle)
  const [earlier, setEarlier] = useState(isIdle ? fetcher.data : undefined)
  if (isIdle !== wasIdle) {
    setWasIdle(isIdle)
    if (!isIdle) setEarlier(fetcher.data)
  }
  return { ...fetcher, data: isIdle && fetcher.data === earlier ? undefined : fetcher.data }
}
