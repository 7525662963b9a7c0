import { Migrator, sql, type Kysely, type Migration, type MigrationProvider } from 'kysely'

import type { Db } from './schema'

// Bundled rather than read from a folder: the program contains its migrations.
const migrations = import.meta.glob<Migration>('./migrations/*.ts', { eager: true })

const provider: MigrationProvider = {
  getMigrations: () =>
    Promise.resolve(
      Object.fromEntries(
        Object.entries(migrations).map(([path, migration]) => [path.replace(/^.*\/|\.ts$/g, ''), migration]),
      ),
    ),
}

/** Applies pending migrations. Kysely's advisory lock lets one process at a time do so. */
export async function migrateToLatest(db: Db) {
  const { error } = await migrator(db).migrateToLatest()
  if (error) throw error as Error
}

/** Whether all migrations of this program have been applied. */
export async function schemaIsCurrent(db: Db) {
  const migrations = await migrator(db).getMigrations()
  return migrations.every((migration) => migration.executedAt !== undefined)
}

function migrator(db: Db) {
  return new Migrator({ db: db as Kysely<unknown>, provider })
}

/** Runs work under a lock that is shared by all processes: each sees the results of the previous one. */
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
