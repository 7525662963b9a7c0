import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from './postgres-server'

export const admin = { email: 'admin@example.com', password: 'a long enough password' }

/** The built program, running as in production, on its own database. */
export type Program = {
  url: string
  process: ChildProcess
  /** Everything it has printed. */
  output: () => string
  /** Stops it, and returns its exit code. */
  stop: () => Promise<number | null>
}

/**
 * Starts the program in `root`; without a database URL it uses the embedded database in a new folder. `launcher` is a command that runs
 * it.
 */
export async function startProgram(
  environment: Record<string, string | undefined> = {},
  root = '.',
  launcher: string[] = [],
): Promise<Program> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-program-'))
  let output = ''
  const [command, ...parameters] = [...launcher, process.execPath, 'scripts/serve.mjs', '--no-env-file']
  const child = spawn(command, parameters, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOLDFAST_RUN_FOLDER: process.env.HOLDFAST_RUN_FOLDER,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: folder,
      SESSION_SECRET: 'a secret that only tests use',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      RATE_LIMITS: 'off',
      DRAIN_SECONDS: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => (output += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  void ended.then(() => environment.DATA_DIR ?? rmSync(folder, { recursive: true, force: true }))

  const url = `http://localhost:${port}`
  const deadline = Date.now() + 240_000
  while (!(await isResponding(`${url}/readyz`))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`The program did not start: ${output}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    url,
    process: child,
    output: () => output,
    stop() {
      if (child.exitCode === null) child.kill('SIGTERM')
      return ended
    },
  }
}

async function isResponding(url: string) {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

/** Sends requests, ten at a time: more would queue for the database, and a slow machine rejects those that wait too long. */
export async function inTens<Result>(count: number, send: (index: number) => Promise<Result>) {
  const results: Result[] = []
  for (let start = 0; start < count; start += 10) {
    const size = Math.min(10, count - start)
    results.push(...(await Promise.all(Array.from({ length: size }, (_, index) => send(start + index)))))
  }
  return results
}

/** A complete application, as accepted by the quote API. */
export const application = {
  name: 'Ann Doe',
  quote_email: 'ann@example.com',
  email: 'ann@example.com',
  phone: '(555) 123-4567',
  date_of_birth: '01/02/1990',
  gender: 'Female',
  address: '1 Main Street, Albany 12207',
  region_state: 'NY',
  marital_status: 'Married',
  spouse_working: 'True',
  children_count: 1,
  family_size: 3,
  housing_status: 'Rent',
  occupation: 'Analyst',
  job_role: 'Other',
  other_job_role: 'Diver',
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
  submission_type: 'quote',
}
