import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'

import { bodyLimitOf, tooLargeMessage } from '~/http/body.server'
import { withoutToken } from '~/log.server'
import { withRequestContext } from '~/request-context.server'

import { preferredEncoding } from './accept-encoding.server'
import { clientOf, isLocal, programHeaders, type Site } from './client.server'
import type { Exchange } from './exchange.server'
import { finishHeaders, openBody, sendBody, type Answered } from './finish-response.server'
import type { PendingRender } from './page-cache.server'
import { programRequest, ProgramResponse } from './program.server'
import type { Program } from './remix-serve.server'
import { hasBody, limitedBody } from './request-body.server'
import { isApi, type Rejection } from './validate-request.server'

type Options = { program: Program; site: Site; log: Pick<Logger, 'error'> }

/** Has the program respond. `render` is the place of its page in the cache, if the request may fill it. */
export function askProgram(
  exchange: Exchange,
  render: PendingRender | null,
  { program, site, log }: Options,
) {
  const { request, response, id, method, target, reject } = exchange
  const nonce = randomBytes(18).toString('base64')
  const programResponse = responseOf(exchange, nonce)
  response.once('close', () => programResponse.destroy())

  /** Responds instead of the program; what that writes later is dropped. Too late, the connection is closed. */
  const overrule = (rejection: Rejection) => {
    if (response.headersSent || programResponse.writableFinished) return request.socket.destroy()
    programResponse.destroy()
    reject(rejection)
  }
  const fail = (error: unknown) => {
    // Of a stream that broke off the route has logged why.
    if (!response.headersSent)
      log.error({ err: error, id, path: withoutToken(target.file) }, 'a request failed')
    overrule({ status: 500, message: 'Something went wrong on our side' })
  }
  const limit = bodyLimitOf(method, target.route)
  const body = hasBody(request)
    ? limitedBody(request, limit, () => overrule({ status: 413, message: tooLargeMessage(limit) }))
    : null
  if (exchange.expectsContinue) response.writeContinue()

  const url = isApi(target.route) ? withoutDataQuery(request.url ?? '') : (request.url ?? '')
  const headers = programHeaders(request, site.url.host)
  const context = {
    ...clientOf(request, site, id),
    host: request.headers.host,
    isLocal: isLocal(request, site),
    nonce,
    render,
    response: programResponse,
    memory: new Map<string, Promise<unknown>>(),
  }
  void withRequestContext(context, async () => {
    try {
      await program(programRequest({ method, url, site: site.url, headers, body }), programResponse, fail)
    } catch (error) {
      fail(error)
    } finally {
      render?.abandon()
    }
  })
}

/** What the program writes its Response to, which finishes and sends it. */
function responseOf({ request, response, method, target, setHeaders }: Exchange, nonce: string) {
  const answered: Answered = {
    method,
    route: target.route,
    hasSession: request.headers.cookie?.includes('holdfast_') === true,
    acceptsGzip: preferredEncoding(request.headers, ['gzip']) === 'gzip',
  }
  const writeHead = () => {
    setHeaders(nonce)
    response.statusCode = programResponse.statusCode
    // Headers of the Response replace those of the edge.
    for (const [name] of programResponse.headers) response.removeHeader(name)
    for (const [name, value] of programResponse.headers) response.appendHeader(name, value)
    finishHeaders(response, answered)
  }
  const programResponse: ProgramResponse = new ProgramResponse({
    send(body) {
      writeHead()
      sendBody(response, answered, body)
    },
    open() {
      writeHead()
      return openBody(response, answered)
    },
  })
  return programResponse
}

/** Calls respond the same with `_data` as without: asked for the data of a route, Remix would answer some in words of its own. */
function withoutDataQuery(url: string) {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  const params = new URLSearchParams(query)
  if (!params.has('_data')) return url
  params.delete('_data')
  return params.size === 0 ? path : `${path}?${params}`
}
