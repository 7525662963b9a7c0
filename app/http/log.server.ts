import pino from 'pino'

import { env } from '~/env.server'

/** A query string may hold a code, a token or a name; no log line keeps one. */
const withoutQueries = (text: string) => text.replace(/\?[^\s'"`)]+/g, '?…')

/** A path without the token that opens a quote to whoever has its address. */
export function withoutToken(path: string) {
  return path.replace(/^(\/quote\/).+/i, '$1…')
}

type Described = { type: string; message: string; code?: string; stack?: string; cause?: Described | string }

/**
 * What a log line says of a failure. Only these fields: a database's error also carries the values of the row it was about.
 */
export function describeError(error: unknown, depth = 0): Described | string {
  if (!(error instanceof Error)) return withoutQueries(String(error)).slice(0, 500)
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: withoutQueries(error.message).slice(0, 2000),
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.stack ? { stack: withoutQueries(error.stack).slice(0, 8000) } : {}),
    ...(error.cause !== undefined && depth < 3 ? { cause: describeError(error.cause, depth + 1) } : {}),
  }
}

const secret = ['password', 'token', 'secret', 'cookie', 'authorization', 'email', 'name', 'address']

/** Options of the program's logger; a test gives them to a logger of its own. */
export const logOptions: pino.LoggerOptions = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: [...secret, ...secret.map((name) => `*.${name}`), 'headers', '*.headers'],
  serializers: { err: describeError, error: describeError },
}

/**
 * The program's log: one line of JSON each, to standard output. Silent in tests, unless LOG_LEVEL asks for another level than
 * the usual one. Written in the background, so that a slow reader of the log does not hold up answers; what waits is
 * written when the process exits.
 */
export const log = pino(
  { ...logOptions, level: env.NODE_ENV === 'test' && env.LOG_LEVEL === 'info' ? 'silent' : env.LOG_LEVEL },
  pino.destination({ dest: 1, sync: false, maxLength: 8 * 1024 * 1024 }),
)
