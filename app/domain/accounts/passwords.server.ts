import { hash, verify } from '@node-rs/argon2'

// argon2id, the library's default algorithm: 19 MiB and two passes take some tens of milliseconds of one core.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** How many hashes run at once and how many of each queue wait: a flood must not take memory and both cores. */
const maxRunning = 2
const maxWaiting = 64

/** Too many passwords are being hashed at this moment; the caller answers 503. */
export class HashingBusyError extends Error {
  override name = 'HashingBusyError'
}

/** Sign-ups queue apart: anybody can send them, and they must not keep account owners from logging in. */
const queues = {
  accounts: { running: 0, waiting: [] as (() => void)[] },
  'sign-ups': { running: 0, waiting: [] as (() => void)[] },
}

type QueueName = keyof typeof queues

/** The argon2id hash of a password, in PHC text form. @throws {HashingBusyError} */
export function hashPassword(password: string, queue: QueueName = 'accounts') {
  return inTurn(queue, () => hash(password, cost))
}

/**
 * Whether a password belongs to a stored hash. With no hash (an account that does not exist) the same work is done,
 * so that the time taken says nothing about who has an account.
 * @throws {HashingBusyError}
 */
export function passwordMatches(password: string, stored: string | null) {
  return inTurn('accounts', async () => {
    if (stored !== null) return verify(stored, password)
    await hash(password, cost)
    return false
  })
}

async function inTurn<Result>(name: QueueName, work: () => Promise<Result>) {
  const queue = queues[name]
  if (running() < maxRunning) queue.running += 1
  else if (queue.waiting.length < maxWaiting)
    await new Promise<void>((resolve) => queue.waiting.push(resolve)) // startNext counts it as running
  else throw new HashingBusyError('Too many passwords are being hashed')
  try {
    return await work()
  } finally {
    queue.running -= 1
    startNext()
  }
}

/** Gives the free place to the queue with the fewest at work, so that neither waits for all of the other. */
function startNext() {
  const [next] = Object.values(queues)
    .filter(({ waiting }) => waiting.length > 0)
    .sort((one, other) => one.running - other.running)
  const start = next?.waiting.shift()
  if (!next || !start) return
  next.running += 1
  start()
}

function running() {
  return Object.values(queues).reduce((sum, queue) => sum + queue.running, 0)
}
