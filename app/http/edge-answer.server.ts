import { type IncomingMessage, type ServerResponse } from 'node:http'
import { constants, createGzip, type Gzip } from 'node:zlib'

import { acceptsEncoding } from './accept-encoding.server'

/** Shorter answers would grow. */
const smallest = 1024
const compressible =
  /^(?:text\/|application\/(?:json|javascript|xml|manifest\+json|ld\+json)|image\/svg\+xml)/

/**
 * Puts the last touch to what another listener answers: compresses it as it is written, and keeps what is private out of caches,
 * unless the answer says itself how it may be kept. Gzip at a low level: a page is sent once, and brotli at its usual
 * level costs several times what rendering it did.
 */
export function finishAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: { private: boolean },
) {
  const accepted = acceptsEncoding(request.headers['x-holdfast-accept-encoding'], 'gzip')
  delete request.headers['x-holdfast-accept-encoding']

  const { write, end, writeHead } = response
  let gzip: Gzip | null = null
  let begun = false

  /** Decides before the first byte; `size` is the length of the whole body where it is known already. */
  const begin = (size: number | null) => {
    if (begun) return
    begun = true
    if (response.headersSent) return
    if (answer.private && !response.hasHeader('Cache-Control'))
      response.setHeader('Cache-Control', 'no-store')
    const type = response.getHeader('Content-Type')
    if (typeof type !== 'string' || !compressible.test(type)) return
    const length = size ?? Number(response.getHeader('Content-Length') ?? smallest)
    response.appendHeader('Vary', 'Accept-Encoding')
    const hasBody = request.method !== 'HEAD' && response.statusCode !== 204 && response.statusCode !== 304
    if (!accepted || !hasBody || length < smallest || response.hasHeader('Content-Encoding')) return
    response.removeHeader('Content-Length')
    response.setHeader('Content-Encoding', 'gzip')
    const etag = response.getHeader('ETag')
    if (typeof etag === 'string' && !etag.startsWith('W/')) response.setHeader('ETag', `W/${etag}`)
    gzip = createGzip({ level: 5, flush: constants.Z_NO_FLUSH })
    gzip.on('data', (chunk: Buffer) => {
      if (!write.call(response, chunk, 'utf8')) gzip?.pause()
    })
    gzip.on('end', () => end.call(response, undefined, 'utf8'))
    response.on('drain', () => gzip?.resume())
    response.on('close', () => gzip?.destroy())
  }

  response.writeHead = ((...parameters: Parameters<typeof writeHead>) => {
    begin(null)
    return writeHead.apply(response, parameters)
  }) as typeof writeHead
  response.write = ((...parameters: Parameters<typeof write>) => {
    begin(null)
    return gzip ? gzip.write(parameters[0]) : write.apply(response, parameters)
  }) as typeof write
  response.end = ((...parameters: Parameters<typeof end>) => {
    const [chunk] = parameters as unknown[]
    begin(typeof chunk === 'string' || chunk instanceof Uint8Array ? Buffer.byteLength(chunk) : 0)
    if (!gzip) return end.apply(response, parameters)
    gzip.end(chunk instanceof Function ? undefined : chunk)
    return response
  }) as typeof end
}
