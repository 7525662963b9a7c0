import { Migrator, sql, type Kysely, type Migration, type MigrationProvider } from 'kysely'

import type { Db } from './schema'

// Bundled, not read from a folder: the program holds its migrations.
const migrations = import.meta.glob<Migration>('./migrations/*.ts', { eager: true })

const provider: MigrationProvider = {
  getMigrations: () =>
    Promise.resolve(
      Object.fromEntries(
        Object.entries(migrations).map(([path, migration]) => [path.replace(/^.*\/|\.ts$/g, ''), migration]),
      ),
    ),
}

/** Brings the schema up to date. Kysely's advisory lock lets one process at a time do so. */
export async function migrateToLatest(db: Db) {
  const { error } = await migrator(db).migrateToLatest()
  if (error) throw error
}

/** Whether every migration of this program has run. */
export async function schemaIsCurrent(db: Db) {
  const migrations = await migrator(db).getMigrations()
  return migrations.every((migration) => migration.executedAt !== undefined)
}

function migrator(db: Db) {
  return new Migrator({ db: db as Kysely<unknown>, provider })
}

/** Runs the work while no other process does the same: each sees what the one before it has done. */
export async function withStartLock<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(7305115)`.execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`select pg_advisory_unlock(7305115)`.execute(connection)
    }
  })
}
