import { sql } from 'kysely'
import { afterAll, beforeAll, inject } from 'vitest'

import { migrateToLatest } from '../../db/migrate'
import type { Db } from '../../db/schema'
import { openDatabase } from '~/db.server'

/** Whether this run tests against a PostgreSQL server, and not the embedded database. */
export const onServer = process.env.TEST_DATABASE === 'postgres'

/** A migrated database of a test file's own, on the database that the run is about. */
export function provideDatabase(): { db: Db } {
  const provided = {} as { db: Db }
  let close = async () => {}

  beforeAll(async () => {
    const opened = onServer ? await openOnServer() : await openEmbedded()
    provided.db = opened.db
    close = opened.close
    await migrateToLatest(opened.db)
  })
  afterAll(() => close())
  return provided
}

async function openEmbedded() {
  const db = await openDatabase({ folder: null })
  return { db, close: () => db.destroy() }
}

async function openOnServer() {
  const url = inject('postgresUrl')
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = await openDatabase({ url })
  await sql`create database ${sql.id(name)}`.execute(admin)
  const db = await openDatabase({ url: url.replace(/\/postgres$/, `/${name}`) })
  return {
    db,
    async close() {
      await db.destroy()
      await sql`drop database ${sql.id(name)} with (force)`.execute(admin)
      await admin.destroy()
    },
  }
}
