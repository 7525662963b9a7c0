import { useLocation } from '@remix-run/react'
import { useState } from 'react'

/** Returns the idempotency key of an initially empty form on its own page: unchanged, like the input, while the form fails. */
export function useFormKey(isNew: boolean) {
  const { key } = useLocation()
  const [current, setCurrent] = useState(key)
  if (isNew && key !== current) setCurrent(key)
  return isNew ? key : current
}
