import { sql } from 'kysely'
import { inject } from 'vitest'

import { openDatabase } from '~/db.server'

import { onServer } from './database'

/** The environment that gives a program a database of its own on the server under test; empty for the embedded one. */
export async function programDatabase(): Promise<Record<string, string>> {
  if (!onServer) return {}
  const url = inject('postgresUrl')
  const name = `program_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = await openDatabase({ url })
  await sql`create database ${sql.id(name)}`.execute(admin)
  await admin.destroy()
  return { DATABASE_URL: url.replace(/\/postgres$/, `/${name}`) }
}
