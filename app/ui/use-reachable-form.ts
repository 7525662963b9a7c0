import { useSubmit, type SubmitOptions } from '@remix-run/react'
import { useState, type FormEvent } from 'react'

/** The error of a form or a link that did not reach the server. */
export const unreached = 'The server could not be reached. Check your connection and try again.'

/**
 * Keeps the page and its input if the server cannot be reached: an action runs once the server, not a proxy, has responded to a small request.
 * Otherwise the router or the browser would replace the page by an error.
 */
export function useReachable() {
  const [isLost, setLost] = useState(false)
  async function whenReached(act: () => void) {
    const isReached = await fetch('/healthz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
    setLost(!isReached)
    if (isReached) act()
  }
  return { isLost, whenReached, forget: () => setLost(false) }
}

/** Submits a GET form once the server responds. */
export function useReachableForm(options: SubmitOptions = {}) {
  const submit = useSubmit()
  const { isLost, whenReached, forget } = useReachable()
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const target = (submitter as HTMLButtonElement | null) ?? event.currentTarget
    void whenReached(() => submit(target, options))
  }
  return { isLost, onSubmit, forget }
}
