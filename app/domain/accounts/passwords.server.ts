import { hash, verify } from '@node-rs/argon2'

// argon2id, the library's default algorithm: 19 MiB and two passes take some tens of milliseconds of one core.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** How many hashes run at once and how many may wait: a flood of logins must not take memory and both cores. */
const atOnce = 2
const mayWait = 64

/** Too many passwords are being checked at this moment; the caller answers 503. */
export class HashingBusyError extends Error {
  override name = 'HashingBusyError'
}

let running = 0
const waiting: (() => void)[] = []

/** The argon2id hash of a password, in PHC text form. @throws {HashingBusyError} */
export function hashPassword(password: string) {
  return inTurn(() => hash(password, cost))
}

/**
 * Whether a password belongs to a stored hash. With no hash (an account that does not exist) the same work is done,
 * so that the time taken says nothing about who has an account.
 * @throws {HashingBusyError}
 */
export function passwordMatches(password: string, stored: string | null) {
  return inTurn(async () => {
    if (stored !== null) return verify(stored, password)
    await hash(password, cost)
    return false
  })
}

async function inTurn<Result>(work: () => Promise<Result>) {
  if (running < atOnce) running += 1
  else if (waiting.length < mayWait) await new Promise<void>((resolve) => waiting.push(resolve))
  else throw new HashingBusyError('Too many passwords are being checked')
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next)
      next() // hands its place on
    else running -= 1
  }
}
