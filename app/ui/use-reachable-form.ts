import { useSubmit } from '@remix-run/react'
import { useState, type FormEvent } from 'react'

/** What a search says that did not reach the program. */
export const searchLost = 'The search could not be reached. Check your connection and try again.'

/**
 * Keeps the page and what was typed when a GET form does not reach the program, where the router would show an error in place of the page:
 * the form is submitted once the program has responded to a small request.
 */
export function useReachableForm() {
  const submit = useSubmit()
  const [isLost, setLost] = useState(false)
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    fetch('/healthz', { cache: 'no-store' }).then(
      () => {
        setLost(false)
        submit(form)
      },
      () => setLost(true),
    )
  }
  return { isLost, onSubmit, forget: () => setLost(false) }
}
