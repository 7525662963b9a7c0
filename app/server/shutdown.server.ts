import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { log } from '~/log.server'

/** Timeouts after the drain, in milliseconds: for pending requests, and for the whole shutdown. */
const requestsTimeout = 8_500
const processTimeout = 9_800
/** Timeout of a connection that has not sent complete headers. */
const silenceTimeout = 1_000
/** Timeout for closing each registered part. */
const partTimeout = 3_000

type Close = () => Promise<void> | void
type Memory = { draining: boolean; closers: Map<string, Close>; running: Promise<void> | null }

// Global, so that a reload in development keeps what is open.
const key = Symbol.for('holdfast.shutdown')
const memory = ((globalThis as { [key]?: Memory })[key] ??= {
  draining: false,
  closers: new Map(),
  running: null,
})

/**
 * Registers what must be closed before the process exits: a pool, a worker, a timer, the server. Parts are closed in reverse
 * order. Registering a name again replaces the first part.
 */
export function onShutdown(name: string, close: Close) {
  memory.closers.delete(name)
  memory.closers.set(name, close)
}

/** Whether the process is shutting down. It still responds, but load balancers should send it no more requests. */
export function isDraining() {
  return memory.draining
}

/** Stops listening; resolves when pending requests have finished, or after `timeout` milliseconds. */
export type CloseServer = (timeout: number) => Promise<void>

/**
 * Shuts down on SIGTERM: responds for another `drainSeconds` while /readyz fails, so that load balancers stop sending requests
 * before the listening socket closes. Then finishes pending requests, closes every part and exits with 0. SIGINT comes from a
 * terminal, without a load balancer: it skips or ends the drain. `closeServer` returns null while there is no server, and so
 * nothing to drain.
 */
export function onShutdownSignal(drainSeconds: number, closeServer: () => CloseServer | null) {
  const interrupted = new AbortController()
  const stop = async () => {
    const close = closeServer()
    if (close) await wait(drainSeconds * 1000, undefined, { signal: interrupted.signal }).catch(() => {})
    setTimeout(() => log.warn('some requests or parts did not end in time'), processTimeout - 50).unref()
    setTimeout(() => process.exit(0), processTimeout).unref()
    await close?.(requestsTimeout)
    await closeParts()
  }
  const onSignal = (signal: string) => {
    if (signal === 'SIGINT') interrupted.abort()
    if (memory.draining) return // npm repeats an interrupt that the terminal has already sent to every process
    memory.draining = true
    log.info({ signal }, 'stopping')
    void stop().finally(() => {
      log.info('stopped')
      process.exit(0)
    })
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

/** Closes every part and ends the process, without a drain. */
export function shutDown(code: number) {
  memory.draining = true
  setTimeout(() => process.exit(code), processTimeout).unref()
  void closeParts().finally(() => process.exit(code))
}

/** Closes all registered parts in turn. Logs a part that fails or hangs, and continues. Runs once. */
function closeParts(): Promise<void> {
  return (memory.running ??= (async () => {
    for (const [name, close] of [...memory.closers].reverse()) {
      const late = wait(partTimeout).then(() => {
        throw new Error(`not closed within ${partTimeout} ms`)
      })
      await Promise.race([(async () => close())(), late]).catch((error: unknown) =>
        log.error({ err: error, part: name }, 'a part could not be closed'),
      )
    }
  })())
}

/**
 * Returns a function that closes a server: idle connections and those without a complete request at once, the others after their
 * response.
 */
export function closerOf(server: Server): CloseServer {
  const silent = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    server.on(event, (request: IncomingMessage) => silent.delete(request.socket))
  }
  return (timeout) =>
    new Promise<void>((resolve) => {
      const timers = [
        setInterval(() => server.closeIdleConnections(), 50),
        setTimeout(() => silent.forEach((socket) => socket.destroy()), silenceTimeout),
        setTimeout(() => server.closeAllConnections(), timeout),
      ]
      server.close(() => {
        for (const timer of timers) clearTimeout(timer) // also clears intervals
        resolve()
      })
    })
}
