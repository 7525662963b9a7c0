import { useEffect, useRef } from 'react'

import type { RefusedForm } from './refused-form'

/** Why an action was not done, beside its button. With JavaScript, the focus comes here. */
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
