import { log } from '~/log.server'
import type { Sandbox } from '~/domain/underwriting/sandbox.server'

import type { Db } from '../../../db/schema'
import { releaseDue } from './releases.server'

function warn(error: unknown) {
  log.warn({ err: error }, 'a scheduled release could not be read or written')
}

/** Milliseconds between two polls of the scheduled releases. */
const interval = 3000

/**
 * Releases what is scheduled when its time comes, until it is stopped; at once what came due while no process ran. Any number of processes can
 * share a database: the first to lock a release ends it. `onRelease` runs after one.
 */
export function startReleaseWorker(db: Db, sandbox: Sandbox, onRelease: () => void) {
  let current: Promise<void> | null = null

  async function poll() {
    try {
      const ended = await releaseDue(db, sandbox, new Date(), { onError: warn })
      if (ended.length === 0) return
      log.info({ releases: ended }, 'scheduled releases went live or failed')
      onRelease()
    } catch (error) {
      warn(error)
    }
  }
  function tick() {
    current ??= poll().finally(() => (current = null))
  }

  tick()
  const timer = setInterval(tick, interval).unref()
  return {
    /** Stops polling, and waits for a release that is under way. */
    async stop() {
      clearInterval(timer)
      await current
    },
  }
}
