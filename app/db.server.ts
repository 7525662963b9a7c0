import { Kysely, PostgresDialect, sql, type PostgresPool } from 'kysely'

import { migrateToLatest, schemaIsCurrent } from '../db/migrate'
import type { Database, Db } from '../db/schema'
import { setReaderPool } from '../db/snapshot'
import { env } from './env.server'
import { log } from './log.server'

export { isUnavailable, nullIfUnavailable } from '../db/errors'

/** Opens the configured database: a PostgreSQL server, or the embedded one in a folder (null: in memory). */
export async function openDatabase(settings: { url?: string; folder?: string | null }): Promise<Db> {
  // Each is loaded only where it is used.
  if (settings.url === undefined) {
    const { openEmbedded } = await import('../db/embedded')
    return kyselyOn(await openEmbedded(settings.folder ?? null, undefined, reportFailure))
  }
  const { serverPool } = await import('../db/server-pool')
  const pool = serverPool(settings.url, { max: 10, connectionTimeoutMillis: 2_000 })
  // Limits concurrent exports; others wait up to 10 seconds.
  const reader = kyselyOn(serverPool(settings.url, { max: 3, connectionTimeoutMillis: 10_000 }))
  const db = kyselyOn({
    connect: () => pool.connect(),
    end: async () => {
      await Promise.all([pool.end(), reader.destroy()])
    },
  })
  setReaderPool(db, reader)
  return db
}

/** Logs the error and exits, since nothing works without the database; a supervisor restarts the program. */
function reportFailure(error: Error, fatal: boolean) {
  log[fatal ? 'fatal' : 'error']({ err: error }, 'the embedded database failed')
  if (fatal) process.exit(1)
}

function kyselyOn(pool: PostgresPool) {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

const memory = globalThis as { [key: symbol]: Db | undefined }
const opened = Symbol.for('holdfast.database')

/** The program's database. Usable once opened; survives reloads in development. */
export let db = memory[opened] as Db

/** Opens the configured database as the program's. */
export async function openProgramDatabase() {
  db = memory[opened] ??= await openDatabase(
    env.DATABASE_URL ? { url: env.DATABASE_URL } : { folder: env.DATA_DIR },
  )
  return db
}

/** Migrates the program's database. On a server without time limits: indexing a large table takes longer than a request may. */
export async function migrateProgramDatabase() {
  if (env.DATABASE_URL === undefined) return migrateToLatest(db)
  const { serverPool } = await import('../db/server-pool')
  const size = { max: 1, connectionTimeoutMillis: 2_000 }
  const migrating = kyselyOn(serverPool(env.DATABASE_URL, size, { anyTime: true }))
  await migrateToLatest(migrating).finally(() => migrating.destroy())
}

/** Whether the database responds and its schema is current. */
export async function databaseIsReady() {
  await sql`select 1`.execute(db)
  return schemaIsCurrent(db)
}
