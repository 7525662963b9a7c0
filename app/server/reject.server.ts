import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import { respondAndClose } from './request-body.server'
import { allowedMethods, isApi, type Rejection } from './validate-request.server'

type Headers = [string, string][]

/** Rejects a request: in JSON below /api, in text elsewhere. The headers must not have been sent yet. */
export function sendRejection(
  request: IncomingMessage,
  response: ServerResponse,
  { status, message, headers = {} }: Rejection,
  { route, expectsContinue }: { route: string; expectsContinue: boolean },
) {
  const { type, body } = format(message, isApi(route))
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.setHeader('Cache-Control', 'no-store')
  // A client that sent `Expect: 100-continue` may send its body or not.
  if (status === 413 || expectsContinue) response.setHeader('Connection', 'close')
  if (status === 204) return response.writeHead(204).end()
  response.setHeader('Content-Type', type)
  response.setHeader('Content-Length', Buffer.byteLength(body))
  response.writeHead(status)
  const sent = request.method === 'HEAD' ? '' : body
  if (status === 413 && !expectsContinue) respondAndClose(request, response, sent)
  else response.end(sent)
}

function format(message: string, asJson: boolean) {
  return asJson
    ? { type: 'application/json; charset=utf-8', body: JSON.stringify({ error: message }) }
    : { type: 'text/plain; charset=utf-8', body: `${message}\n` }
}

/** Errors of Node's HTTP parser. */
const parserRejections: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large'],
  HPE_INVALID_METHOD: [405, 'Method not allowed'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The request is too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
}

/** Responds on a connection whose request could not be parsed. `response` is its pending response, if any. */
export function rejectUnreadable(
  error: NodeJS.ErrnoException & { rawPacket?: Buffer },
  socket: Socket,
  response: ServerResponse | undefined,
  headers: Headers,
) {
  if (error.code === 'ECONNRESET' || !socket.writable || response?.headersSent) return socket.destroy()
  const start = String(error.rawPacket?.subarray(0, 100))
  const isNoise = error.code === 'HPE_INVALID_METHOD' && !/^[!-~]+ /.test(start)
  const known = isNoise ? undefined : parserRejections[error.code ?? '']
  const [status, message] = known ?? [400, 'The request is malformed']
  if (response) response.statusCode = status // for the log
  const [, path = ''] = /^[!-~]+ ([^ ?]+)/.exec(start) ?? []
  socket.end(rawResponse(status, message, headers, isApi(path)), () => socket.destroy())
}

/** Rejects the CONNECT method, which Node hands over with a bare connection. */
export function rejectConnect(socket: Socket, headers: Headers) {
  socket.on('error', () => socket.destroy())
  socket.end(rawResponse(405, 'Method not allowed', headers))
}

function rawResponse(status: number, message: string, headers: Headers, asJson = false) {
  const { type, body } = format(message, asJson)
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    ...(status === 405 ? [`Allow: ${allowedMethods}`] : []),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
