// `npm run bench`: how fast applications are underwritten. In one run, on one input: the engine as plain JavaScript in this process (the
// reference), the engine in the sandbox, and whole runs through the API, which are stored and explained.

import autocannon from 'autocannon'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

import { openDatabase } from '~/db.server'
import { findQuote } from '~/domain/quotes/quotes.server'
import { createSandbox } from '~/domain/underwriting/sandbox.server'
import { engineInput, runEngine, sharedPart } from '~/domain/underwriting/underwriting.server'
import { bundledTables } from '~/engine/bundled-tables'

import { admin, application, startProgram } from '../../test/support/program'

const { DATABASE_URL } = process.env
const seconds = Number(process.env.BENCH_SECONDS ?? 5)

const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
const program = await startProgram({ DATABASE_URL, DATA_DIR: folder, LOG_LEVEL: 'warn' })
try {
  const headers = { 'Content-Type': 'application/json' }
  const created = await call('/api/quote-submissions', application, headers)
  const { id } = (await created.json()) as { id: number }
  const login = await call('/api/auth/login', admin, headers)
  const cookie = login.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const run = { quote_id: id }
  await call('/api/admin/underwriting/quote', run, { ...headers, Cookie: cookie })

  const through: [string, number][] = []
  for (const connections of [1, 10]) {
    const load = await autocannon({
      url: `${program.url}/api/admin/underwriting/quote`,
      method: 'POST',
      headers: { ...headers, Cookie: cookie },
      body: JSON.stringify(run),
      connections,
      duration: seconds,
    })
    if (load.non2xx > 0 || load.errors > 0) throw new Error(`${load.non2xx + load.errors} runs failed`)
    through.push([
      `runs through the API, ${connections} at once (p99 ${load.latency.p99} ms)`,
      load.requests.average,
    ])
  }
  await program.stop()

  const source = readFileSync('app/engine/underwrite.js', 'utf8')
  const input = await storedInput(id)
  const native = await nativeRate(source, { ...input, tables: bundledTables })
  const rows: [string, number][] = [
    ['engine evaluations, plain JavaScript', native],
    ['engine evaluations in the sandbox, in batches of 200', await batchRate(source, input)],
    ['engine evaluations in the sandbox, 1 at once', await sandboxRate(source, input, 1)],
    ['engine evaluations in the sandbox, 10 at once', await sandboxRate(source, input, 10)],
    ...through,
  ]
  const database = DATABASE_URL ? 'PostgreSQL' : 'embedded'
  console.log(`\n${database} database, ${availableParallelism()} cores, ${seconds} s each\n`)
  for (const [name, rate] of rows) {
    const share = native / rate
    console.log(
      `${rate.toFixed(0).padStart(8)} a second   1 : ${share.toFixed(share < 10 ? 1 : 0).padEnd(5)} ${name}`,
    )
  }
} finally {
  await program.stop()
  rmSync(folder, { recursive: true, force: true })
}

function call(path: string, body: object, headers: Record<string, string>) {
  return fetch(program.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** The engine's input for the application, from the program's database after it has stopped. */
async function storedInput(id: number) {
  const db = await openDatabase(DATABASE_URL ? { url: DATABASE_URL } : { folder })
  try {
    const quote = await findQuote(db, id)
    if (!quote) throw new Error('The application was not stored')
    return JSON.parse(JSON.stringify(await engineInput(db, quote, '2026-01-15'))) as { tiers: unknown[] }
  } finally {
    await db.destroy()
  }
}

/** The reference does the same work as the sandbox: a fresh copy of the input in, JSON out. */
async function nativeRate(source: string, input: object) {
  const underwrite = new Function(`${source}\nreturn underwrite`)() as (input: unknown) => unknown
  const text = JSON.stringify(input)
  const once = () => JSON.stringify(underwrite(JSON.parse(text)))
  for (let warming = 0; warming < 2000; warming += 1) once()
  const end = performance.now() + seconds * 1000
  let count = 0
  for (; performance.now() < end; count += 1) once()
  return count / seconds
}

async function sandboxRate(source: string, input: { tiers: unknown[] }, atOnce: number) {
  const sandbox = createSandbox()
  await sandbox.warm()
  let count = 0
  const end = performance.now() + seconds * 1000
  const caller = async () => {
    while (performance.now() < end) {
      const outcome = await runEngine(sandbox, { source, tables: bundledTables }, input)
      if (!outcome.ok) throw new Error(outcome.message)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
  await sandbox.close()
  return count / seconds
}

/** Summaries, as the checks of a version and the impact of a change read them. */
async function batchRate(source: string, input: { tiers: unknown[] }) {
  const sandbox = createSandbox()
  await sandbox.warm()
  const { shared, own } = sharedPart({ source, tables: bundledTables }, input)
  const inputs = Array.from({ length: 200 }, () => own)
  let count = 0
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    const outcomes = await sandbox.runBatch(source, inputs, { shared })
    if (outcomes.some(({ ok }) => !ok)) throw new Error('A run failed')
    count += outcomes.length
  }
  await sandbox.close()
  return count / seconds
}
