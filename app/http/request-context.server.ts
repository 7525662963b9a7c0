import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What is found out once for each HTTP request. The loaders of one page run side by side, each with its own copy of the
 * request; this is where they meet.
 */
const memory = new AsyncLocalStorage<Map<string, Promise<unknown>>>()

/** Runs the answering of one HTTP request with a memory of its own. */
export function withRequestMemory<Result>(answer: () => Result): Result {
  return memory.run(new Map(), answer)
}

/** Does the work at the first call of a request and gives the same answer to the later ones. */
export function memoizePerRequest<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const found = memory.getStore()
  if (!found) return work() // outside the edge: the development server, a test of one loader
  const earlier = found.get(name) as Promise<Result> | undefined
  if (earlier) return earlier
  const result = work()
  found.set(name, result)
  return result
}

/** What this request has found out under the name, or undefined; looks for nothing itself. */
export function foundInRequest<Result>(name: string): Promise<Result> | undefined {
  return memory.getStore()?.get(name) as Promise<Result> | undefined
}

/** Notes a fact for what answers this request later: an action for the loaders of its page. */
export function setRequestFlag(name: string) {
  memory.getStore()?.set(name, Promise.resolve())
}

export function getRequestFlag(name: string) {
  return memory.getStore()?.has(name) ?? false
}
