import { AsyncLocalStorage } from 'node:async_hooks'

import type { PendingRender } from './server/page-cache.server'
import type { RemixResponse } from './server/remix-messages.server'
import type { Rejection } from './server/validate-request.server'

/** The sender of a request; the IP depends on TRUST_PROXY. */
export type Client = { ip: string | null; userAgent: string | null; requestId: string | null }

/** The client outside a request: a command, or the start of the program. */
export const nobody: Client = { ip: null, userAgent: null, requestId: null }

/** The edge's data about a request. */
export type RequestContext = Client & {
  /** The Host header as sent; the program sees the host of APP_URL. */
  host: string
  isLocal: boolean
  /** The nonce of the response's content security policy. */
  nonce: string
  /** The pending cache entry of the page, if this request may fill it. */
  render: PendingRender | null
  /** Why the URL was rejected; the splat route renders its page. */
  rejection: Rejection | null
  response: RemixResponse
  memory: Map<string, Promise<unknown>>
}

/**
 * Passes data from the edge to loaders, actions and the domain, because remix-serve has no load context of its own. Undefined in
 * development and in a test of a single loader.
 */
const storage = new AsyncLocalStorage<Partial<RequestContext>>()

export function withRequestContext<Result>(context: Partial<RequestContext>, respond: () => Result): Result {
  return storage.run(context, respond)
}

export function requestContext(): Partial<RequestContext> {
  return storage.getStore() ?? {}
}

/** Runs a function as another client, or as none. */
export function withClient<Result>(client: Client, work: () => Result): Result {
  return storage.run({ ...storage.getStore(), ...client }, work)
}

/** Returns the client of the current request. */
export function currentClient(): Client {
  const { ip, userAgent, requestId } = { ...nobody, ...requestContext() }
  return { ip, userAgent, requestId }
}

export function clientIp() {
  return requestContext().ip ?? null
}

/** Whether the request comes from this machine. The development server, which has no edge, listens on localhost only. */
export function isLocalRequest() {
  return requestContext().isLocal ?? !import.meta.env.PROD
}

/** Memoizes a function per request: loaders run in parallel, each with its own copy of the Request. */
export function memoizePerRequest<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const { memory } = requestContext()
  if (!memory) return work()
  const earlier = memory.get(name) as Promise<Result> | undefined
  if (earlier) return earlier
  const result = work()
  memory.set(name, result)
  return result
}

/** Returns the value that this request has memoized under the name, or undefined. */
export function memoizedInRequest<Result>(name: string): Promise<Result> | undefined {
  return requestContext().memory?.get(name) as Promise<Result> | undefined
}

/** Sets a flag for the rest of the request, from an action to the loaders of its page. */
export function setRequestFlag(name: string) {
  requestContext().memory?.set(name, Promise.resolve())
}

export function getRequestFlag(name: string) {
  return requestContext().memory?.has(name) ?? false
}
