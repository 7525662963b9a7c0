import { once } from 'node:events'
import http, { type RequestListener, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'

import pino from 'pino'
import { onTestFinished } from 'vitest'

import { createEdge, serverOptions, type EdgeOptions } from '~/server/edge.server'
import { logOptions } from '~/log.server'
import { createPageCache } from '~/server/page-cache.server'

export type Line = Record<string, unknown> & { level: string; msg: string }

/** Serves `inner` behind an edge on a free port of this machine, until the test ends. */
export async function serve(
  inner: RequestListener,
  {
    server: timeouts = {},
    ...options
  }: Partial<Omit<EdgeOptions, 'log'>> & { server?: Partial<typeof serverOptions> } = {},
) {
  const lines: Line[] = []
  const log = pino(
    { ...logOptions, level: 'debug' },
    { write: (line: string) => void lines.push(JSON.parse(line) as Line) },
  )
  const edge = createEdge(inner, {
    appUrl: 'https://holdfast.example',
    trustProxy: 0,
    files: new Map(),
    pages: createPageCache(),
    ...options,
    log,
  })
  const server = http.createServer({ ...serverOptions, ...timeouts }, edge.listener)
  edge.configure(server)
  const port = await listen(server)
  return { port, url: `http://127.0.0.1:${port}`, lines, server }
}

/** Listens on a free port of this machine until the test ends. */
export async function listen(server: Server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Opens a connection, and gathers what it receives until the other side ends it. */
export function open(port: number) {
  const socket: Socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => {}) // a reset is an end too
  onTestFinished(() => void socket.destroy())
  return {
    socket,
    received: () => Buffer.concat(chunks).toString('latin1'),
    closed: new Promise<void>((resolve) => socket.once('close', () => resolve())),
  }
}

/** Sends text as it stands, and gives what comes back before the connection ends. */
export async function exchange(port: number, text: string | Buffer) {
  const { socket, received, closed } = open(port)
  socket.write(text)
  await closed
  return received()
}

/** A request head, with the connection to be closed after its answer. */
export function head(target: string, headers: string[] = ['Host: 127.0.0.1'], method = 'GET') {
  return `${method} ${target} HTTP/1.1\r\n${[...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`
}

export function statusOf(answer: string) {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
}

/** The value of a header in a raw answer, or null. */
export function headerOf(answer: string, name: string) {
  const [lines = ''] = answer.split('\r\n\r\n', 1)
  return new RegExp(`^${name}: (.*)$`, 'im').exec(lines)?.[1]?.trim() ?? null
}

export function bodyOf(answer: string) {
  return answer.slice(answer.indexOf('\r\n\r\n') + 4)
}

/** Resolves when `condition` holds; fails after five seconds. */
export async function until(condition: () => boolean) {
  for (let tries = 0; !condition(); tries += 1) {
    if (tries > 500) throw new Error('it did not happen')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
