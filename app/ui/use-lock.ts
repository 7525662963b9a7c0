import { useEffect, useRef, type RefObject } from 'react'

import { useIsAnySending } from './use-is-sending'

/**
 * Locks the fields of a form while it is being sent: what is typed or chosen meanwhile would be lost with its page. Returns a function to call
 * when the form is submitted. A text field keeps the focus. `onEnd` is called once the form has been sent, in vain or not.
 */
export function useLock(form: RefObject<HTMLFormElement>, onEnd: () => void) {
  const isSending = useIsAnySending()
  const isSubmitted = useRef(false)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (!isSending || !isSubmitted.current || !form.current) return
    const fields = [...form.current.elements].filter((field) => field.matches('input, select, textarea'))
    const [texts, others] = [fields.filter(isText), fields.filter((field) => !isText(field))]
    const set = (isLocked: boolean) => {
      for (const text of texts) (text as HTMLInputElement).readOnly = isLocked
      for (const other of others) (other as HTMLElement).inert = isLocked
    }
    set(true)
    return () => {
      isSubmitted.current = false
      set(false)
      end.current()
    }
  }, [isSending, form])
  return () => void (isSubmitted.current = true)
}

function isText(field: Element) {
  return field.matches(':read-write')
}
