import { useLocation, useNavigationType } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/** Resets the scroll position and the focus on a new page, as a browser does without JavaScript. Back and Forward are left alone. */
export function usePageStart() {
  const { pathname, hash } = useLocation()
  const type = useNavigationType()
  const previous = useRef(pathname)
  useEffect(() => {
    if (pathname === previous.current) return
    previous.current = pathname
    if (type === 'POP' || hash !== '') return
    window.scrollTo(0, 0) // `preventScrollReset` also applies to a redirect to another page
    const main = document.getElementById('main')
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
  }, [pathname, hash, type])
}
