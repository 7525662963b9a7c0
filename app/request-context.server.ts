import { AsyncLocalStorage } from 'node:async_hooks'

import type { PendingRender } from './server/page-cache.server'
import type { ProgramResponse } from './server/program.server'

/** Who sent a request, as far as TRUST_PROXY lets the IP address be known. */
export type Client = { ip: string | null; userAgent: string | null; requestId: string | null }

/** Outside a request: a command, the start of the program. */
export const nobody: Client = { ip: null, userAgent: null, requestId: null }

/** What the edge has found out about a request before it asks the program. */
export type RequestContext = Client & {
  /** The Host header as it was sent; the program sees the host of APP_URL. */
  host: string
  isLocal: boolean
  /** Of the response's content security policy. */
  nonce: string
  /** The place of the page in the cache, if this request may fill it. */
  render: PendingRender | null
  response: ProgramResponse
  memory: Map<string, Promise<unknown>>
}

/**
 * The one way from the edge to loaders, actions and the domain: remix-serve gives loaders no context of ours. There is none in
 * development or in a test of one loader.
 */
const storage = new AsyncLocalStorage<Partial<RequestContext>>()

export function withRequestContext<Result>(context: Partial<RequestContext>, respond: () => Result): Result {
  return storage.run(context, respond)
}

export function requestContext(): Partial<RequestContext> {
  return storage.getStore() ?? {}
}

/** Runs work in the name of another client, or of nobody. */
export function withClient<Result>(client: Client, work: () => Result): Result {
  return storage.run({ ...storage.getStore(), ...client }, work)
}

/** The client of the present request. */
export function currentClient(): Client {
  const { ip, userAgent, requestId } = { ...nobody, ...requestContext() }
  return { ip, userAgent, requestId }
}

export function clientIp() {
  return requestContext().ip ?? null
}

/** Whether the request comes from this machine. The development server, which has no edge, listens on this machine alone. */
export function isLocalRequest() {
  return requestContext().isLocal ?? !import.meta.env.PROD
}

/** Does the work once in a request: its loaders run side by side, each with its own copy of the Request. */
export function memoizePerRequest<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const { memory } = requestContext()
  if (!memory) return work()
  const earlier = memory.get(name) as Promise<Result> | undefined
  if (earlier) return earlier
  const result = work()
  memory.set(name, result)
  return result
}

/** What this request has memoized under the name, or undefined. */
export function foundInRequest<Result>(name: string): Promise<Result> | undefined {
  return requestContext().memory?.get(name) as Promise<Result> | undefined
}

/** Sets a flag for the rest of the request: by an action for the loaders of its page. */
export function setRequestFlag(name: string) {
  requestContext().memory?.set(name, Promise.resolve())
}

export function getRequestFlag(name: string) {
  return requestContext().memory?.has(name) ?? false
}
