import type { IncomingMessage, ServerResponse } from 'node:http'
import { Transform } from 'node:stream'

/** How long a client that is still sending is listened to after its response, in milliseconds, so that it comes to read it. */
const lingering = 2000

/** Whether a body comes with the request. */
export function hasBody({ headers }: IncomingMessage) {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

/**
 * The body of a request, for the program. A body of unannounced length is counted; beyond `limit` bytes it fails, since an end
 * would make it look whole, and `onOverrun` is called. The request itself outlives that, so that its response can be read.
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
  body.on('error', () => {}) // its reader, if there is one, has a listener of its own
  request.once('error', (error) => body.destroy(error))
  return request.pipe(body)
}

/**
 * Sends a response to a client that may still be sending a body, and then closes the connection. Closed at once, the connection
 * would be reset before the client has read the response.
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
 * Throws away what nobody has read of a body once its request is answered: the next request of the connection comes after it. A
 * client that goes on sending is cut off after a while.
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
