import { AsyncLocalStorage } from 'node:async_hooks'

/** The client whose request is being answered, as security events name it. */
export type Caller = { ip: string | null; userAgent: string | null; requestId: string | null }

/** Outside a request: a command, the start of the program. */
export const nobody: Caller = { ip: null, userAgent: null, requestId: null }

const storage = new AsyncLocalStorage<Caller>()

/** Runs the answering of a request, so that the events recorded in it name its client. */
export function withCaller<Result>(caller: Caller, answer: () => Result): Result {
  return storage.run(caller, answer)
}

/** The client of the present request. */
export function currentCaller(): Caller {
  return storage.getStore() ?? nobody
}
