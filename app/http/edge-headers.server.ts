/*
 * What the edge tells the program about a request, in headers that it takes away from callers first. Outside the edge
 * (development, a test of one loader) they are absent.
 */

export const internalHeaders = {
  nonce: 'x-holdfast-nonce',
  clientAddress: 'x-holdfast-client-address',
  requestId: 'x-request-id',
} as const

/** The nonce of the answer's content security policy. */
export function nonceOf(request: Request) {
  return request.headers.get(internalHeaders.nonce) ?? ''
}

/** The caller's address, behind the trusted proxies. */
export function clientAddressOf(request: Request) {
  return request.headers.get(internalHeaders.clientAddress)
}

export function requestIdOf(request: Request) {
  return request.headers.get(internalHeaders.requestId)
}
