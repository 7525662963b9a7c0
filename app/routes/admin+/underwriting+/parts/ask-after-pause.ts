/** Milliseconds after the last key before the engine is asked. */
const pause = 500

/**
 * Asks the service about what is typed, once nobody has typed for a moment. A later question aborts an earlier one. `stop` ends both, as an
 * effect does.
 */
export function askAfterPause(ask: (signal: AbortSignal) => Promise<void>) {
  let timer: number | undefined
  let request: AbortController | undefined
  function stop() {
    request?.abort()
    clearTimeout(timer)
  }
  function askSoon() {
    stop()
    timer = window.setTimeout(() => {
      request = new AbortController()
      void ask(request.signal)
    }, pause)
  }
  return { askSoon, stop }
}

/** Posts fields as JSON. */
export function postJson(url: string, fields: Record<string, unknown>, signal: AbortSignal) {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
    signal,
  })
}
