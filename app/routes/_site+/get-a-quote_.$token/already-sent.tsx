import { useEffect, useRef } from 'react'

import { bringToFocus } from '~/ui/bring-to-focus'
import { ButtonLink } from '~/ui/button'
import { PageHeading } from '~/ui/page-heading'

/** The page of a draft whose application was sent: shows only its number. Back leads here from the confirmation. */
export function AlreadySent({ quoteId }: { quoteId: number }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // After the browser has restored the scroll position of the earlier, longer page.
    const frame = requestAnimationFrame(() => box.current && bringToFocus(box.current))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div className="container form-anchor" tabIndex={-1} ref={box}>
      <PageHeading
        title="This application has been sent"
        lede={`It is Q-${quoteId}. We write to the address that you gave.`}
      />
      <p className="link-row">
        <ButtonLink to="/dashboard">Go to my dashboard</ButtonLink>
        <ButtonLink to="/contact" variant="secondary">
          Contact us
        </ButtonLink>
      </p>
    </div>
  )
}
