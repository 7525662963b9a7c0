import { useLocation } from '@remix-run/react'
import { useEffect, useRef, type ReactNode } from 'react'

import { bringToFocus } from './bring-to-focus'
import { Notice } from './notice'
import { useScripted } from './use-scripted'

/** Says that a form was accepted. The focus moves to it where it appears on an open page: the button that was pressed is gone. */
export function Done({ title, children }: { title?: string; children: ReactNode }) {
  const { key } = useLocation()
  const box = useRef<HTMLDivElement>(null)
  // With the page itself, nothing was pressed on it before.
  const arrivedWith = useRef(useScripted() ? null : key)
  useEffect(() => {
    if (box.current && key !== arrivedWith.current) bringToFocus(box.current)
  }, [key])
  return (
    <div ref={box} tabIndex={-1} className="form-anchor">
      <Notice tone="success" title={title}>
        <p role="status">{children}</p>
      </Notice>
    </div>
  )
}
