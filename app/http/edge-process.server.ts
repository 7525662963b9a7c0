import type { IncomingMessage, Server } from 'node:http'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'

import { env } from '~/env.server'

import { log } from './log.server'
import { runShutdown, startDraining } from './shutdown.server'

/** Milliseconds from the signal: requests in flight may take so long, and the process so long altogether. */
const requestsEnd = 8_500
const processEnds = 9_800
/** A connection that has not even sent a whole head is given up after this. */
const silentEnd = 1_000

/** remix-serve logs every request with its query string; the edge logs them without. */
export function silenceInnerLog() {
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
export function guardProcess() {
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

/** On SIGTERM or SIGINT: requests in flight finish, every part is closed, the process ends with 0. */
export function stopOnSignals(drain: (limit: number) => Promise<void>) {
  let stopping = false
  const stop = (signal: string) => {
    // npm passes on an interrupt that the terminal has sent to every process already.
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => log.warn('some requests or parts did not end in time'), processEnds - 50).unref()
    setTimeout(() => process.exit(0), processEnds).unref()
    void drain(requestsEnd)
      .then(() => runShutdown())
      .finally(() => {
        log.info('stopped')
        process.exit(0)
      })
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/**
 * Prepares a server to be drained. The returned function stops listening and lets requests in flight finish, for at most `limit`
 * milliseconds; connections that wait for a next request, or never sent one, are closed.
 */
export function prepareDrain(server: Server) {
  const silent = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    server.on(event, (request: IncomingMessage) => silent.delete(request.socket))
  }

  return (limit: number) => {
    startDraining()
    return new Promise<void>((resolve) => {
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      const impatience = setTimeout(() => silent.forEach((socket) => socket.destroy()), silentEnd)
      const end = setTimeout(() => server.closeAllConnections(), limit)
      server.close(() => {
        clearInterval(sweep)
        clearTimeout(impatience)
        clearTimeout(end)
        resolve()
      })
      // remix-serve closes the server on the same signals, and prints what the second closing says.
      server.close = () => server
    })
  }
}
