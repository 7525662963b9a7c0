import { ServerResponse, type IncomingMessage, type OutgoingHttpHeader } from 'node:http'
import { constants, createGzip, gzip, type Gzip } from 'node:zlib'

import { preferredEncoding } from './accept-encoding.server'

/** Shorter answers would hardly shrink. */
const smallest = 1024
/** An answer is held back until it is whole, so that it is compressed in one go; but not beyond these. */
const holdBytes = 256 * 1024
const holdMilliseconds = 25
/** Cheap: a page is sent once, and brotli at its usual level costs several times what rendering it did. */
const level = 5

const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|javascript|xml)|image\/svg\+xml)/i

export type Finishing = {
  /** Accept-Encoding as the caller sent it. */
  acceptEncoding: string | undefined
  /**
   * Called before the first byte, with whatever the inner listener has set; sets what is missing. What it gives is called with
   * the answer's bytes after they are sent, if they came whole.
   */
  finishHeaders: () => ((body: Buffer) => void) | null
}

/** What it takes to give an answer. */
export type Answer = Pick<ServerResponse, 'setHeader' | 'writeHead' | 'write' | 'end' | 'once'>

/** Power over an answer that the inner listener is making. */
export type Handle = {
  /**
   * Takes the answer out of the inner listener's hands: what it does later has no effect. Null if it has begun to answer.
   */
  hijack: () => Answer | null
}

const native = ServerResponse.prototype

/**
 * Puts the last touch to what another listener answers: its headers, and gzip where the caller takes it and the content is worth
 * it. A page is compressed whole, on another thread, and sent with its length; what is long or slow is compressed as it comes.
 */
