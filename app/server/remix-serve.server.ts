import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:http'

import type { ProgramRequest, ProgramResponse } from './program.server'

/** remix-serve's request handler of the build, with as much of Express as it uses. */
export type Program = (
  request: ProgramRequest,
  response: ProgramResponse,
  next: (error: unknown) => void,
) => Promise<void>

const signals = ['SIGTERM', 'SIGINT'] as const
type ExpressApp = { _router: { stack: { route?: { stack: { handle: Program }[] } }[] } }

/**
 * The seam to remix-serve. It loads the build, makes its handler, puts that at the end of an Express app, and listens on PORT.
 * Passes on the handler, without the layers before it that compress, look for files and log, and the server, whose socket the
 * edge's own server takes over. Its listeners of signals, which would close the socket before the drain, are removed.
 */
export function whenRemixServeListens(start: (program: Program, server: Server) => void) {
  const channel = 'tracing:net.server.listen:asyncStart'
  const onListen = (message: unknown) => {
    unsubscribe(channel, onListen)
    const { server } = message as { server: Server }
    const [app] = server.listeners('request') as unknown as ExpressApp[]
    const program = app?._router.stack.at(-1)?.route?.stack.at(-1)?.handle
    if (!program) process.exit(1) // nothing is served without the edge
    const earlier = new Set(signals.flatMap((signal) => process.listeners(signal)))
    server.prependOnceListener('listening', () => {
      for (const signal of signals)
        for (const listener of process.listeners(signal))
          if (!earlier.has(listener)) process.removeListener(signal, listener)
      start(program, server)
    })
  }
  subscribe(channel, onListen)
}
