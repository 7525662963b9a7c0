// `npm run bench:start`: what the start of the program takes on a filled database: the time until it is ready and until it has sent its first
// page, and its memory at rest. In one run, alternating: a bare node:http process (the reference), then the built program on the embedded
// database and on PostgreSQL.

import { PGlite } from '@electric-sql/pglite'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import pg from 'pg'

import { freePort, startPostgres } from '../../test/support/postgres-server'
import { startProgram } from '../../test/support/program'

import { fillQuotes, fillSynergy } from './fill'
import { median } from './load'

const starts = Number(process.env.BENCH_STARTS ?? 5)
const rows = Number(process.env.BENCH_ROWS ?? 20_000)
const restSeconds = Number(process.env.BENCH_REST ?? 10)
const bare = `require('http').createServer((_, response) => response.end('ok')).listen(process.env.PORT)`

type Measured = { ready: number; page: number; memory: number }
type Subject = { name: string; parameters: string[]; environment: Record<string, string> }

const folder = mkdtempSync(join(tmpdir(), 'holdfast-start-'))
const server = await startPostgres()
try {
  const embedded = { DATA_DIR: folder }
  const postgres = { DATA_DIR: folder, DATABASE_URL: server.url }
  for (const environment of [embedded, postgres]) await (await startProgram(environment)).stop()
  const database = await PGlite.create(join(folder, 'embedded'))
  await fill(database as unknown as pg.Client)
  await database.close()
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await fill(client)
  await client.end()

  const program = ['scripts/serve.mjs', '--no-env-file']
  const subjects: Subject[] = [
    { name: 'bare node:http server', parameters: ['-e', bare], environment: {} },
    { name: 'embedded database', parameters: program, environment: embedded },
    { name: 'PostgreSQL', parameters: program, environment: postgres },
  ]
  const measured = subjects.map((): Measured[] => [])
  for (let start = 0; start < starts; start += 1)
    for (const [at, subject] of subjects.entries()) measured[at]?.push(await measure(subject))

  console.log(`${starts} starts each, ${rows.toLocaleString('en-US')} quotes; medians\n`)
  const [reference, ...others] = measured.map(medians)
  for (const [at, { ready, page, memory }] of others.entries())
    console.log(
      `${subjects[at + 1]?.name.padEnd(20)}  ready ${describe(ready, reference?.ready, 'ms')}   ` +
        `first page ${describe(page, reference?.page, 'ms')}   memory ${describe(memory, reference?.memory, 'MB')}`,
    )
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function fill(client: pg.Client) {
  await fillQuotes(client, rows)
  await fillSynergy(client, rows)
}

/** Starts a process, requests pages, and reads its memory when it has rested. */
async function measure({ parameters, environment }: Subject): Promise<Measured> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const began = performance.now()
  const child = spawn(process.execPath, parameters, {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      SESSION_SECRET: 'a secret that only the measurement uses',
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    while (!(await responds(`${url}/readyz`))) {
      if (child.exitCode !== null) throw new Error('The program did not start')
      await wait(5)
    }
    const ready = performance.now() - began
    await responds(`${url}/`)
    const page = performance.now() - began
    await responds(`${url}/login`)
    await wait(restSeconds * 1000)
    return { ready, page, memory: residentMegabytes(child.pid) }
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

async function responds(url: string) {
  try {
    const response = await fetch(url)
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

function residentMegabytes(pid = 0) {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

function medians(list: Measured[]): Measured {
  const of = (field: keyof Measured) => median(list.map((item) => item[field]))
  return { ready: of('ready'), page: of('page'), memory: of('memory') }
}

function describe(value: number, reference = NaN, unit: string) {
  return `1 : ${(value / reference).toFixed(1)} (${value.toFixed(0)} ${unit})`
}
