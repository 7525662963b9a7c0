import type { ReactNode } from 'react'

/** A text that a phone shows in short; assistive technology has all of it. */
export function Shortened({ short, children }: { short: string; children: ReactNode }) {
  return (
    <>
      <span className="phone-only" aria-hidden="true">
        {short}
      </span>
      <span className="hidden-on-phone">{children}</span>
    </>
  )
}
