import { useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/**
 * Keeps the focus near its place when the answer to a form removes the focused control: the closest part of the page that is left gets it,
 * unless something else, such as a message, has taken it.
 */
export function useFocusNearby() {
  const { state } = useNavigation()
  const path = useRef<Element[]>([])
  useEffect(() => {
    const note = ({ target }: FocusEvent) => (path.current = target instanceof Element ? pathOf(target) : [])
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    if (state !== 'idle') return
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        const [control] = path.current
        if (document.activeElement !== document.body || !control || control.isConnected) return
        const part = path.current.find((element) => element.isConnected && element.matches(parts))
        if (!(part instanceof HTMLElement)) return
        if (!part.matches('a, button, [tabindex]')) part.tabIndex = -1
        part.focus({ preventScroll: true })
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [state])
}

const parts = 'section, form, main, [id], [role="region"]'

/** An element and those that it is in, from the inside out. */
function pathOf(element: Element): Element[] {
  return element.parentElement ? [element, ...pathOf(element.parentElement)] : [element]
}
