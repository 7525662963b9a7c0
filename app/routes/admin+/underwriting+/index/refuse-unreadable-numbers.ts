import type { FormEvent } from 'react'

/** Keeps a form from being sent with a number that the browser cannot read, and would send as an empty one. The browser says so. */
export function refuseUnreadableNumbers(event: FormEvent<HTMLElement>) {
  const { target } = event
  if (!(target instanceof HTMLFormElement)) return
  const unreadable = [...target.elements].find(
    (field) => field instanceof HTMLInputElement && field.validity.badInput,
  )
  if (!unreadable) return
  event.preventDefault()
  event.stopPropagation()
  ;(unreadable as HTMLInputElement).reportValidity()
}
