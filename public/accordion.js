// What plain HTML lacks, on every page: groups of <details> with one open at a time (in browsers without support), opening an answer
// from a link to it, closing the menu with Escape, a click outside or a followed link, and a logout that keeps the page when it fails.
;(() => {
  const menu = () => document.getElementById('menu')

  // While the menu covers the page, the page takes neither focus nor clicks.
  const tellMenu = () => {
    const state = menu()
    if (!state) return
    state.setAttribute('aria-expanded', String(state.checked))
    for (const part of document.querySelectorAll('main, .site-footer')) part.inert = state.checked
  }
  const closeMenu = () => {
    const state = menu()
    if (state?.checked) state.checked = false
    tellMenu()
  }
  document.addEventListener('change', ({ target }) => target === menu() && tellMenu())
  matchMedia('(min-width: 64em)').addEventListener('change', closeMenu) // the menu does not cover the page there
  tellMenu()

  // Older browsers ignore the name of a <details>.
  if (!('name' in HTMLDetailsElement.prototype)) {
    document.addEventListener(
      'toggle',
      ({ target }) => {
        const name = target instanceof HTMLDetailsElement && target.open && target.getAttribute('name')
        if (!name) return
        for (const other of document.querySelectorAll(`details[name="${CSS.escape(name)}"][open]`)) {
          if (other !== target) other.open = false
        }
      },
      true,
    )
  }

  const openTarget = () => {
    const id = decodeURIComponent(location.hash.slice(1))
    const details = id ? document.getElementById(id)?.closest('details') : null
    if (details) details.open = true
  }
  addEventListener('hashchange', openTarget)
  openTarget()

  // The menu of the company closes by a click elsewhere, a followed link or Escape.
  const closeGroups = (except) => {
    for (const group of document.querySelectorAll('.menu-group[open]'))
      if (group !== except) group.open = false
  }

  // A link to the current page loads it again, through a redirect; a link to a part of it only goes there.
  document.addEventListener(
    'click',
    (event) => {
      const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event
      if (!(target instanceof Element)) return
      const link = target.closest('a[href]')
      closeGroups(link ? null : target.closest('.menu-group'))
      const inFrame = link?.closest('.site-header, .site-footer')
      const panel = target.closest('.menu-panel')
      if (link || target.closest('.flash-close')) document.querySelector('.logout-failed')?.remove()
      if (link || !(panel || target.closest('.menu-state, .menu-toggle, .menu-veil'))) closeMenu()
      if (!inFrame || button !== 0 || metaKey || ctrlKey || shiftKey || altKey || link.target) return
      const { origin, pathname, hash } = new URL(link.href)
      if (origin !== location.origin || pathname !== location.pathname || hash) return
      event.preventDefault()
      event.stopPropagation()
      location.assign('/temp-redirect')
    },
    true,
  )

  document.addEventListener('keydown', ({ key, target }) => {
    const state = menu()
    if (key === 'Enter' && target === state) state.click() // it looks like a button
    if (key === 'Escape') closeGroups(null)
    if (key !== 'Escape' || !state?.checked) return
    closeMenu()
    state.focus()
  })

  // Removes all drafts at a logout, for the next user of the tab.
  const removeDrafts = () => {
    try {
      for (const key of Object.keys(sessionStorage))
        if (key.startsWith('draft:')) sessionStorage.removeItem(key)
    } catch {
      // Storage is disabled: there is nothing in it.
    }
  }

  // A logout that does not reach the application keeps the page, and says that the session goes on.
  let isLoggingOut = false
  const logOut = async () => {
    if (isLoggingOut) return
    isLoggingOut = true
    try {
      const { type } = await fetch('/logout', { method: 'POST', redirect: 'manual' })
      if (type === 'opaqueredirect') {
        removeDrafts()
        location.assign('/login')
        return
      }
    } catch {
      // The connection broke.
    }
    isLoggingOut = false
    sayLogoutFailed()
  }
  const sayLogoutFailed = () => {
    const message = document.createElement('div')
    message.className = 'flash flash-error logout-failed'
    message.setAttribute('role', 'alert')
    const text = document.createElement('p')
    text.textContent = 'You could not be logged out, and are still logged in. Please try again.'
    const close = document.createElement('button')
    close.type = 'button'
    close.className = 'flash-close'
    close.setAttribute('aria-label', 'Close this message')
    close.textContent = '×'
    message.append(text, close)
    document.body.append(message)
  }
  document.addEventListener('submit', (event) => {
    const { target } = event
    // A field named 'action' hides the property of the form.
    if (!(target instanceof HTMLFormElement) || target.getAttribute('action') !== '/logout') return
    document.querySelector('.logout-failed')?.remove()
    // With unsaved changes the browser sends the form, because it asks first.
    if (!dispatchEvent(new Event('beforeunload', { cancelable: true }))) return removeDrafts()
    event.preventDefault()
    void logOut()
  })

  // The header shrinks once the page is scrolled more than 10 pixels; newer browsers do so in CSS alone.
  if (!CSS.supports('animation-timeline: scroll()')) {
    const shrink = () => document.documentElement.classList.toggle('scrolled', scrollY > 10)
    addEventListener('scroll', shrink, { passive: true })
    shrink()
  }
})()
