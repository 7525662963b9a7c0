import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { log } from '~/log.server'

/** Milliseconds from the end of the drain: requests in flight may take so long, and the process so long altogether. */
const requestsTimeout = 8_500
const processTimeout = 9_800
/** A connection that has not even sent a whole head is given up after this. */
const silenceTimeout = 1_000
/** Each part that was registered may take so long to close. */
const partTimeout = 3_000

type Close = () => Promise<void> | void
type Memory = { draining: boolean; closers: Map<string, Close>; running: Promise<void> | null }

// Kept outside this module, so that a reload in development forgets nothing that is open.
const key = Symbol.for('holdfast.shutdown')
const memory = ((globalThis as { [key]?: Memory })[key] ??= {
  draining: false,
  closers: new Map(),
  running: null,
})

/**
 * Registers what must be closed before the process exits: a pool, a worker, a timer, the server. The last registered is closed
 * first. A second registration under a name replaces the first.
 */
export function onShutdown(name: string, close: Close) {
  memory.closers.delete(name)
  memory.closers.set(name, close)
}

/** Whether the process is about to stop. It still answers, but no load balancer should send it more. */
export function isDraining() {
  return memory.draining
}

/** Stops listening; resolves when the requests in flight have finished, at most `timeout` milliseconds later. */
export type CloseServer = (timeout: number) => Promise<void>

/**
 * On SIGTERM the process drains: it goes on answering for `drainSeconds`, and says no at /readyz, so that a load balancer sends
 * no more before the listening socket closes. Then requests in flight finish, every part is closed, the process ends with 0.
 * SIGINT comes from a terminal, where nobody watches /readyz: it skips the drain, or ends one that has begun.
 * `closeServer` returns null while there is no server, and so nothing to drain.
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
    if (memory.draining) return // npm passes on an interrupt that the terminal has sent to every process already
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

/** Closes everything that was registered, one after the other. A part that fails or hangs is logged and left. Runs once. */
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
 * Returns what closes a server: connections that wait for a next request, or never sent one, are closed, the others when their
 * request has been answered.
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
        for (const timer of timers) clearTimeout(timer) // of intervals too
        resolve()
      })
    })
}
