import { useEffect, useRef } from 'react'

/**
 * For a group of controls that takes no press while its action runs: disabled buttons lose the focus, and some are others
 * afterwards. When the action has ended and the focus is nowhere, it comes back to the group's first control.
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

/** For a list whose rows go by what is done to them: the focus that went with a row comes to the list. */
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
