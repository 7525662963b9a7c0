import { migrateToLatest } from '../../db/migrate'
import { openDatabase } from '~/db.server'

import { databaseOn, executeOn, startPostgres } from './postgres-server'

/** The migrated database without rows that the tests' databases are copied from. */
export const templateDatabase = 'template_app'

/** Global setup of Vitest's server project: the server, and a database that each test file copies. */
export default async function setup(project: { provide: (name: 'postgresUrl', url: string) => void }) {
  const { url, stop } = await startPostgres()
  await executeOn(url, `create database ${templateDatabase}`)
  const template = await openDatabase({ url: databaseOn(url, templateDatabase) })
  await migrateToLatest(template)
  await template.destroy() // a database with open connections cannot be copied
  project.provide('postgresUrl', url)
  return stop
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}
