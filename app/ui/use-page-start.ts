import { useLocation, useNavigationType } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/** A page that a link or a form leads to begins at its top, with the focus, as it would without JavaScript. Back keeps its place. */
export function usePageStart() {
  const { pathname, hash } = useLocation()
  const type = useNavigationType()
  const shown = useRef(pathname)
  useEffect(() => {
    if (pathname === shown.current) return
    shown.current = pathname
    if (type === 'POP' || hash !== '') return
    window.scrollTo(0, 0) // a form that keeps the place on its own page may have led here
    const main = document.getElementById('main')
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
  }, [pathname, hash, type])
}
