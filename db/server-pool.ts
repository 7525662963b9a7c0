import pg from 'pg'

import { log } from '~/log.server'

import { getTypeParser } from './type-parsers.mjs'

/** The time that a statement may take, in milliseconds. Parameters of the URL replace these. */
const limits = {
  statement_timeout: 5_000,
  query_timeout: 6_000, // for a server that does not end its statements
}

/**
 * Connecting has a time limit: without one, requests would pile up behind a server that hangs. So have statements, unless they may take
 * `anyTime`.
 */
export function serverPool(
  connectionString: string,
  size: Required<Pick<pg.PoolConfig, 'max' | 'connectionTimeoutMillis'>>,
  { anyTime = false } = {},
) {
  const pool = new pg.Pool({
    ...size,
    ...(anyTime ? {} : limits),
    connectionString: anyTime ? withoutLimits(connectionString) : connectionString,
    application_name: 'holdfast',
    keepAlive: true,
    idleTimeoutMillis: 30_000,
    types: { getTypeParser },
  })
  // A connection that breaks, idle or between two statements, must not end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection broke'))
  pool.on('connect', (client) => client.on('error', () => {})) // the next statement reports it
  return pool
}

function withoutLimits(connectionString: string) {
  const url = new URL(connectionString)
  for (const name of Object.keys(limits)) url.searchParams.delete(name)
  return url.href
}
