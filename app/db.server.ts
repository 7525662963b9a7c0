import { Kysely, PostgresDialect, sql, type PostgresPool } from 'kysely'
import pg from 'pg'

import { openEmbedded } from '../db/embedded'
import { schemaIsCurrent } from '../db/migrate'
import type { Database, Db } from '../db/schema'
import { registerReadReplica } from '../db/snapshot'
import { env } from './env.server'
import { log } from './log.server'

export { isUnavailable } from '../db/errors'

/** Opens the database that the settings name: a PostgreSQL server, or the embedded one in a folder (null: in memory). */
export async function openDatabase(settings: { url?: string; folder?: string | null }): Promise<Db> {
  if (settings.url === undefined) {
    return kyselyOn(await openEmbedded(settings.folder ?? null, undefined, reportFailure))
  }
  const pool = serverPool(settings.url, { max: 10, connectionTimeoutMillis: 2_000 })
  // Of exports so many at once; others wait a while for their turn.
  const reader = kyselyOn(serverPool(settings.url, { max: 3, connectionTimeoutMillis: 10_000 }))
  const db = kyselyOn({
    connect: () => pool.connect(),
    end: async () => {
      await Promise.all([pool.end(), reader.destroy()])
    },
  })
  registerReadReplica(db, reader)
  return db
}

/** Without its database the program can do nothing; a supervisor starts it again, and sees the reason. */
function reportFailure(error: Error, fatal: boolean) {
  log[fatal ? 'fatal' : 'error']({ err: error }, 'the embedded database failed')
  if (fatal) process.exit(1)
}

function kyselyOn(pool: PostgresPool) {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

/** Without a limit to how long a connection is waited for, a hung server would collect requests for ever. */
function serverPool(
  connectionString: string,
  size: Required<Pick<pg.PoolConfig, 'max' | 'connectionTimeoutMillis'>>,
) {
  const pool = new pg.Pool({
    ...size,
    connectionString,
    application_name: 'holdfast',
    keepAlive: true,
    idleTimeoutMillis: 30_000,
    statement_timeout: 5_000,
    query_timeout: 6_000, // for a server that does not even end its statements
    types: { getTypeParser },
  })
  // A connection that breaks, idle or between two statements, must not end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection broke'))
  pool.on('connect', (client) => client.on('error', () => {})) // the next statement tells
  return pool
}

const { INT8, NUMERIC, DATE } = pg.types.builtins

/** Numbers as numbers and dates as text, as the embedded database gives them. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (oid === INT8 || oid === NUMERIC) return Number
  if (oid === DATE) return (text: string) => text
  return pg.types.getTypeParser(oid, format as 'text')
}

const memory = globalThis as { [key: symbol]: Db | undefined }
const opened = Symbol.for('holdfast.database')

/** The database of the program. Usable once it has been opened; kept over reloads in development. */
export let db = memory[opened] as Db

/** Opens the database of the environment as the one that the whole program uses. */
export async function openProgramDatabase() {
  db = memory[opened] ??= await openDatabase(
    env.DATABASE_URL ? { url: env.DATABASE_URL } : { folder: env.DATA_DIR },
  )
  return db
}

/** Whether the database answers and its schema is the program's. */
export async function databaseIsReady() {
  await sql`select 1`.execute(db)
  return schemaIsCurrent(db)
}
