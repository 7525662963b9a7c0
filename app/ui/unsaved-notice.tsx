/** Says above a form that it holds what was typed when the session had expired. */
export function UnsavedNotice({ isShown }: { isShown: boolean }) {
  if (!isShown) return null
  return (
    <p role="status" className="hint">
      What you typed before you were signed out is back. It is not saved yet.
    </p>
  )
}
