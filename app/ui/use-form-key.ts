import { useLocation } from '@remix-run/react'
import { useState } from 'react'

/**
 * Returns the key of a form, by default one for each visit of its page: unchanged, like the input, while the form is not new, since it is
 * rendered with its errors.
 */
export function useFormKey(isNew: boolean, key?: string) {
  const { key: visit } = useLocation()
  const newest = key ?? visit
  const [current, setCurrent] = useState(newest)
  if (isNew && newest !== current) setCurrent(newest)
  return isNew ? newest : current
}
