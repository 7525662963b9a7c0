import { createServerDatabase, onServer } from './database'

/** The environment of a program with its own database on the server under test; empty for the embedded one. */
export async function programDatabase(): Promise<Record<string, string>> {
  return onServer ? { DATABASE_URL: (await createServerDatabase()).url } : {}
}
