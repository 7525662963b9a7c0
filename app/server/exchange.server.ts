import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'

import { redactPath } from '~/log.server'

import { requestBegins, requestEnds, type Area } from './metrics.server'
import type { Rejection, Target } from './validate-request.server'

/** A request and its response on their way through the edge. */
export type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  id: string
  method: string
  target: Target
  /** The part of the site that responds, as a label of logs and metrics. */
  area: Area
  /** The client waits for `100 Continue` before it sends its body. */
  expectsContinue: boolean
  /** Sets the headers of every response, with the nonce of its inline scripts. */
  setHeaders: (nonce: string | null) => void
  reject: (rejection: Rejection) => void
}

/** Counts and logs a request when its response has ended. */
export function observe(exchange: Exchange, log: Pick<Logger, 'debug' | 'info'>) {
  const { request, response, id, method, target } = exchange
  const started = performance.now()
  const { socket } = request
  const sentBefore = socket.bytesWritten
  requestBegins()
  response.once('close', () => {
    const ms = performance.now() - started
    const { area } = exchange
    const { statusCode: status } = response
    requestEnds({ method, area, status, seconds: ms / 1000 })
    const line = {
      id,
      method,
      path: target.file === '' ? '(malformed)' : redactPath(target.file),
      area,
      status,
      ms: Math.round(ms * 10) / 10,
      bytes: socket.bytesWritten - sentBefore,
      ...(response.writableFinished ? {} : { aborted: true }),
    }
    log[area === 'static' || area === 'probe' ? 'debug' : 'info'](line, 'request')
  })
}
