import { log } from '~/log.server'

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
 * Registers what must be closed before the process exits: a pool, a worker, a timer. The last registered is closed first, after
 * the last request was answered. A second registration under a name takes the place of the first.
 */
export function onShutdown(name: string, close: Close) {
  memory.closers.delete(name)
  memory.closers.set(name, close)
}

/** Whether the process is about to stop. It still answers, but no load balancer should send it more. */
export function isDraining() {
  return memory.draining
}

/** Makes /readyz say no, and every answer ask for its connection to be closed. */
export function startDraining() {
  memory.draining = true
}

/**
 * Closes everything that was registered, one after the other, each within `atMost` milliseconds. A part that fails or hangs is
 * logged and left. Runs once: a later call waits for the first.
 */
export function runShutdown({ atMost = 3000 } = {}): Promise<void> {
  startDraining()
  memory.running ??= closeAll(atMost)
  return memory.running
}

async function closeAll(atMost: number) {
  for (const [name, close] of [...memory.closers].reverse()) {
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`not closed within ${atMost} ms`)), atMost)
    })
    try {
      await Promise.race([(async () => close())(), tooLate])
    } catch (error) {
      log.error({ err: error, part: name }, 'a part could not be closed')
    } finally {
      clearTimeout(timer)
    }
  }
  memory.closers.clear()
}
