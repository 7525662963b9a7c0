import { useSubmit, type SubmitOptions } from '@remix-run/react'
import { useState, type FormEvent } from 'react'

/** What a form or a link says that did not reach the program. */
export const unreached = 'The server could not be reached. Check your connection and try again.'

/**
 * Keeps the page and what was typed where the program is not reached: an act runs once the program has responded to a small request.
 * Without that, the router or the browser would show an error in place of the page.
 */
export function useReachable() {
  const [isLost, setLost] = useState(false)
  function whenReached(act: () => void) {
    fetch('/healthz', { cache: 'no-store' }).then(
      () => {
        setLost(false)
        act()
      },
      () => setLost(true),
    )
  }
  return { isLost, whenReached, forget: () => setLost(false) }
}

/** Submits a GET form once the program is reached. */
export function useReachableForm(options: SubmitOptions = {}) {
  const submit = useSubmit()
  const { isLost, whenReached, forget } = useReachable()
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const target = (submitter as HTMLButtonElement | null) ?? event.currentTarget
    whenReached(() => submit(target, options))
  }
  return { isLost, onSubmit, forget }
}
