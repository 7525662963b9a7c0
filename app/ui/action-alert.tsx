import { useEffect, useRef } from 'react'

import type { RefusedForm } from './refused-form'

/** The reason why an action failed, beside its button. With JavaScript it takes the focus. */
export function ActionAlert({ refused }: { refused: RefusedForm | null | undefined }) {
  const box = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (refused) box.current?.focus()
  }, [refused])
  if (!refused) return null
  return (
    <p className="error" role="alert" tabIndex={-1} ref={box}>
      {refused.errors.map(({ message }) => message).join(' ')}
    </p>
  )
}
