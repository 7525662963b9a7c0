import { useLocation } from '@remix-run/react'
import { useState } from 'react'

/** The key of a form that starts empty on a page of its own: unchanged while the form fails, with what was typed. */
export function useFormKey(isNew: boolean) {
  const { key } = useLocation()
  const [current, setCurrent] = useState(key)
  if (isNew && key !== current) setCurrent(key)
  return isNew ? key : current
}
