import { useEffect } from 'react'

/**
 * Follows links to a part of the current page, and focuses it; a field scrolls into view with its label. Back returns to where the link was
 * followed. While the page shows the result of a form, the entry of the history is replaced instead, without the router: for it the link
 * would be a navigation, which drops that result, such as errors, or codes that are shown once.
 */
export function useInPageLinks() {
  useEffect(() => {
    document.addEventListener('click', follow, true)
    return () => document.removeEventListener('click', follow, true)
  }, [])
}

function follow(event: MouseEvent) {
  if (event.defaultPrevented || !isPlainClick(event)) return
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || link.target !== '') return
  const { origin, pathname, search, hash } = location
  if (link.hash === '' || link.origin !== origin || link.pathname !== pathname || link.search !== search)
    return
  const part = document.getElementById(decodeURIComponent(link.hash.slice(1)))
  if (!part) return

  event.preventDefault()
  event.stopPropagation()
  const router = window.__remixRouter
  if (router.state.actionData) history.replaceState(history.state, '', link.hash)
  else if (link.hash !== hash) void router.navigate(search + link.hash)
  link.closest('dialog')?.close() // before the focus moves: a closing dialog restores it
  showPart(part)
}

type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/** Whether a click on a link opens it here: with another button or a modifier key the browser opens it elsewhere. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: Click) {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}

/** Scrolls to a part of the page, expanded, and focuses it; of a form, its first field. */
export function showPart(part: HTMLElement) {
  const details = part.closest('details')
  if (details) details.open = true
  ;(part.closest('.field') ?? part).scrollIntoView()

  const place = firstFieldOf(part) ?? part
  place.focus({ preventScroll: true })
  if (document.activeElement === place) return
  place.tabIndex = -1
  place.focus({ preventScroll: true })
  place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
}

/** A link to a form focuses its first field. */
function firstFieldOf(part: HTMLElement) {
  if (!part.matches('.form-anchor')) return null
  return part.querySelector<HTMLElement>(
    'form :is(input:not([type="hidden"], [tabindex="-1"]), select, textarea)',
  )
}
