import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'

import { bodyLimitOf, tooLargeMessage } from '~/http/body.server'
import { withoutToken } from '~/log.server'
import { withRequestContext } from '~/request-context.server'

import { preferredEncoding } from './accept-encoding.server'
import { clientOf, isLocal, programHeaders, type Site } from './client.server'
import type { Exchange } from './exchange.server'
import { finishHeaders, openBody, sendBody, type ResponseInfo } from './finish-response.server'
import type { PendingRender } from './page-cache.server'
import { programRequest, ProgramResponse } from './program.server'
import type { Program } from './remix-serve.server'
import { hasBody, limitedBody } from './request-body.server'
import { isApi, type Rejection } from './validate-request.server'

type Options = { program: Program; site: Site; log: Pick<Logger, 'error'> }

/** Passes the request to the program. `render` is the page's pending cache entry, if the request may fill it. */
export function askProgram(
  exchange: Exchange,
  render: PendingRender | null,
  { program, site, log }: Options,
) {
  const { request, response, id, method, target, reject } = exchange
  const nonce = randomBytes(18).toString('base64')
  const programResponse = responseOf(exchange, nonce)
  response.once('close', () => programResponse.destroy())

  /** Responds instead of the program, whose later output is dropped. Closes the connection if the response has already begun. */
  const overrule = (rejection: Rejection) => {
    if (response.headersSent || programResponse.writableFinished) return request.socket.destroy()
    programResponse.destroy()
    reject(rejection)
  }
  const fail = (error: unknown) => {
    // The route has logged why its stream failed.
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

/** The response that the program writes to. Finishes and sends it. */
function responseOf({ request, response, method, target, setHeaders }: Exchange, nonce: string) {
  const info: ResponseInfo = {
    method,
    route: target.route,
    hasSession: request.headers.cookie?.includes('holdfast_') === true,
    acceptsGzip: preferredEncoding(request.headers, ['gzip']) === 'gzip',
  }
  const writeHead = () => {
    setHeaders(nonce)
    response.statusCode = programResponse.statusCode
    // The response's own headers override those of the edge.
    for (const [name] of programResponse.headers) response.removeHeader(name)
    for (const [name, value] of programResponse.headers) response.appendHeader(name, value)
    finishHeaders(response, info)
  }
  const programResponse: ProgramResponse = new ProgramResponse({
    send(body) {
      writeHead()
      sendBody(response, info, body)
    },
    open() {
      writeHead()
      return openBody(response, info)
    },
  })
  return programResponse
}

/** Makes API calls respond the same with `_data` as without it: with it, Remix would replace some responses with its own. */
function withoutDataQuery(url: string) {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  const params = new URLSearchParams(query)
  if (!params.has('_data')) return url
  params.delete('_data')
  return params.size === 0 ? path : `${path}?${params}`
}
