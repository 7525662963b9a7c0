import type { IncomingMessage, Server } from 'node:http'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { setTimeout as setTimeoutPromise } from 'node:timers/promises'

import { env } from '~/env.server'
import { log } from '~/log.server'

import { isDraining, runShutdown, startDraining } from './shutdown.server'

/** Milliseconds from the end of the drain: requests in flight may take so long, and the process so long altogether. */
const requestsEnd = 8_500
const processEnds = 9_800
/** A connection that has not even sent a whole head is given up after this. */
const silentEnd = 1_000

/** remix-serve logs every request with its query string; the edge logs them without. */
export function disableMorgan() {
  const require = createRequire(import.meta.url)
  const morgan = createRequire(require.resolve('@remix-run/serve/package.json'))('morgan') as {
    format: (name: string, format: () => null) => void
  }
  morgan.format('tiny', () => null) // remix-serve asks for this format by name, later than this
}

/**
 * A stray rejection or exception is logged, and others go on being served: whatever went wrong, it was not them. Only where no
 * memory is left, or the server cannot listen, does the process end, with 1.
 */
export function handleUncaught() {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise was rejected unheard'))
  process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    if (error.syscall === 'listen') {
      const words =
        error.code === 'EADDRINUSE' ? `PORT ${env.PORT} is in use` : `Cannot listen: ${error.message}`
      process.stderr.write(`${words}\n`)
      return stopWith(1)
    }
    log.fatal({ err: error }, 'an error was not caught')
    if (isOutOfMemory(error)) stopWith(1)
  })
}

function isOutOfMemory(error: NodeJS.ErrnoException) {
  return (
    error.code === 'ENOMEM' ||
    error.code === 'ERR_MEMORY_ALLOCATION_FAILED' ||
    /allocation failed|out of memory/i.test(error.message)
  )
}

function stopWith(code: number) {
  setTimeout(() => process.exit(code), processEnds).unref()
  void runShutdown().finally(() => process.exit(code))
}

/** Stops listening; resolves when the requests in flight have finished, at most `limit` milliseconds later. */
export type CloseServer = (limit: number) => Promise<void>

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
    if (close) await waitFor(drainSeconds, interrupted.signal)
    setTimeout(() => log.warn('some requests or parts did not end in time'), processEnds - 50).unref()
    setTimeout(() => process.exit(0), processEnds).unref()
    await close?.(requestsEnd)
    await runShutdown()
  }
  const onSignal = (signal: string) => {
    if (signal === 'SIGINT') interrupted.abort()
    if (isDraining()) return // npm passes on an interrupt that the terminal has sent to every process already
    startDraining()
    log.info({ signal }, 'stopping')
    void stop().finally(() => {
      log.info('stopped')
      process.exit(0)
    })
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

function waitFor(seconds: number, interrupted: AbortSignal) {
  return setTimeoutPromise(seconds * 1000, undefined, { signal: interrupted }).catch(() => {})
}

/**
 * Returns what closes a server: connections that wait for a next request, or never sent one, are closed, the others when their
 * request has been answered.
 */
export function prepareClose(server: Server): CloseServer {
  const silent = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    server.on(event, (request: IncomingMessage) => silent.delete(request.socket))
  }
  const close = server.close.bind(server)
  // remix-serve closes the server on the same signals, before the drain has ended.
  server.close = () => server

  return (limit) =>
    new Promise<void>((resolve) => {
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      const impatience = setTimeout(() => silent.forEach((socket) => socket.destroy()), silentEnd)
      const end = setTimeout(() => server.closeAllConnections(), limit)
      close(() => {
        clearInterval(sweep)
        clearTimeout(impatience)
        clearTimeout(end)
        resolve()
      })
    })
}
