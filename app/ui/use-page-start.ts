import { useLocation, useNavigationType } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'

import { showPart } from './use-in-page-links'

/**
 * Resets the scroll position and the focus on a new page, as a browser does without JavaScript. Back and Forward return the focus to the
 * link by which the page was left.
 */
export function usePageStart() {
  const { pathname, search, hash, key } = useLocation()
  const type = useNavigationType()
  const previous = useRef(pathname)
  const leftBy = useLastLinks(key)
  useEffect(() => {
    // Back was pressed before the router listened, in two entries of the history that share a document, as after a reload.
    if (location.pathname + location.search !== pathname + search) location.reload()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- for the page that was hydrated
  }, [])
  useEffect(() => {
    if (pathname === previous.current) return
    previous.current = pathname
    const main = document.getElementById('main')
    const { activeElement } = document
    if (type === 'POP') {
      if (activeElement === main || activeElement === document.body)
        linkTo(leftBy.get(key))?.focus({ preventScroll: true })
      return
    }
    if (hash !== '') {
      const part = document.getElementById(hash.slice(1))
      if (part && !main?.contains(activeElement)) showPart(part)
      return
    }
    window.scrollTo(0, 0) // `preventScrollReset` also applies to a redirect to another page
    if (!main?.contains(activeElement)) main?.focus({ preventScroll: true })
  }, [pathname, hash, key, type, leftBy])
}

/** Returns the URL of the last link that was followed in the content of each entry of the history, by the entry's key. */
function useLastLinks(key: string) {
  const [links] = useState(() => new Map<string, string>())
  useEffect(() => {
    function note({ target }: MouseEvent) {
      const href = target instanceof Element && target.closest('#main a[href]')?.getAttribute('href')
      if (href) links.set(key, href)
    }
    document.addEventListener('click', note, true)
    return () => document.removeEventListener('click', note, true)
  }, [key, links])
  return links
}

function linkTo(href: string | undefined) {
  return href === undefined
    ? null
    : document.querySelector<HTMLElement>(`#main a[href="${CSS.escape(href)}"]`)
}
