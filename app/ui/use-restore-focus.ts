import { useEffect, useRef } from 'react'

/**
 * Restores the focus in a group of controls that its action disables and replaces: when the focused control is removed, and nothing
 * else has the focus, the first control of the group gets it, or the group if only destructive ones are left. The data can arrive a
 * moment after the action has ended.
 */
export function useRestoreFocus<Element extends HTMLElement>(busy: boolean) {
  const group = useRef<Element>(null)
  const focused = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      focused.current = target instanceof HTMLElement && group.current?.contains(target) ? target : null
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])
  useEffect(() => {
    if (busy || !focused.current || document.activeElement !== document.body) return
    if (focused.current.isConnected && !focused.current.matches(':disabled')) return
    const control = group.current?.querySelector<HTMLElement>(':is(button, a[href]):not(.button-caution)')
    const next = control ?? group.current
    next?.focus({ preventScroll: true })
  })
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
