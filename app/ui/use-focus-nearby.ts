import { useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/**
 * Keeps the focus near its place when the answer to a form removes the focused control: the closest part of the page that is left gets it,
 * unless something else, such as a message, has taken it.
 */
export function useFocusNearby() {
  const { state } = useNavigation()
  const path = useRef<HTMLElement[]>([])
  useEffect(() => {
    const note = (event: Event) => {
      path.current = event.composedPath().filter((part) => part instanceof HTMLElement)
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    // After the effects of the page, which know better places.
    const timer = setTimeout(() => {
      const [control, ...around] = path.current
      if (state !== 'idle' || document.activeElement !== document.body || !control || control.isConnected)
        return
      const part = around.find(
        (element) => element.isConnected && element.matches('section, form, main, [id]'),
      )
      if (!part) return
      part.tabIndex = -1
      part.focus({ preventScroll: true })
    }, 50)
    return () => clearTimeout(timer)
  }, [state])
}
