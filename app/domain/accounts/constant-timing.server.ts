import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds: many times what the work takes. */
const step = 250

/**
 * Does work whose time would tell whether an address has an account, and answers when a whole number of steps has passed: what is
 * done for one address and not for another disappears in the wait, and is safe in the database before the answer.
 */
export async function withConstantTiming<Result>(work: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  try {
    return await work()
  } finally {
    await sleep(step - ((performance.now() - began) % step))
  }
}
