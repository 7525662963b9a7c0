import { env } from '~/env.server'
import { log } from '~/log.server'

import { shutDown } from './shutdown.server'

/**
 * Logs an uncaught rejection or exception and continues, so that other requests are unaffected. Exits with 1 only when memory is
 * exhausted or the server cannot listen.
 */
export function handleUncaught() {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    if (error.syscall === 'listen') {
      const message =
        error.code === 'EADDRINUSE' ? `PORT ${env.PORT} is in use` : `Cannot listen: ${error.message}`
      process.stderr.write(`${message}\n`)
      return shutDown(1)
    }
    log.fatal({ err: error }, 'uncaught exception')
    if (isOutOfMemory(error)) shutDown(1)
  })
}

function isOutOfMemory(error: NodeJS.ErrnoException) {
  return (
    error.code === 'ENOMEM' ||
    error.code === 'ERR_MEMORY_ALLOCATION_FAILED' ||
    /allocation failed|out of memory/i.test(error.message)
  )
}
