// `npm run bench`: how fast applications are underwritten. In one run, on one input: the engine as plain JavaScript in this
// process (the reference), the engine in the sandbox, and whole runs through the API, which are persisted and explained.

import autocannon from 'autocannon'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

import { openDatabase } from '~/db.server'
import { findQuote } from '~/domain/quotes/quotes.server'
import { createSandbox } from '~/domain/underwriting/sandbox.server'
import { engineInput } from '~/domain/underwriting/underwriting.server'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const admin = { email: 'bench@example.com', password: 'only for the benchmark' }
const application = {
  name: 'Bench Mark',
  email: 'applicant@example.com',
  date_of_birth: '01/02/1990',
  gender: 'Female',
  address: '1 Main Street, Albany 12207',
  region_state: 'NY',
  marital_status: 'Single',
  children_count: 1,
  family_size: 2,
  housing_status: 'Rent',
  occupation: 'Analyst',
  job_role: 'Analyst',
  employer_name: 'Brightloom Software',
  employer_type: 'Private',
  employer_size: 'Medium (50-500)',
  industry: 'Information',
  employment_length: 2.5,
  employment_type: 'Full-time',
  work_arrangement: 'Remote',
  union_membership: 'FALSE',
  income: 4500,
  salary: 54_000,
  pay_type: 'Salary',
  pay_schedule: 'Bi-Weekly',
  coverage_level: 'standard',
  credit_score: 710,
  bankruptcy_history: 'None',
  background_check: 'Clear',
  gov_benefits: 'FALSE',
  education: 'Bachelor',
}

const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
const program = await startProgram()
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
  const native = await nativeRate(source, input)
  const rows: [string, number][] = [
    ['engine evaluations, plain JavaScript', native],
    ['engine evaluations in the sandbox, 1 at once', await sandboxRate(source, input, 1)],
    ['engine evaluations in the sandbox, 10 at once', await sandboxRate(source, input, 10)],
    ...through,
  ]
  const database = process.env.DATABASE_URL ? 'PostgreSQL' : 'embedded'
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

/** What the engine was given for the application, from the database that the program has left. */
async function storedInput(id: number) {
  const { DATABASE_URL } = process.env
  const db = await openDatabase(DATABASE_URL ? { url: DATABASE_URL } : { folder })
  try {
    const quote = await findQuote(db, id)
    if (!quote) throw new Error('The application was not stored')
    return JSON.parse(JSON.stringify(await engineInput(db, quote, '2026-01-15'))) as object
  } finally {
    await db.destroy()
  }
}

/** The reference does what the sandbox must: a fresh copy of the input in, JSON out. */
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

async function sandboxRate(source: string, input: object, atOnce: number) {
  const sandbox = createSandbox()
  await sandbox.warm()
  let count = 0
  const end = performance.now() + seconds * 1000
  const caller = async () => {
    while (performance.now() < end) {
      const outcome = await sandbox.run(source, input)
      if (!outcome.ok) throw new Error(outcome.message)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
  await sandbox.close()
  return count / seconds
}

async function startProgram() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  const child = spawn(process.execPath, ['scripts/serve.mjs'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: folder,
      SESSION_SECRET: 'a secret of the benchmark',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  for (;;) {
    if (child.exitCode !== null) throw new Error('The program did not start')
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await ended
    },
  }
}
