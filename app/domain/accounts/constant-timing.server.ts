import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds: many times the duration of the work. */
const step = 250

/**
 * Runs work whose duration would reveal whether an email has an account, and returns after a whole number of steps. Work done for only some
 * emails disappears in the wait, and is committed before the response.
 */
export async function withConstantTiming<Result>(work: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  try {
    return await work()
  } finally {
    await sleep(step - ((performance.now() - began) % step))
  }
}
