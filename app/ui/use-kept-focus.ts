import { useEffect, useRef } from 'react'

import { afterFrames } from './after-frames'

/**
 * Calls `focus` after each change of `cause` that removed the focused element. Other targets of the focus, such as a message, have
 * priority.
 */
export function useKeptFocus(cause: unknown, focus: () => void) {
  const initial = useRef(cause)
  useEffect(() => {
    if (cause === initial.current) return
    initial.current = undefined
    return afterFrames(2, () => {
      if (document.activeElement === document.body) focus()
    })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each cause
  }, [cause])
}
