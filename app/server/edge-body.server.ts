import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Answer } from './edge-answer.server'

/** How long a caller that is still sending is listened to after its answer, in milliseconds, so that it comes to read it. */
const lingering = 2000

/**
 * Counts a body of unannounced length as it comes off the connection (what nobody reads does not come). Beyond `limit` bytes the
 * inner listener gets no more, nor an end that would make a cut-off body look whole, and `overrun` is called once; its
 * promise resolves when the caller has sent everything.
 */
export function limitChunkedBody(
  request: IncomingMessage,
  limit: number,
  overrun: (sent: Promise<void>) => void,
) {
  let received = 0
  let finish: (() => void) | null = null
  const push = request.push.bind(request)
  request.push = (chunk: Uint8Array | null, encoding) => {
    if (finish) {
      if (chunk === null) finish()
      return true // keeps the connection flowing; the bytes are dropped
    }
    received += chunk?.length ?? 0
    if (received <= limit) return push(chunk, encoding)
    overrun(new Promise((resolve) => (finish = resolve)))
    return true
  }
}

/**
 * Sends an answer to a caller that may be sending a body still, and then ends the connection. Ended at once, the connection would
 * be reset under the caller's hands before it has read the answer.
 */
export function respondAndClose(response: Answer, body: string, sent: Promise<void>, hangUp: () => void) {
  response.write(body)
  const timer = setTimeout(end, lingering)
  function end() {
    clearTimeout(timer)
    response.once('finish', hangUp)
    response.end()
  }
  void sent.then(end)
}

/**
 * Throws away what nobody has read of a body once its request is answered: the next request of the connection comes after it. A
 * caller that goes on sending is cut off after a while.
 */
export function endBodyAfterAnswer(request: IncomingMessage, response: ServerResponse) {
  const { headers } = request
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  response.once('finish', () => {
    if (request.readableEnded) return
    request.removeAllListeners('data').resume()
    if (request.complete) return
    setTimeout(() => {
      if (!request.complete) request.socket.destroy()
    }, lingering).unref()
  })
}
