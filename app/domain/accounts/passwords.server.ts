import { hash, verify } from '@node-rs/argon2'

// argon2id, the library's default algorithm: 19 MiB and two passes take tens of milliseconds of one core.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The number of concurrent hashes, and of waiting ones per queue: a flood must not exhaust memory or both cores. */
const maxRunning = 2
const maxWaiting = 64

/** Too many passwords are being hashed; the caller responds with 503. */
export class HashingBusyError extends Error {
  override name = 'HashingBusyError'
}

/** Sign-ups have their own queue: anyone can send them, and they must not keep account owners from logging in. */
const queues = {
  accounts: { running: 0, waiting: [] as (() => void)[] },
  'sign-ups': { running: 0, waiting: [] as (() => void)[] },
}

type QueueName = keyof typeof queues

/** Returns the argon2id hash of a password, in PHC string format. @throws {HashingBusyError} */
export function hashPassword(password: string, queue: QueueName = 'accounts') {
  return inTurn(queue, () => hash(password, cost))
}

/**
 * Whether a password matches a stored hash. Without a hash (an unknown account) the same work is done, so that the timing does not reveal
 * who has an account.
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

/** Gives the free slot to the queue with the fewest running, so that neither waits for all of the other. */
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
