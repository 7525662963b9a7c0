import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react'
import { useEffect } from 'react'

import { ButtonLink } from './button'
import { PageHeading } from './page-heading'
import { useHydrated } from './use-hydrated'
import { isOfRedirect } from './use-is-sending'

/** The page of an error: its cause and what to do. */
export function ErrorPage({ title, message }: { title: string; message: string }) {
  const { pathname, search } = useLocation()
  useEffect(() => {
    window.scrollTo(0, 0)
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="container">
      <PageHeading title={title} lede={message} />
      <p className="link-row">
        <ButtonLink to={pathname + search} reloadDocument>
          Try again
        </ButtonLink>
        <ButtonLink to="/" variant="secondary" reloadDocument>
          Return to Home
        </ButtonLink>
      </p>
    </div>
  )
}

/** Describes an error as `describeError`, and says when it hides only the page after a form that has arrived. */
export function useDescribedError() {
  const error = useRouteError()
  const { state } = useLocation()
  const isAfterForm = useHydrated() && !isRouteErrorResponse(error) && isOfRedirect(state)
  const { title, message } = describeError(error)
  return {
    title,
    message: isAfterForm ? `${message} If you have just sent a form, it has arrived.` : message,
  }
}

/** Returns an error as text. Text that a loader throws is shown unchanged; that of 405 is the router's own. */
export function describeError(error: unknown) {
  if (isRouteErrorResponse(error)) {
    const { status, data } = error
    return {
      title: status === 404 ? 'Not found' : 'This did not work',
      message: (typeof data === 'string' && status !== 405 && data) || 'Please go back and try again.',
    }
  }
  // In a browser: `fetch` got no response.
  if (typeof document !== 'undefined' && error instanceof TypeError) {
    return {
      title: 'This page could not be reached',
      message: 'Please check your connection and try again.',
    }
  }
  return { title: 'Something went wrong on our side', message: 'Please try again.' }
}
