import type { IncomingHttpHeaders } from 'node:http'
import { Readable, Writable } from 'node:stream'

/** What the request handler of remix-serve reads of an Express request. */
export type ProgramRequest = Readable & {
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
  /** What the site is called, whatever Host the request was sent to. */
  site: URL
  headers: IncomingHttpHeaders
  body: Readable | null
}

/** The request as the program sees it. */
export function programRequest({ method, url, site, headers, body }: Parts): ProgramRequest {
  return Object.assign(body ?? Readable.from([]), {
    method,
    headers,
    originalUrl: url,
    protocol: 'http',
    hostname: site.hostname,
    get: (name: string) => (name === 'host' ? site.host : undefined),
  })
}

/** How a response is sent: whole or, where its route streams it, chunk by chunk to the stream that `open` returns. */
type Sending = { send: (body: Buffer) => void; open: () => Writable }

/**
 * What the request handler of remix-serve writes a Response to, as if it were an Express response. Nothing is sent before the
 * body is whole, unless it is streamed.
 */
export class ProgramResponse extends Writable {
  statusCode = 200
  readonly headers: [string, string][] = []
  /** Set by a route whose body is sent while it is made. */
  isStreamed = false
  private readonly chunks: Buffer[] = []
  private stream: Writable | null = null

  constructor(private readonly sending: Sending) {
    super()
    this.on('error', () => {}) // of a stream that broke off; its route has logged it
  }

  /** Waits until the client has taken what was written: Remix does not wait. Returns whether anybody still listens. */
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

  /** Called for streams of events, of which there are none. */
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

  /** A stream that fails is cut off, so that nobody takes a part for the whole. */
  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    if (error) this.stream?.destroy()
    done(error)
  }
}
