import http from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib'

/** One HTTP request. */
export type Outgoing = {
  method: string
  /** The target of the request line, sent as it is. */
  target: string
  headers: Record<string, string>
  body?: Buffer
}

export type Answer = {
  status: number
  headers: http.IncomingHttpHeaders
  body: string
  /** From the first byte sent to the last byte received, in milliseconds. */
  ms: number
}

/** Bytes for a connection, written in chunks, and how the client ends it. */
export type RawRequest = { pieces: Buffer[]; pause: number; ending: 'waits' | 'cuts' | 'half-closes' }

/** How long to wait for a response, in milliseconds. */
const patience = 60_000
/** How long to read from a raw connection after the last byte sent or received, in milliseconds. */
const listening = 400
const maxBodySize = 200_000

/** Decompresses a body, which may be truncated. @throws if it is not in that encoding */
function decoded(body: Buffer, encoding: string | undefined) {
  if (body.length === 0) return body
  if (encoding === 'gzip') return gunzipSync(body, { finishFlush: constants.Z_SYNC_FLUSH })
  if (encoding === 'br') return brotliDecompressSync(body, { finishFlush: constants.BROTLI_OPERATION_FLUSH })
  return body
}

/** An HTTP client that neither normalizes targets nor follows redirects. */
export class Client {
  readonly #agent: http.Agent
  readonly #port: number

  constructor(url: string, connections: number) {
    this.#port = Number(new URL(url).port)
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  }

  /** @throws when no response arrives */
  async send(outgoing: Outgoing): Promise<Answer> {
    try {
      return await this.#send(outgoing)
    } catch (error) {
      // The server may close an idle connection just as a request is sent on it: retried on a new connection.
      if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error
      return this.#send({ ...outgoing, headers: { ...outgoing.headers, Connection: 'close' } })
    }
  }

  #send({ method, target, headers, body }: Outgoing) {
    return new Promise<Answer>((resolve, reject) => {
      const began = performance.now()
      const request = http.request({
        agent: this.#agent,
        host: '127.0.0.1',
        port: this.#port,
        method,
        path: target,
        headers: {
          Host: `localhost:${this.#port}`,
          ...(body && !headers['Transfer-Encoding'] ? { 'Content-Length': String(body.length) } : {}),
          ...headers,
        },
      })
      request.setTimeout(patience, () => request.destroy(new Error(`no answer in ${patience / 1000} s`)))
      request.once('error', reject)
      request.once('response', (response) => {
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          if (size < maxBodySize) chunks.push(chunk)
          size += chunk.length
        })
        response.once('error', reject)
        response.once('end', () => {
          try {
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: decoded(Buffer.concat(chunks), response.headers['content-encoding']).toString(),
              ms: performance.now() - began,
            })
          } catch (error) {
            reject(error) // the body does not match its Content-Encoding
          }
        })
      })
      request.end(body)
    })
  }

  /** Writes the chunks one after another. @returns the statuses of all responses received */
  sendRaw({ pieces, pause, ending }: RawRequest) {
    return new Promise<number[]>((resolve) => {
      const socket = connect(this.#port, '127.0.0.1')
      const chunks: Buffer[] = []
      let timer: NodeJS.Timeout | undefined
      const giveUpIn = (ms: number) => {
        clearTimeout(timer)
        timer = setTimeout(() => socket.destroy(), ms)
      }
      socket.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (pieces.length === 0) giveUpIn(listening)
      })
      socket.on('error', () => {}) // a reset also ends it
      socket.once('close', () => {
        clearTimeout(timer)
        const text = Buffer.concat(chunks).toString('latin1')
        resolve([...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status)))
      })
      const rest = [...pieces]
      const say = () => {
        const piece = rest.shift()
        if (piece) {
          socket.write(piece)
          setTimeout(say, pause)
        } else if (ending === 'cuts') socket.destroy()
        else {
          if (ending === 'half-closes') socket.end()
          giveUpIn(listening)
        }
      }
      socket.once('connect', say)
    })
  }

  close() {
    this.#agent.destroy()
  }
}
