import { createContext, useContext, useEffect, useRef } from 'react'

/** The open dialogs of a page, each by the function that closes it: Back closes the last one. Who does is unsaved-changes.tsx. */
export const OpenDialogs = createContext<Set<() => void>>(new Set())

/** Lets Back close a dialog, as long as the component is rendered, and stay on its page. */
export function useClosedByBack(close: () => void) {
  const dialogs = useContext(OpenDialogs)
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    const closeLatest = () => latest.current()
    dialogs.add(closeLatest)
    return () => void dialogs.delete(closeLatest)
  }, [dialogs])
}
