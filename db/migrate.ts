import { Migrator, sql, type Kysely, type Migration, type MigrationProvider } from 'kysely'

import type { Db } from './schema'

// Bundled rather than read from a folder: the program contains its migrations.
const migrations = import.meta.glob<Migration>('./migrations/*.ts', { eager: true })

const byName = Object.fromEntries(
  Object.entries(migrations).map(([path, migration]) => [path.replace(/^.*\/|\.ts$/g, ''), migration]),
)
const provider: MigrationProvider = { getMigrations: () => Promise.resolve(byName) }

const names = Object.keys(byName)

/**
 * Applies pending migrations. Kysely's advisory lock lets one process at a time do so. Its migrator reads the catalog several times, which
 * takes the embedded database a third of a second: a schema that is exactly this program's does without.
 */
export async function migrateToLatest(db: Db) {
  const applied = await appliedMigrations(db)
  if (applied.size === names.length && names.every((name) => applied.has(name))) return
  const { error } = await new Migrator({ db: db as Kysely<unknown>, provider }).migrateToLatest()
  if (error) throw error as Error
}

/** Whether all migrations of this program have been applied. */
export async function schemaIsCurrent(db: Db) {
  const applied = await appliedMigrations(db)
  return names.every((name) => applied.has(name))
}

/** The names of the migrations in Kysely's own table; none in an empty database. */
async function appliedMigrations(db: Db) {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    return new Set(rows.map(({ name }) => name))
  } catch (error) {
    if ((error as { code?: string }).code === '42P01') return new Set<string>() // undefined_table
    throw error
  }
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
