import { useRouteLoaderData } from '@remix-run/react'
import { useEffect, useRef } from 'react'

import { bringToFocus } from '~/ui/bring-to-focus'
import { ButtonLink } from '~/ui/button'
import { PageHeading } from '~/ui/page-heading'

/** The page of a draft whose application was sent: shows only its number. Back leads here from the confirmation. */
export function AlreadySent({ quoteId }: { quoteId: number }) {
  const box = useRef<HTMLDivElement>(null)
  const hasAccount = useRouteLoaderData<() => { user: object | null }>('root')?.user != null
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
        {hasAccount ? (
          <ButtonLink to="/dashboard">Go to my dashboard</ButtonLink>
        ) : (
          <ButtonLink to="/">Return to Home</ButtonLink>
        )}
        <ButtonLink to="/contact" variant="secondary">
          Contact us
        </ButtonLink>
      </p>
    </div>
  )
}
