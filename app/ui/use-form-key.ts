import { useLocation } from '@remix-run/react'
import { useState } from 'react'

/** A key for a form that starts empty on each page of its own: it stays while the form is refused or fails, with all that was typed. */
export function useFormKey(isNew: boolean) {
  const { key } = useLocation()
  const [current, setCurrent] = useState(key)
  if (isNew && key !== current) setCurrent(key)
  return isNew ? key : current
}
