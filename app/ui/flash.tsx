import { Link, useLocation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'

import { useHydrated } from './use-hydrated'
import { useIsAnySending } from './use-is-sending'

/** A message that is shown once, on the next page: the result of an action. */
export type Flash = {
  tone: 'success' | 'error' | 'info'
  title?: string
  message: string
  /** The details of the change, after the message. */
  detail?: string
  /** Milliseconds until it disappears, with JavaScript; 5,000 unless it has a link, which stays until it is closed or followed. */
  duration?: number
  /** A link to the created record, or to what undoes the action. A message with a link takes the focus, unless `keepFocus` is set. */
  link?: { to: string; label: string; keepFocus?: boolean }
}

/** The space between the focused element and the message, in pixels. */
const gap = 8

const closeIcon = (
  <>
    <span aria-hidden="true">×</span>
    <span className="visually-hidden">Close this message</span>
  </>
)

export function FlashMessage({ flash }: { flash: Flash | null }) {
  const [shown, setShown] = useState(flash)
  const [held, setHeld] = useState(false)
  const scripted = useHydrated()
  const { pathname, state } = useLocation()
  const isCarried = (state as { keepsMessage?: boolean } | null)?.keepsMessage === true

  const [seen, setSeen] = useState(flash)
  const [page, setPage] = useState(pathname) // the message is removed with it
  if (flash !== seen) {
    setSeen(flash)
    if (flash) {
      setShown(flash) // later data without a message keeps the current one
      setPage(pathname)
    }
  } else if (shown && page !== pathname) {
    if (isCarried) setPage(pathname)
    else setShown(null)
  }

  // Hides the message of an earlier action when a form is sent.
  const isSending = useIsAnySending()
  const [wasSending, setWasSending] = useState(isSending)
  if (isSending !== wasSending) {
    setWasSending(isSending)
    if (isSending) setShown(null)
  }

  const box = useRef<HTMLDivElement>(null)
  const isFirst = useRef(!scripted)
  useEffect(() => {
    const isOfDocument = isFirst.current
    isFirst.current = false
    const take = () => box.current?.focus({ preventScroll: true })
    const takesFocus = shown?.link !== undefined && !shown.link.keepFocus
    if (takesFocus) take()
    if (!shown || takesFocus || isOfDocument) return
    // When the pressed button is removed and no other effect has moved the focus, it is on the body or on the main element.
    const frame = requestAnimationFrame(() => document.activeElement?.matches('body, #main') && take())
    return () => cancelAnimationFrame(frame)
  }, [shown])

  // A focused element scrolls above the message, which may be higher than the styles expect.
  useEffect(() => {
    if (!shown || !box.current) return
    const { style } = document.documentElement
    style.scrollPaddingBottom = `${window.innerHeight - box.current.getBoundingClientRect().top + gap}px`
    return () => void style.removeProperty('scroll-padding-bottom')
  }, [shown])

  const close = () => {
    if (box.current?.contains(document.activeElement))
      document.getElementById('main')?.focus({ preventScroll: true })
    setShown(null)
  }
  useEffect(() => {
    if (!shown || held || (shown.link && shown.duration === undefined)) return
    const timer = setTimeout(close, shown.duration ?? 5000)
    return () => clearTimeout(timer)
  }, [shown, held])

  if (!shown) return null
  return (
    <div
      className={`flash flash-${shown.tone}`}
      role={shown.tone === 'error' ? 'alert' : 'status'}
      ref={box}
      tabIndex={-1}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={({ target }) => setHeld(target !== box.current)}
      onBlur={() => setHeld(false)}
    >
      <p>
        {shown.title ? <strong>{shown.title} </strong> : null}
        {shown.message}
        {shown.detail ? <span className="flash-detail"> {shown.detail}</span> : null}
        {shown.link ? (
          <>
            {' '}
            <Link to={shown.link.to}>{shown.link.label}</Link>
          </>
        ) : null}
      </p>
      {scripted ? (
        <button type="button" className="flash-close" onClick={close}>
          {closeIcon}
        </button>
      ) : (
        // Hides the message with CSS only: a page without scripts keeps the input of its forms.
        <label className="flash-close">
          <input type="checkbox" className="visually-hidden" />
          {closeIcon}
        </label>
      )}
    </div>
  )
}
