// For a page without React that is reached by a private link: a link or a form is followed once the program has answered a small request.
// Without an answer the page stays, with what was typed, and says so. (Other pages: app/ui/use-reachable-form.ts.)
;(() => {
  let isAsking = false
  let isSending = false

  const whenReached = async (act) => {
    if (isAsking) return
    isAsking = true
    document.querySelector('.unreached')?.remove()
    try {
      const signal = AbortSignal.timeout?.(10_000)
      // The URL of the page is a secret.
      await fetch('/healthz', { cache: 'no-store', referrerPolicy: 'no-referrer', signal })
      act()
    } catch {
      say('The server could not be reached. Check your connection and try again.')
    }
    isAsking = false
  }

  const say = (text) => {
    const message = document.createElement('div')
    message.className = 'flash flash-error unreached'
    message.setAttribute('role', 'alert')
    const words = document.createElement('p')
    words.textContent = text
    message.append(words)
    document.body.append(message)
  }

  // On the way back, the browser fills in what was typed, also where it is folded up.
  window.addEventListener('pageshow', () => {
    for (const field of document.querySelectorAll('details:not([open]) textarea'))
      if (field.value !== field.defaultValue) field.closest('details').open = true
  })

  document.addEventListener('click', (event) => {
    const { target, button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event
    const link = target instanceof Element ? target.closest('a[href]') : null
    if (!link || defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey || link.target)
      return
    const { origin, pathname, search, hash } = new URL(link.href)
    const isHere = pathname === location.pathname && search === location.search && hash
    if (origin !== location.origin || isHere) return
    event.preventDefault()
    void whenReached(() => location.assign(link.href))
  })

  document.addEventListener('submit', (event) => {
    if (isSending || event.defaultPrevented) return
    event.preventDefault()
    const { target, submitter } = event
    void whenReached(() => {
      isSending = true
      target.requestSubmit(submitter)
      isSending = false
    })
  })
})()
