import type { IncomingHttpHeaders } from 'node:http'
import { Readable, Writable } from 'node:stream'

/** The parts of an Express request that the request handler of remix-serve reads. */
export type RemixRequest = Readable & {
  method: string
  headers: IncomingHttpHeaders
  originalUrl: string
  protocol: string
  hostname: string
  get: (name: string) => string | undefined
}

type Parts = {
  method: string
  /** Path and query. */
  url: string
  /** The site's own host; the request's Host header is ignored. */
  site: URL
  headers: IncomingHttpHeaders
  body: Readable | null
}

/** Creates the request that is passed to Remix. */
export function remixRequest({ method, url, site, headers, body }: Parts): RemixRequest {
  return Object.assign(body ?? Readable.from([]), {
    method,
    headers,
    originalUrl: url,
    protocol: 'http',
    hostname: site.hostname,
    get: (name: string) => (name === 'host' ? site.host : undefined),
  })
}

/** Sends a response: whole or, where its route streams it, chunk by chunk to the stream that `open` returns. */
type Sending = { send: (body: Buffer) => void; open: () => Writable }

/**
 * The target to which remix-serve's request handler writes a Response, in the shape of an Express response. Sends nothing before
 * the body is complete, unless it is streamed.
 */
export class RemixResponse extends Writable {
  statusCode = 200
  readonly headers: [string, string][] = []
  /** Set by a route that streams its body. */
  isStreamed = false
  private readonly chunks: Buffer[] = []
  private stream: Writable | null = null

  constructor(private readonly sending: Sending) {
    super()
    this.on('error', () => {}) // of an aborted stream; its route has logged the error
  }

  /** Waits for backpressure, which Remix ignores. Returns whether the client is still connected. */
  async drained() {
    if (this.writableNeedDrain && !this.destroyed) {
      await new Promise<void>((resolve) => {
        const settle = () => {
          this.off('drain', settle).off('close', settle)
          resolve()
        }
        this.on('drain', settle).on('close', settle)
      })
    }
    return !this.destroyed
  }

  status(code: number) {
    this.statusCode = code
    return this
  }

  append(name: string, value: string) {
    this.headers.push([name, value])
    return this
  }

  /** Called for event streams, which this site does not have. */
  flushHeaders() {}

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void) {
    if (!this.isStreamed) {
      this.chunks.push(chunk)
      return done()
    }
    this.stream ??= this.sending.open()
    if (this.stream.write(chunk)) done()
    else this.stream.once('drain', done)
  }

  override _final(done: () => void) {
    if (this.stream) this.stream.end()
    else this.sending.send(Buffer.concat(this.chunks))
    done()
  }

  /** Aborts the connection when a stream fails, so that no client mistakes a part for the whole. */
  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    if (error) this.stream?.destroy()
    done(error)
  }
}
