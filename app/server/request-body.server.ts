import type { IncomingMessage, ServerResponse } from 'node:http'
import { Transform } from 'node:stream'

/** How long the rest of a request is read after its response was sent, in milliseconds, so that the client gets to read it. */
const lingering = 2000

/** Whether a request has a body. */
export function hasBody({ headers }: IncomingMessage) {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

/**
 * Returns the body of a request for Remix. Counts a body without Content-Length: beyond `limit` bytes it fails, since
 * ending it would make it look complete, and calls `onOverrun`. The connection stays open for the response.
 */
export function limitedBody(request: IncomingMessage, limit: number, onOverrun: () => void) {
  let received = 0
  const body = new Transform({
    transform(chunk: Buffer, _, done) {
      received += chunk.length
      if (received <= limit) return done(null, chunk)
      request.unpipe(body)
      onOverrun()
      done(new Error('the body is larger than its limit'))
    },
  })
  body.on('error', () => {}) // its reader, if any, has its own listener
  request.once('error', (error) => body.destroy(error))
  return request.pipe(body)
}

/**
 * Sends a response to a client that may still be sending its body, then closes the connection. Closing at once would reset the
 * connection before the client has read the response.
 */
export function respondAndClose(request: IncomingMessage, response: ServerResponse, body: string) {
  response.write(body)
  const timer = setTimeout(end, lingering)
  function end() {
    clearTimeout(timer)
    response.once('finish', () => request.destroy())
    response.end()
  }
  request.once('end', end).once('close', end).resume()
}

/**
 * Discards the unread rest of a body after the response, so that the connection can be reused. Disconnects a client that keeps
 * sending for too long.
 */
export function endBodyAfterResponse(request: IncomingMessage, response: ServerResponse) {
  if (!hasBody(request)) return
  response.once('finish', () => {
    if (request.readableEnded) return
    request.unpipe().removeAllListeners('data').resume()
    if (request.complete) return
    setTimeout(() => {
      if (!request.complete) request.socket.destroy()
    }, lingering).unref()
  })
}
