import pino from 'pino'

import { env } from './env.server'

/** A token of 256 random bits, URL-encoded or not. */
const tokens = /[\w%-]{40,}/g

/** A query string can hold a code, a token or a name; no log line contains one. */
const withoutSecrets = (text: string) => text.replace(/\?[^\s'"`)]+/g, '?…').replace(tokens, '…')

/** Redacts a path for the log, decoded and at most 200 characters: everything after /quote/, /get-a-quote/ or /questions/, and anything that looks like a token. */
export function redactPath(path: string) {
  const plain = decode(path).replace(/\/{2,}/g, '/')
  return plain
    .replace(/^(\/(?:(?:get-a-)?quote|(?:api\/)?questions)\/).+/i, '$1…')
    .replace(tokens, '…')
    .slice(0, 200)
}

function decode(path: string) {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

type Described = { type: string; message: string; code?: string; stack?: string; cause?: Described | string }

/** Describes a failure for a log line, with only these fields: a database error also has the values of its row. */
export function describeError(error: unknown, depth = 0): Described | string {
  if (isErrorResponse(error)) {
    const { status, statusText, data } = error
    return {
      type: 'Response',
      message: withoutSecrets(`${status} ${statusText} ${String(data)}`).slice(0, 500),
    }
  }
  if (!(error instanceof Error)) return withoutSecrets(String(error)).slice(0, 500)
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: withoutSecrets(error.message).slice(0, 2000),
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.stack ? { stack: withoutSecrets(error.stack).slice(0, 8000) } : {}),
    ...(error.cause !== undefined && depth < 3 ? { cause: describeError(error.cause, depth + 1) } : {}),
  }
}

/** Whether an error is a response that a loader or an action threw, as Remix passes it on. */
export function isErrorResponse(
  error: unknown,
): error is { status: number; statusText: string; data: unknown } {
  return (
    typeof error === 'object' &&
    error !== null &&
    'status' in error &&
    'statusText' in error &&
    'data' in error
  )
}

const secret = ['password', 'token', 'secret', 'cookie', 'authorization', 'email', 'name', 'address']

/** Options of the program's logger; tests pass them to their own. */
export const logOptions: pino.LoggerOptions = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: [...secret, ...secret.map((name) => `*.${name}`), 'headers', '*.headers'],
  serializers: { err: describeError, error: describeError },
}

/**
 * The program's log: one line of JSON each, on standard output. Silent in tests unless LOG_LEVEL sets a level other than the default.
 * Written in the background, so that a slow reader does not delay responses, and flushed on exit.
 */
export const log = pino(
  { ...logOptions, level: env.NODE_ENV === 'test' && env.LOG_LEVEL === 'info' ? 'silent' : env.LOG_LEVEL },
  pino.destination({ dest: 1, sync: false, maxLength: 8 * 1024 * 1024 }),
)
