import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'

import { copyingPool } from '../db/copy'
import { openEmbedded } from '../db/embedded'
import { schemaIsCurrent } from '../db/migrate'
import type { Database, Db } from '../db/schema'

import { env } from './env.server'
import { log } from './http/log.server'

/** Opens the database that the settings name: a PostgreSQL server, or the embedded one in a folder (null: in memory). */
export async function openDatabase(settings: { url?: string; folder?: string | null }): Promise<Db> {
  const pool =
    settings.url === undefined
      ? await openEmbedded(settings.folder ?? null)
      : copyingPool(serverPool(settings.url))
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

function serverPool(connectionString: string) {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    application_name: 'holdfast',
    keepAlive: true,
    connectionTimeoutMillis: 2_000, // without it a hung server collects requests for ever
    idleTimeoutMillis: 30_000,
    statement_timeout: 5_000,
    query_timeout: 6_000, // for a server that does not even end its statements
    types: { getTypeParser },
  })
  // An idle connection that breaks must not end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection broke'))
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
