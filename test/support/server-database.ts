import { createServerDatabase, onServer } from './database'

/** The environment that gives a program a database of its own on the server under test; empty for the embedded one. */
export async function programDatabase(): Promise<Record<string, string>> {
  return onServer ? { DATABASE_URL: (await createServerDatabase()).url } : {}
}
