import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'

/** The answer that a request is given, for those who make it piece by piece: Remix writes without looking whether there is room. */
const flow = new AsyncLocalStorage<ServerResponse>()

export function withFlow<Result>(response: ServerResponse, answer: () => Result): Result {
  return flow.run(response, answer)
}

/**
 * For an answer of any length. What it gives waits, each time it is called, until the caller's connection has taken what was
 * written so far, and says whether anybody still listens. Call it before the first piece is asked for: it belongs to the request.
 */
export function answerFlow() {
  const response = flow.getStore()
  return async () => {
    if (!response) return true // outside the edge: the development server, a test of one loader
    if (response.writableNeedDrain && !response.destroyed) {
      await new Promise<void>((resolve) => {
        const go = () => {
          response.off('drain', go).off('close', go)
          resolve()
        }
        response.on('drain', go).on('close', go)
      })
    }
    return !response.destroyed
  }
}
