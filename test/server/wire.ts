import { once } from 'node:events'
import type { Server, ServerOptions } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'

import { createRequestHandler } from '@remix-run/express'
import type { LoaderFunctionArgs, ServerBuild } from '@remix-run/node'
import pino from 'pino'
import { onTestFinished } from 'vitest'

import { logOptions } from '~/log.server'
import { createEdge, type EdgeOptions } from '~/server/edge.server'
import { createPageCache } from '~/server/page-cache.server'
import type { RemixHandler } from '~/server/remix-serve.server'

export type Line = Record<string, unknown> & { level: string; msg: string }

type Respond = (request: Request) => Response | Promise<Response>
type Options = Partial<Omit<EdgeOptions, 'log'>> & { server?: ServerOptions }

/** Creates the handler of remix-serve: Remix, with one route that responds to everything. */
function handlerOf(respond: Respond) {
  const handle = ({ request }: LoaderFunctionArgs) => respond(request)
  const module = { loader: handle, action: handle }
  const build = {
    entry: { module: { default: () => new Response(), handleError: () => {} } },
    routes: { 'routes/$': { id: 'routes/$', path: '*', module } },
    assets: { routes: {} },
    future: {},
  }
  return createRequestHandler({
    build: build as unknown as ServerBuild,
    mode: 'production',
  }) as unknown as RemixHandler
}

/** Serves what `respond` returns behind an edge on a free local port, until the test ends. */
export function serve(respond: Respond, options?: Options) {
  return serveHandler(handlerOf(respond), options)
}

/** The same with a handler that is not Remix. */
export async function serveHandler(handler: RemixHandler, { server: timeouts, ...options }: Options = {}) {
  const lines: Line[] = []
  const log = pino(
    { ...logOptions, level: 'debug' },
    { write: (line: string) => void lines.push(JSON.parse(line) as Line) },
  )
  const edge = {
    appUrl: 'https://holdfast.example',
    trustProxy: 0,
    files: new Map(),
    pages: createPageCache(),
  }
  const server = createEdge(handler, { ...edge, ...options, log }, timeouts)
  const port = await listen(server)
  return { port, url: `http://127.0.0.1:${port}`, lines, server }
}

/** Listens on a free local port until the test ends. */
async function listen(server: Server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Opens a connection, and collects what it receives until the other side closes it. */
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

/** Sends raw text, and returns everything received until the connection closes. */
export async function exchange(port: number, text: string | Buffer) {
  const { socket, received, closed } = open(port)
  socket.write(text)
  await closed
  return received()
}

/** A request head that asks to close the connection after the response. */
export function head(target: string, headers: string[] = ['Host: 127.0.0.1'], method = 'GET') {
  return `${method} ${target} HTTP/1.1\r\n${[...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`
}

export function statusOf(answer: string) {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
}

/** Returns the value of a header in a raw response, or null. */
export function headerOf(answer: string, name: string) {
  const [lines = ''] = answer.split('\r\n\r\n', 1)
  return new RegExp(`^${name}: (.*)$`, 'im').exec(lines)?.[1]?.trim() ?? null
}

export function bodyOf(answer: string) {
  return answer.slice(answer.indexOf('\r\n\r\n') + 4)
}

/** Resolves when `condition` holds; fails after half a minute. */
export async function until(condition: () => boolean) {
  for (let tries = 0; !condition(); tries += 1) {
    if (tries > 3000) throw new Error('it did not happen')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
