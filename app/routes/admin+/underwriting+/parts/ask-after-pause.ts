/** The pause after the last input before a request, in milliseconds. */
const pause = 500

/**
 * Sends a request about the input after a pause in typing. A later request aborts an earlier one. `stop` cancels both, as in the cleanup of an
 * effect.
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
