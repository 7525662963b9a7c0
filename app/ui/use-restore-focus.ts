import { useEffect, useRef } from 'react'

/**
 * Restores the focus in a group of controls that is disabled while its action runs: disabled buttons lose the focus, and may be
 * replaced. When the action has ended and nothing has the focus, the first control of the group gets it.
 */
export function useRestoreFocus<Element extends HTMLElement>(busy: boolean) {
  const group = useRef<Element>(null)
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !busy && document.activeElement === document.body)
      group.current?.querySelector<HTMLElement>('button, a[href]')?.focus({ preventScroll: true })
    wasBusy.current = busy
  }, [busy])
  return group
}

/** Focuses a list when the focused row was removed by its action. */
export function useListFocus<Element extends HTMLElement>(length: number) {
  const list = useRef<Element>(null)
  const before = useRef(length)
  useEffect(() => {
    if (length < before.current && document.activeElement === document.body)
      list.current?.focus({ preventScroll: true })
    before.current = length
  }, [length])
  return list
}
