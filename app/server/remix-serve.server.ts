import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:http'

import type { RemixRequest, RemixResponse } from './remix-messages.server'

/** remix-serve's request handler of the build, with the parts of Express that it uses. */
export type RemixHandler = (
  request: RemixRequest,
  response: RemixResponse,
  next: (error: unknown) => void,
) => Promise<void>

const signals = ['SIGTERM', 'SIGINT'] as const
type ExpressApp = { _router: { stack: { route?: { stack: { handle: RemixHandler }[] } }[] } }

/**
 * The adapter to remix-serve, which loads the build, creates its request handler, mounts it last in an Express app and listens on
 * PORT. Passes on the handler, without the middleware for compression, static files and logging, and the server, whose socket the
 * edge takes over. Removes its signal listeners, which would close the socket before the drain.
 */
export function whenRemixServeListens(start: (handler: RemixHandler, server: Server) => void) {
  const channel = 'tracing:net.server.listen:asyncStart'
  const onListen = (message: unknown) => {
    unsubscribe(channel, onListen)
    const { server } = message as { server: Server }
    const [app] = server.listeners('request') as unknown as ExpressApp[]
    const handler = app?._router.stack.at(-1)?.route?.stack.at(-1)?.handle
    if (!handler) process.exit(1) // the program must not run without the edge
    const earlier = new Set(signals.flatMap((signal) => process.listeners(signal)))
    server.prependOnceListener('listening', () => {
      for (const signal of signals)
        for (const listener of process.listeners(signal))
          if (!earlier.has(listener)) process.removeListener(signal, listener)
      start(handler, server)
    })
  }
  subscribe(channel, onListen)
}
