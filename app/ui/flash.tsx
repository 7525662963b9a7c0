import { useEffect, useState } from 'react'

/** A message that one page shows once: what an action has done. */
export type Flash = {
  tone: 'success' | 'error' | 'info'
  title?: string
  message: string
  /** Milliseconds until it goes by itself, where there is JavaScript. */
  duration?: number
}

export function FlashMessage({ flash }: { flash: Flash | null }) {
  const [shown, setShown] = useState(flash)
  const [held, setHeld] = useState(false)

  const [seen, setSeen] = useState(flash)
  if (flash !== seen) {
    setSeen(flash)
    if (flash) setShown(flash) // none in later data does not take away the one that is shown
  }

  useEffect(() => {
    if (!shown || held) return
    const timer = setTimeout(() => setShown(null), shown.duration ?? 5000)
    return () => clearTimeout(timer)
  }, [shown, held])

  if (!shown) return null
  return (
    <div
      className={`flash flash-${shown.tone}`}
      role={shown.tone === 'error' ? 'alert' : 'status'}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p>
        {shown.title ? <strong>{shown.title} </strong> : null}
        {shown.message}
      </p>
      <button type="button" className="flash-close only-with-script" onClick={() => setShown(null)}>
        <span aria-hidden="true">×</span>
        <span className="visually-hidden">Close this message</span>
      </button>
    </div>
  )
}
