import { useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'

import { afterFrames } from './after-frames'

/**
 * Keeps the focus near its place when the result of a form removes the focused control: focuses the closest remaining part of the page,
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
    // After those of the page, which choose better places in the second frame (use-kept-focus.ts).
    return afterFrames(3, () => {
      const [control, ...around] = path.current
      if (state !== 'idle' || document.activeElement !== document.body || !control || control.isConnected)
        return
      const part = around.find(
        (element) => element.isConnected && element.matches('section, form, main, [id]'),
      )
      if (!part) return
      part.tabIndex = -1
      part.focus({ preventScroll: true })
    })
  }, [state])
}
