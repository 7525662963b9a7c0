import { useLocation } from '@remix-run/react'
import { useEffect, useRef, type ReactNode } from 'react'

import { bringToFocus } from './bring-to-focus'
import { Notice } from './notice'
import { useHydrated } from './use-hydrated'

/**
 * Confirms that a form was accepted. Takes the focus after a client-side navigation, since the submit button is removed, unless the page has
 * errors.
 */
export function Done({ title, children }: { title?: string; children: ReactNode }) {
  const { key } = useLocation()
  const box = useRef<HTMLDivElement>(null)
  // Null after a client-side navigation; on the initial document the location key leaves the focus as it is.
  const arrivedWith = useRef(useHydrated() ? null : key)
  useEffect(() => {
    const isNew = key !== arrivedWith.current && !document.activeElement?.matches('.error-summary')
    if (box.current && isNew) bringToFocus(box.current)
  }, [key])
  return (
    <div ref={box} tabIndex={-1} className="form-anchor">
      <Notice tone="success" title={title}>
        <p role="status">{children}</p>
      </Notice>
    </div>
  )
}
