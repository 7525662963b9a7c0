import { useEffect, useRef } from 'react'

import type { FormResult } from './form-result'

/** The reason why an action failed, beside its button. With JavaScript it takes the focus. */
export function ActionAlert({ formResult }: { formResult: FormResult | null | undefined }) {
  const box = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (formResult) box.current?.focus()
  }, [formResult])
  if (!formResult) return null
  return (
    <p className="error" role="alert" tabIndex={-1} ref={box}>
      {formResult.errors.map(({ message }) => message).join(' ')}
    </p>
  )
}
