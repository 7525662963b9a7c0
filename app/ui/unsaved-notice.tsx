/** Notes above a form that it has the stored input from an expired session. */
export function UnsavedNotice({ isShown }: { isShown: boolean }) {
  if (!isShown) return null
  return (
    <p role="status" className="hint">
      What you typed before you were logged out is back. It is not saved yet.
    </p>
  )
}
