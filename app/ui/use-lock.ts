import { useFetchers, useNavigation } from '@remix-run/react'
import { useEffect, useRef, type RefObject } from 'react'

import { controlsOf } from './drafts'

/**
 * Locks the fields of a form while it is being sent: what is typed meanwhile would be lost with its page. Returns a function to call when
 * the form is submitted. A text field keeps the focus.
 */
export function useLock(form: RefObject<HTMLFormElement>) {
  const isSending = [useNavigation(), ...useFetchers()].some(({ formMethod }) => formMethod === 'POST')
  const isSubmitted = useRef(false)
  useEffect(() => {
    if (!isSending || !isSubmitted.current || !form.current) return
    const fields = controlsOf(form.current).filter((field) => !('readOnly' in field && field.readOnly))
    const set = (isLocked: boolean) => {
      for (const field of fields)
        if ('readOnly' in field && !['checkbox', 'radio'].includes(field.type)) field.readOnly = isLocked
        else field.inert = isLocked
    }
    set(true)
    return () => {
      isSubmitted.current = false
      set(false)
    }
  }, [isSending, form])
  return () => void (isSubmitted.current = true)
}
