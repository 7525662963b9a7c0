import { useFetcher } from '@remix-run/react'
import { useState } from 'react'

import type { FormResult } from './form-result'
import { useIsAnySending } from './use-is-sending'

/**
 * A fetcher for an action. `data` holds the errors of the last request since this component was mounted, or undefined if that request
 * was accepted. Remix does not clear a fetcher's data when a later request is redirected, nor when its component is unmounted.
 * Errors are also dropped once another form is sent. `isSending` ends with errors, before the data of the page have loaded again, or once the
 * page of a redirect has loaded.
 */
export function useActionFetcher(key?: string) {
  const fetcher = useFetcher<FormResult>({ key })
  const isIdle = fetcher.state === 'idle'
  const isAnySending = useIsAnySending()
  const [wasIdle, setWasIdle] = useState(isIdle)
  const [earlier, setEarlier] = useState(isIdle ? fetcher.data : undefined)
  if (isIdle !== wasIdle) {
    setWasIdle(isIdle)
    if (!isIdle) setEarlier(fetcher.data)
  }
  // Another form is being sent: its result must not stand beside these errors.
  if (isAnySending && isIdle && fetcher.data !== earlier) setEarlier(fetcher.data)
  return {
    ...fetcher,
    data: isIdle && fetcher.data === earlier ? undefined : fetcher.data,
    isSending: fetcher.state === 'submitting' || (!isIdle && fetcher.data === earlier),
  }
}