export function finishAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { acceptEncoding, finishHeaders }: Finishing,
): Handle {
  let phase: 'open' | 'held' | 'streaming' | 'plain' | 'ending' | 'taken' = 'open'
  let held: Buffer[] = []
  let heldBytes = 0
  let shrink = false
  let keep: ((body: Buffer) => void) | null = null
  let whole: number | null = null // length of a body that is given to end() alone
  let timer: NodeJS.Timeout | undefined
  let stream: Gzip | null = null

  const isWorthwhile = () => {
    const type = response.getHeader('Content-Type')
    if (typeof type !== 'string' || !compressible.test(type)) return false
    addVary(response)
    const { statusCode } = response
    if (request.method === 'HEAD' || statusCode < 200 || statusCode === 204 || statusCode === 304)
      return false
    if (response.hasHeader('Content-Encoding') || response.hasHeader('Content-Range')) return false
    if (/no-transform/i.test(String(response.getHeader('Cache-Control') ?? ''))) return false
    const length = whole ?? Number(response.getHeader('Content-Length') ?? smallest)
    return length >= smallest && preferredEncoding(acceptEncoding, ['gzip']) === 'gzip'
  }

  const markEncoded = () => {
    response.setHeader('Content-Encoding', 'gzip')
    const etag = response.getHeader('ETag')
    if (typeof etag === 'string' && !etag.startsWith('W/')) response.setHeader('ETag', `W/${etag}`)
  }

  const startStream = (slow: boolean) => {
    clearTimeout(timer)
    if (!shrink) {
      phase = 'plain'
      native.writeHead.call(response, response.statusCode)
      for (const chunk of held) native.write.call(response, chunk, 'utf8')
      held = []
      return
    }
    markEncoded()
    response.removeHeader('Content-Length')
    phase = 'streaming'
    native.writeHead.call(response, response.statusCode)
    // A source that pauses between its pieces wants each of them to arrive.
    stream = createGzip({ level, ...(slow ? { flush: constants.Z_SYNC_FLUSH } : {}) })
    stream.on('data', (chunk: Buffer) => {
      if (!native.write.call(response, chunk, 'utf8')) stream?.pause()
    })
    stream.on('end', () => native.end.call(response, undefined, 'utf8'))
    stream.on('drain', () => response.emit('drain'))
    response.on('drain', () => stream?.resume())
    for (const chunk of held) stream.write(chunk)
    held = []
  }

  const sendWhole = (body: Buffer, callback?: () => void) => {
    phase = 'ending'
    const send = (bytes: Buffer) => {
      if (response.destroyed) return
      response.setHeader('Content-Length', bytes.length)
      native.writeHead.call(response, response.statusCode)
      native.end.call(response, bytes, 'utf8', callback)
      keep?.(body)
    }
    if (!shrink || body.length < smallest) return send(body)
    gzip(body, { level }, (error, bytes) => {
      if (!error) markEncoded()
      send(error ? body : bytes)
    })
  }

  response.writeHead = ((status: number, ...rest: unknown[]) => {
    if (phase === 'held' || phase === 'ending' || phase === 'taken') return response
    if (phase !== 'open') return native.writeHead.call(response, status) // throws, as it would without an edge
    response.statusCode = status
    if (typeof rest[0] === 'string') response.statusMessage = rest[0]
    setHeaders(response, typeof rest[0] === 'string' ? rest[1] : rest[0])
    keep = finishHeaders()
    shrink = isWorthwhile()
    if (shrink || keep) {
      phase = 'held'
      return response
    }
    phase = 'plain'
    if (whole !== null && mayHaveLength(request, response)) response.setHeader('Content-Length', whole)
    return native.writeHead.call(response, response.statusCode)
  }) as typeof response.writeHead

  response.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    if (phase === 'open') response.writeHead(response.statusCode)
    if (phase === 'plain') return native.write.call(response, chunk, ...(rest as ['utf8']))
    const callback = rest.find((item) => typeof item === 'function') as (() => void) | undefined
    if (phase === 'ending' || phase === 'taken') {
      if (callback) process.nextTick(callback)
      return true
    }
    const bytes = toBuffer(chunk, rest[0])
    if (phase === 'streaming') return stream?.write(bytes, callback) ?? true
    held.push(bytes)
    heldBytes += bytes.length
    if (callback) process.nextTick(callback)
    if (heldBytes > holdBytes) startStream(false)
    else timer ??= setTimeout(() => phase === 'held' && startStream(true), holdMilliseconds)
    return true
  }) as typeof response.write

  response.end = ((...parameters: unknown[]) => {
    const callback = parameters.find((item) => typeof item === 'function') as (() => void) | undefined
    const chunk = parameters[0] as string | Uint8Array | (() => void) | null | undefined
    const bytes = chunk == null || typeof chunk === 'function' ? null : toBuffer(chunk, parameters[1])
    if (phase === 'open') {
      whole = bytes?.length ?? 0
      response.writeHead(response.statusCode)
    }
    clearTimeout(timer)
    switch (phase) {
      case 'held':
        sendWhole(Buffer.concat(bytes ? [...held, bytes] : held), callback)
        held = []
        break
      case 'streaming':
        if (callback) response.once('finish', callback)
        stream?.end(bytes ?? undefined)
        break
      case 'plain':
        native.end.call(response, bytes ?? undefined, 'utf8', callback)
        break
      default: // ended before, or no longer the inner listener's
        if (callback) process.nextTick(callback)
    }
    return response
  }) as typeof response.end

  const { flushHeaders } = response
  response.flushHeaders = () => {
    if (phase === 'open') response.writeHead(response.statusCode)
    if (phase === 'held') startStream(true)
    if (phase !== 'taken') flushHeaders.call(response)
  }

  response.once('close', () => {
    clearTimeout(timer)
    stream?.destroy()
    held = []
  })

  return {
    hijack() {
      if (response.headersSent || phase === 'ending' || phase === 'streaming') return null
      phase = 'taken'
      clearTimeout(timer)
      held = []
      for (const name of response.getHeaderNames()) response.removeHeader(name)
      response.statusMessage = ''
      response.setHeader = () => response
      response.appendHeader = () => response
      response.removeHeader = () => {}
      // Another's headers are not to be built upon: express refuses to add a second Content-Type.
      response.getHeader = () => undefined
      response.hasHeader = () => false
      return {
        setHeader: native.setHeader.bind(response),
        writeHead: native.writeHead.bind(response),
        write: native.write.bind(response),
        end: native.end.bind(response),
        once: native.once.bind(response),
      } as Answer
    },
  }
}

function addVary(response: ServerResponse) {
  const vary = String(response.getHeader('Vary') ?? '')
  if (/(?:^|[\s,])(?:accept-encoding|\*)(?:$|[\s,])/i.test(vary)) return
  response.setHeader('Vary', vary === '' ? 'Accept-Encoding' : `${vary}, Accept-Encoding`)
}

function mayHaveLength(request: IncomingMessage, response: ServerResponse) {
  const { statusCode } = response
  return (
    request.method !== 'HEAD' &&
    statusCode >= 200 &&
    statusCode !== 204 &&
    statusCode !== 304 &&
    !response.hasHeader('Content-Length') &&
    !response.hasHeader('Transfer-Encoding')
  )
}

/** Headers as writeHead takes them: an object, or names and values in turn. */
function setHeaders(response: ServerResponse, headers: unknown) {
  if (Array.isArray(headers)) {
    const flat = headers.flat() as string[]
    for (let index = 0; index + 1 < flat.length; index += 2) {
      response.setHeader(String(flat[index]), flat[index + 1] as string)
    }
  } else if (typeof headers === 'object' && headers !== null) {
    for (const [name, value] of Object.entries(headers as Record<string, OutgoingHttpHeader | undefined>)) {
      if (value !== undefined) response.setHeader(name, value)
    }
  }
}

function toBuffer(chunk: string | Uint8Array, encoding: unknown) {
  if (typeof chunk === 'string') {
    return Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
  }
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}
