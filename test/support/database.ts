import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, inject } from 'vitest'

import { placeInitialDatabase } from '../../db/initial-database'
import type { Db } from '../../db/schema'
import { openDatabase } from '~/db.server'

import { databaseOn, executeOn } from './postgres-server'
import { templateDatabase } from './server-template'

/** Whether this run tests a PostgreSQL server, and not the embedded database. */
export const onServer = process.env.TEST_DATABASE === 'postgres'

/** Provides each test file with a migrated database of its own, on the database under test. */
export function provideDatabase(): { db: Db } {
  const database = {} as { db: Db }
  let close = async () => {}

  beforeAll(async () => {
    const opened = onServer ? await openOnServer() : await openEmbedded()
    database.db = opened.db
    close = opened.close
  })
  afterAll(() => close())
  return database
}

async function openEmbedded() {
  const folder = mkdtempSync(join(tmpdir(), 'database-'))
  placeInitialDatabase(join(folder, 'embedded'), inject('embeddedTemplate'))
  const db = await openDatabase({ folder })
  return {
    db,
    async close() {
      await db.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function openOnServer() {
  const { url, drop } = await createServerDatabase()
  const db = await openDatabase({ url })
  return {
    db,
    async close() {
      await db.destroy()
      await drop()
    },
  }
}

/** Creates a migrated database on the server under test. */
export async function createServerDatabase() {
  const server = inject('postgresUrl')
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await executeOn(server, `create database ${name} template ${templateDatabase}`)
  return {
    url: databaseOn(server, name),
    drop: () => executeOn(server, `drop database ${name} with (force)`),
  }
}
