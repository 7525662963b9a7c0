import { useLocation } from '@remix-run/react'

/** Notes above a form that it has the input from an expired session, with a link to the page as it is stored. */
export function UnsavedNotice({ onDiscard }: { onDiscard: () => void }) {
  const { pathname, search } = useLocation()
  return (
    <div className="notice notice-info restored-notice">
      <p role="status">What you typed before you were logged out is back. It is not saved yet.</p>
      <a href={pathname + search} className="button button-secondary" onClick={onDiscard}>
        Discard it
      </a>
    </div>
  )
}
